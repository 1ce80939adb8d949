"""The option a model chose, read from its whole answer (grammar ``choice.lark``).

Every letter that stands for an option is a *mention*; letters that name notes, keys or the article A are none. A
mention is negated by what stands around it ("not A", "A is wrong"), and weighed by it: a box or an answer field
outranks a statement ("the answer is", "选"), that a letter alone on its line, that one after "option", that a bare
letter. Among the weightiest the last one counts, since models correct themselves; letters joined there ("B or C")
are a double answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from onote_compiler.parsing.driver import machine

BOX, STATED, ALONE, NAMED, BARE = 5, 4, 3, 2, 1
_CUE_REACH = 2  # words that may stand between "the answer" and its letter
_NEGATION_REACH = 4  # words that may stand between "not" and its letter
_WRAPPING = " \t\r\n*_`\"'$.()[]{}:,;!<>-#选"
_CONTENT = re.compile(f"[^{re.escape(_WRAPPING)}]")


@dataclass(frozen=True)
class Choice:
    """What an answer chose.

    Attributes:
        letter: The option's letter, or ``None``.
        double: The letters of a double answer, in order; empty for none.
        abstained: Whether the answer says that it does not know, and names no option.
        said: The answer without the reasoning before it.
    """

    letter: str | None
    double: tuple[str, ...] = ()
    abstained: bool = False
    said: str = ""


@dataclass
class _Mention:
    """One letter, or several joined ones.

    ``judged`` once something was said of it: what follows does not lean on it any more. ``loose`` where commas alone
    join its letters, ``against`` where a negation stands right before it.
    """

    letters: list[str]
    weight: int
    start: int
    end: int
    negated: bool = False
    listed: bool = False
    judged: bool = False
    loose: bool = True
    against: bool = False


class _Line(NamedTuple):
    """Where the first character of a line stands that wraps nothing, and where the line ends."""

    content: int
    end: int


def read_choice(answer: str, letters: str = "ABCD") -> Choice:
    """Return the choice in an answer.

    Args:
        answer: The whole answer, reasoning and all.
        letters: The letters that options have.
    """
    text = unicodedata.normalize("NFKC", answer)
    handlers = _Mentions(text, letters)
    machine("choice", _Mentions).run(text, handlers)
    alone = text[handlers.begin :].strip(_WRAPPING)
    alone = alone.upper() if len(alone) == 1 else alone
    if alone and set(alone) <= set(letters):
        distinct = tuple(dict.fromkeys(alone))
        return Choice(distinct[0]) if len(distinct) == 1 else Choice(None, distinct)
    mentions = handlers.counted()
    if not mentions:
        return Choice(handlers.put_against(), (), handlers.abstained, text[handlers.begin :])
    top = max(mention.weight for mention in mentions)
    last = [mention for mention in mentions if mention.weight == top][-1]
    distinct = tuple(dict.fromkeys(last.letters))
    return Choice(distinct[0]) if len(distinct) == 1 else Choice(None, distinct)


class _Mentions:
    """Handlers of the grammar: collects mentions, with what was said just before and just after each."""

    def __init__(self, text: str, letters: str) -> None:
        self.text = text
        self.letters = letters
        self.begin = 0
        self.abstained = False
        self.mentions: list[_Mention] = []
        self.top = 0  # the greatest weight so far
        self.line = _line_from(text, 0)
        self.looked = 0  # up to where commas were looked for
        self.comma = -1  # the last one found
        self._forget()

    def _forget(self) -> None:
        self.cue = 0
        self.words = 0
        self.excepting = False
        self.against = False
        self.negation = 0  # words that it still reaches over
        self.joining = ""
        self.last: _Mention | None = None

    def counted(self) -> list[_Mention]:
        """Return the mentions that may be the choice: not negated, and not a list of all options."""
        listed = _letters(m for m in self.mentions if m.listed)
        whole = len(_letters(m for m in self.mentions if m.weight == ALONE)) == len(self.letters)
        held = (m for m in self.mentions if not m.negated and not (m.listed and len(listed) > 1))
        return [m for m in held if not (whole and m.weight == ALONE)]

    def put_against(self) -> str | None:
        """Return the letter that a comma alone puts against a negated one: "not A, B"."""
        last = self.mentions[-1] if self.mentions else None
        if last is None or not (last.against and last.loose and len(last.letters) == 2) or last.judged:
            return None
        return last.letters[1]

    def REASONING(self, token: str, start: int) -> None:
        """What was thought aloud before the answer does not count, nor what stands before it."""
        self.begin = start + len(token)
        self.mentions.clear()
        self.top = 0
        self.abstained = False
        self._forget()

    CLOSE_REASONING = REASONING
    OPEN_REASONING = REASONING

    def BOXED(self, token: str, start: int) -> None:
        """A boxed letter, or several."""
        inside = token.rpartition("{")[2].replace("and", "").replace("or", "")
        self._mention("".join(filter(str.isalpha, inside)), BOX, start, start + len(token))

    def FIELD(self, token: str, start: int) -> None:
        """The answer's field in a JSON object."""
        self._mention(token[-1], BOX, start, start + len(token))

    def DECIDE(self, token: str, start: int) -> None:
        """Words of decision: they speak of the letter before them if it leans on them, else of the next one."""
        leaning = self._leaning(start)
        if leaning is not None and not leaning.negated:
            self._affirm(leaning, STATED)
        else:
            self.cue, self.words = STATED, 0

    def OPTION_WORD(self, token: str, start: int) -> None:
        """The word option."""
        self.cue, self.words = max(self.cue, NAMED), 0

    def EXCEPT(self, token: str, start: int) -> None:
        """Words that take the next letter out of what is said of all."""
        self._forget()
        self.cue, self.excepting = STATED, True

    def RETRACTED(self, token: str, start: int) -> None:
        """Words that take back what was chosen: the next letter is as weighty as any before."""
        leaning = self._leaning(start)
        if leaning is not None and token.lower() == "no":
            leaning.negated = True
        self._forget()
        self.cue = self.top

    def AGAINST(self, token: str, start: int) -> None:
        """A negation that a letter follows; a sign of order only between two letters."""
        if token == ">" and self.last is None:
            return
        self.last = None
        self.negation, self.against = _NEGATION_REACH, True

    def NEGATION(self, token: str, start: int) -> None:
        """A negation: of the letter before it if it leans on it, else of the next ones."""
        leaning = self._leaning(start)
        if leaning is not None:
            leaning.negated = leaning.judged = True
        else:
            self.negation = _NEGATION_REACH
            self.last = None

    def REJECTED(self, token: str, start: int) -> None:
        """What is said of a wrong option; of none in particular, it is an answer that names no option."""
        leaning = self._leaning(start)
        if leaning is not None:
            leaning.negated = leaning.judged = True
        elif self.last is None or not self.last.judged:
            self.abstained = self.abstained or token.startswith("都")
            self.WORD(token, start)

    def AFFIRMED(self, token: str, start: int) -> None:
        """What is said of the right option."""
        leaning = self._leaning(start)
        if leaning is None:
            self.WORD(token, start)
        elif leaning.negated and leaning.loose and len(leaning.letters) > 1:  # "not A, B is right"
            self._forget()
            self._mention(leaning.letters.pop(), STATED, leaning.end - 1, leaning.end)
        else:
            self._affirm(leaning, STATED)

    def GROUND(self, token: str, start: int) -> None:
        """The ground for an option: what is named there is not chosen."""
        leaning = self._leaning(start)
        if leaning is not None and not leaning.negated:
            self._affirm(leaning, ALONE)
        self.WORD(token, start)

    def ABSTAIN(self, token: str, start: int) -> None:
        """Words of not knowing."""
        self.abstained = True

    def JOIN(self, token: str, start: int) -> None:
        """What joins this letter to the one before."""
        comma = token.strip() in (",", "，")
        if self.last is not None and not self.last.judged:
            if not comma or self.last.loose:  # "not A and B, C"
                self.joining = token.strip()
        elif self.last is None and comma and self.negation < _NEGATION_REACH:
            self.negation = 0  # "I cannot hear it, B"

    def OPTION(self, token: str, start: int) -> None:
        """A letter that may be an option's."""
        letter = token.strip("()[]（）【】")
        if letter not in self.letters:
            self.WORD(token, start)
            return
        if self.joining and self.last is not None and letter not in self.last.letters:
            self.last.letters.append(letter)
            self.last.end = start + len(token)
            self.last.listed = False
            self.last.loose = self.last.loose and self.joining in (",", "，")
            self.joining = ""
            return
        place, listed = self._place(token, start)
        self._mention(letter, max(self.cue, place), start, start + len(token))
        self.mentions[-1].listed = listed

    def LOWER(self, token: str, start: int) -> None:
        """A small letter: an option only in brackets or after words of decision."""
        letter = token.strip("()[]（）").upper()
        first = start == self.begin and token[-1] in ")]）"
        if letter in self.letters and (self.cue or first):
            self._mention(letter, self.cue or ALONE, start, start + len(token))
        else:
            self.WORD(token, start)

    def WORD(self, token: str, start: int) -> None:
        """Any other word: what was said before loses its hold."""
        self.words += 1
        if self.words > _CUE_REACH:
            self.cue = 0
        self.last = None
        self.joining = ""
        self.negation = 0 if token.lower() in ("but", "however") else max(0, self.negation - 1)

    NOTES = NAMED_NOTE = WORD
    CONTENT = WORD

    def STOP(self, token: str, start: int) -> None:
        """The end of a sentence."""
        self._forget()

    def SPACE(self, token: str, start: int) -> None:
        """Nothing leans on a letter of the line before."""
        if "\n" in token:
            self.last = None

    def _mention(self, letters: str, weight: int, start: int, end: int) -> None:
        negated = bool(self.negation)
        mention = _Mention(list(letters.upper()), weight, start, end, negated, judged=self.excepting)
        mention.against = negated and self.against
        if not negated:
            self.top = max(self.top, weight)
        self._forget()
        self.last = mention
        self.mentions.append(mention)

    def _leaning(self, start: int) -> _Mention | None:
        """Return the mention that what stands here is said of."""
        if self.last is None or self.last.judged or self._apart(start):
            return None
        return self.last

    def _affirm(self, mention: _Mention, weight: int) -> None:
        mention.weight = max(mention.weight, weight)
        self.top = max(self.top, weight)
        mention.judged, mention.listed = True, False

    def _apart(self, start: int) -> bool:
        """Whether a comma stands between the last mention and here."""
        assert self.last is not None
        found = max(self.text.rfind(sign, self.looked, start) for sign in ",，")
        self.looked = max(self.looked, start)
        self.comma = max(self.comma, found)
        return self.comma >= self.last.end

    def _place(self, token: str, start: int) -> tuple[int, bool]:
        """Return the weight of a letter's place, and whether it opens a line as the entries of a list do.

        Alone on its line, or first in the whole answer with a full stop behind it, it is ``ALONE``.
        """
        line = self._line_of(start)
        if line.content < start:
            return BARE, False
        after = self.text[start + len(token) : line.end]
        if not after.strip(_WRAPPING):
            return ALONE, False
        opens_entry = after[:1] in (".", ":", ")") or token.endswith(")")
        first = _content_from(self.text, self.begin) >= start
        alone = first and (opens_entry or after[:1] in (",", "，") or after.lstrip()[:1] in ("(", "（"))
        return (ALONE if alone else BARE), opens_entry

    def _line_of(self, start: int) -> _Line:
        """Return the line of a place, which is never before one that was asked for already."""
        while start > self.line.end:
            self.line = _line_from(self.text, self.line.end + 1)
        return self.line


def _letters(mentions: Iterable[_Mention]) -> set[str]:
    return {letter for mention in mentions for letter in mention.letters}


def _line_from(text: str, start: int) -> _Line:
    end = text.find("\n", start)
    return _Line(_content_from(text, start), end if end >= 0 else len(text))


def _content_from(text: str, start: int) -> int:
    """Return where the first character stands that wraps nothing; the end of the text where there is none."""
    found = _CONTENT.search(text, start)
    return found.start() if found else len(text)
