"""Writing a grammar in the syntax of a target."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from onote_compiler.decoding.model import Grammar, Maybe, Name, Sequence, Symbol, Text, Times
from onote_compiler.decoding.words import Branch, branch, character_class
from onote_compiler.errors import UnknownOptionError

# Engines keep a regular expression as an automaton; beyond this they take long, or refuse it.
MAX_REGEX = 550_000
# Rules that fit on a line of this many characters stand on one.
_LINE = 100
_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


def to_lark(grammar: Grammar) -> str:
    """Return the grammar for Lark, with literals and regular expressions that llguidance reads alike."""
    body = _rules(grammar, ":", "\n  | ", _lark_symbol) + "".join(
        f"{name}: /{_regex_words(branch(words))}/\n" for name, words in grammar.terminals.items()
    )
    return f"// {grammar.comment}\n{body}"


def to_llguidance(grammar: Grammar) -> str:
    """Return the grammar for llguidance, marked as its own where an engine takes several syntaxes."""
    return f"%llguidance {{}}\n{to_lark(grammar)}"


def to_gbnf(grammar: Grammar) -> str:
    """Return the grammar in GBNF, the notation of llama.cpp."""
    # A line that breaks off before the bar ends the rule there.
    body = _rules(grammar, " ::=", " |\n  ", _gbnf_symbol) + "".join(
        f"{name.lower()} ::= {_gbnf_words(branch(words))}\n" for name, words in grammar.terminals.items()
    )
    return f"# {grammar.comment}\n" + re.sub(r"^start\b", "root", body)


def to_regex(grammar: Grammar) -> str:
    """Return one regular expression: every rule written out wherever it is used.

    Raises:
        UnknownOptionError: it would be longer than :data:`MAX_REGEX` characters.
    """
    done = {name: regex_set(words) for name, words in grammar.terminals.items()}
    for name in _innermost_first(grammar):
        done[name] = _regex_ways(grammar.rules[name], done)
        if len(done[name]) > MAX_REGEX:
            raise UnknownOptionError(
                f"as a regular expression this is over {MAX_REGEX:,} characters: a coarser grid or a shorter meter "
                "makes it smaller, and the targets lark, llguidance and gbnf stay small"
            )
    return done["start"]


def _rules(grammar: Grammar, colon: str, bar: str, write: Callable[[Symbol], str]) -> str:
    lines = []
    for name, ways in grammar.rules.items():
        sides = [" ".join(write(symbol) for symbol in way) for way in ways]
        line = f"{name}{colon} {' | '.join(sides)}\n"
        lines.append(line if len(line) <= _LINE else f"{name}{colon} {bar.join(sides)}\n")
    return "".join(lines)


def _lark_symbol(symbol: Symbol) -> str:
    match symbol:
        case Text(text):
            return f'"{text.translate(_ESCAPES)}"'
        case Maybe(text):
            return f'"{text.translate(_ESCAPES)}"?'
        case Times(symbols, count):
            return f"({' '.join(map(_lark_symbol, symbols))})~{count}"
        case Name(name):
            return name


def _gbnf_symbol(symbol: Symbol) -> str:
    match symbol:
        case Times(symbols, count):
            return f"({' '.join(map(_gbnf_symbol, symbols))}){{{count}}}"
        case Name(name):
            return name.lower()
        case _:
            return _lark_symbol(symbol)


def _regex_ways(ways: Iterable[Sequence], done: dict[str, str]) -> str:
    """Join alternatives; what several of them begin with is written once."""
    groups: dict[Symbol, list[Sequence]] = {}
    ends = False
    for way in ways:
        if way:
            groups.setdefault(way[0], []).append(way[1:])
        else:
            ends = True
    parts = [_regex_symbol(first, done) + _regex_ways(rests, done) for first, rests in groups.items()]
    if len(parts) == 1 and not ends:
        return parts[0]
    return f"(?:{'|'.join(parts)})" + "?" * ends if parts else ""


def _regex_symbol(symbol: Symbol, done: dict[str, str]) -> str:
    match symbol:
        case Text(text):
            return _escape(text)
        case Maybe(text):
            return f"(?:{_escape(text)})?" if len(text) > 1 else f"{_escape(text)}?"
        case Times(symbols, count):
            return f"(?:{''.join(_regex_symbol(s, done) for s in symbols)}){{{count}}}"
        case Name(name):
            return done[name]


def _regex_words(place: Branch) -> str:
    ways = []
    for characters, rest in place.ways:
        one = _escape(characters) if len(characters) == 1 else f"[{_escape_class(characters)}]"
        ways.append(one + _regex_words(rest))
    simple = len(place.ways) == 1 and not place.ways[0][1].ways
    return _grouped(ways, place.ends, "(?:", simple)


def regex_set(words: frozenset[str]) -> str:
    """Return a short expression for a set of words; several of its ways may begin alike.

    What many first characters have in common behind them is written once, and so is what may stand without them.
    """
    expressions = [_regex_words(branch(words))]
    for heads, common in _shared(words):
        bare = common <= words
        first = _escape(heads) if len(heads) == 1 else f"[{_escape_class(heads)}]"
        rest = words - {head + tail for head in heads for tail in common} - (common if bare else frozenset())
        body = f"{first}{'?' * bare}{_regex_words(branch(common))}"
        expressions.append(f"(?:{body}|{_regex_words(branch(rest))})" if rest else body)
    return min(expressions, key=len)


def _shared(words: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield first characters, more and more of those that have most behind them, with what all of these have there."""
    behind: dict[str, set[str]] = {}
    for word in words:
        behind.setdefault(word[:1], set()).add(word[1:])
    order = sorted(behind, key=lambda head: (-len(behind[head]), head))
    common = behind[order[0]]
    for count, head in enumerate(order, 1):
        common = common & behind[head]
        if len(common) > 1:
            yield "".join(sorted(order[:count])), frozenset(common)


def _gbnf_words(place: Branch) -> str:
    ways = []
    for characters, rest in place.ways:
        one = _lark_symbol(Text(characters)) if len(characters) == 1 else f"[{_escape_class(characters)}]"
        ways.append(f"{one} {_gbnf_words(rest)}".rstrip())
    simple = len(place.ways) == 1 and not place.ways[0][1].ways
    return _grouped(ways, place.ends, "(", simple)


def _grouped(ways: list[str], ends: bool, opening: str, simple: bool) -> str:
    """Join the ways on from a place; they may be left out where a word ends."""
    body = "|".join(ways)
    if not ways or (len(ways) == 1 and not ends):
        return body
    if simple:
        return f"{body}?"
    return f"{opening}{body})" + "?" * ends


def _escape(text: str) -> str:
    return re.sub(r"[\\/.^$*+?{}()\[\]|]", r"\\\g<0>", text).replace("\n", r"\n")


def _escape_class(characters: str) -> str:
    return re.sub(r"[\\\]\[]", r"\\\g<0>", character_class(characters)).replace("\n", r"\n")


def _innermost_first(grammar: Grammar) -> list[str]:
    """Return the rules in an order in which each comes after those it refers to."""
    order: list[str] = []
    state: dict[str, bool] = {}
    stack = [("start", False)]
    while stack:
        name, left = stack.pop()
        if left:
            state[name] = True
            order.append(name)
        elif name not in state:
            state[name] = False
            stack.append((name, True))
            stack.extend((used, False) for way in grammar.rules[name] for used in _names(way) if used in grammar.rules)
    return order


def _names(symbols: Sequence) -> list[str]:
    found: list[str] = []
    for symbol in symbols:
        if isinstance(symbol, Name):
            found.append(symbol.name)
        elif isinstance(symbol, Times):
            found.extend(_names(symbol.symbols))
    return found
