"""Telling notation that nobody named from ordinary text that holds the same tokens."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from onote_compiler.extraction.blocks import Tier
from onote_compiler.extraction.find import Place
from onote_compiler.extraction.lines import FIELD, TEXT, Content, Line, split_lines
from onote_compiler.extraction.roles import evidence

_LEAST = {"abc": 1, "tab": 3, "jianpu": 3, "pitchdur": 2}
"""Fewer bare digits, pitch names or lines of letters are no better than chance."""
_SURE = 4
"""So many notes with their lengths are a score, whatever words stand beside them."""
_FEW_WORDS = 4
"""So many degrees stand behind bar lines for each word that may stand behind them."""
_CARRIERS = frozenset(
    {"content", "text", "message", "response", "reply", "completion", "result", "prediction", "reference"}
)
"""Keys of JSON that say nothing of what stands under them."""


def is_plausible(name: str, place: Place) -> bool:
    """Whether a place can be taken for a notation that was not asked for.

    Bare digits, pitch names and letters count in lines where nothing else stands but a label that speaks of music, and
    below keys of JSON that do; a few notes with their lengths count beside such words, or set off from others.

    Args:
        name: The notation.
        place: Where it seems to stand.
    """
    block = place.block
    assert block is not None
    if name == "musixqa":
        return True
    if not place.segment.lines:  # a JSON value that a reader takes as it stands
        return block.tier is not Tier.WEAK or (block.evidence >= _LEAST[name] and _is_under_music(place))
    lines = _lines(place)
    if block.tier is not Tier.WEAK:
        if name == "tab" and not any(line.content.frets for line in lines):
            return True
        return _is_tune(lines, place) if name == "abc" else _is_measured(lines)
    if block.evidence < _LEAST.get(name, 1) or not _is_under_music(place):
        return False
    if name == "tab":
        return True
    if name == "abc":
        return all(_is_letters(line.content) for line in lines if evidence(line.content) or line.content.notes)
    if any(line.content.headers for line in lines):
        return True  # 1=C, Time: 4/4
    alone = sum(evidence(line.content) for line in lines if _is_alone(line.content))
    return alone >= _LEAST[name] and 2 * alone >= block.evidence


def _lines(place: Place) -> list[Line]:
    """Return the lines a block stands in, whole where it is cut out of them."""
    block, lines = place.block, place.segment.lines
    assert block is not None
    first = max(bisect_right(lines, block.start, key=lambda line: line.start) - 1, 0)
    behind = bisect_left(lines, block.end, key=lambda line: line.start)
    return [line for line in lines[first:behind] if not line.blank]


# -- what stands around it --------------------------------------------------------------------------------------------
def _is_under_music(place: Place) -> bool:
    """Whether the JSON values around a place are under no key or label that speaks of something else."""
    layer = place.layer
    while layer.outer is not None:
        carried = layer.key in _CARRIERS or "\n" in layer.source.text  # a text of its own, not one named thing
        if not (carried or _speaks(layer.key)):
            return False
        value, layer = layer.outer, layer.outer.layer
        line = value.segment.lines[bisect_right(value.segment.lines, value.start, key=lambda line: line.start) - 1]
        if not _speaks(layer.source.text[line.start : value.start]):
            return False
    return True


def _speaks(words: str) -> bool:
    """Whether words speak of music, or of nothing at all."""
    shown = words.replace("_", " ").strip()
    if not any(sign.isalpha() for sign in shown):
        return True
    content = split_lines(shown, 0, len(shown))[0].content
    return content.of_music > 0 or content.staff or content.measure_label


def _words(content: Content) -> int:
    """Return how many words stand in a line, commands of TeX left out."""
    return max(content.words - content.whole.count("\\"), 0)


def _is_alone(content: Content) -> bool:
    """Whether nothing stands beside the bare notes of a line, or only what says that they are notes."""
    if content.kind != TEXT or content.operators or 2 * content.enclosed > content.degrees:
        return False
    said = _words(content)
    if said and content.leading:
        return content.bars > 0 and 2 * content.of_music >= said  # The melody is 1 2 3 | 4 5
    if said:
        return content.bars > 1 and _FEW_WORDS * said <= content.degrees  # 1 2 3 4 | 5 6 7 1 | Fine
    named = content.staff or content.measure_label
    return bool(named) or 2 * content.of_music >= content.label_words


# -- notes with their lengths -----------------------------------------------------------------------------------------
def _is_measured(lines: list[Line]) -> bool:
    """Whether lines of notes with their lengths are more than a few beside words that say something else."""
    notes = 0
    for line in lines:
        content = line.content
        found = evidence(content) if content.first >= 0 else 0
        if not found or content.name_durations == content.odd_lengths == found:
            continue
        spoken = content.of_music or content.staff or content.measure_label or content.headers or content.exclaimed
        said = content.words_before or content.label_words or 2 * _words(content) > found
        odd = content.words > 0 and found == content.odd_lengths
        if not odd and (spoken or not said):
            return True  # a word or two among the notes are slips
        notes += found - content.odd_lengths
    return notes >= _SURE


# -- ABC --------------------------------------------------------------------------------------------------------------
def _is_tune(lines: list[Line], place: Place) -> bool:
    """Whether fields belong to a tune: to one that has music, other fields, or more of its kind beside it."""
    assert place.block is not None
    fields = sum(line.kind == FIELD for line in lines)
    return place.block.evidence > 0 or fields > 1 or len(place.layer.places) > 1


def _is_letters(content: Content) -> bool:
    """Whether the letters of a line without fields are notes and not names of things."""
    if content.kind != TEXT:
        return True
    if content.operators or content.words or (content.label_words and not content.of_music):
        return False
    notes = content.notes + content.pitches + content.letter_degrees
    if content.bars:
        return content.singles < notes or notes >= 2 * content.bars
    return 2 * content.singles < notes
