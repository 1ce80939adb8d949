import re

from hypothesis import given
from hypothesis import strategies as st

from onote_compiler.decoding.model import Grammar, Name
from onote_compiler.decoding.targets import to_gbnf, to_lark, to_regex
from onote_compiler.decoding.words import branch, character_class

WORDS = st.frozensets(st.text(alphabet="ab01^-]\\[.#_/", min_size=1, max_size=4), min_size=1, max_size=12)


def pattern(words: frozenset[str]) -> str:
    return to_regex(Grammar("", {"start": ((Name("WORD"),),)}, {"WORD": words}))


@given(WORDS, st.text(alphabet="ab01^-]\\[.#_/", max_size=5))
def test_a_pattern_matches_its_words_and_no_other(words: frozenset[str], other: str) -> None:
    compiled = re.compile(pattern(words))
    assert all(compiled.fullmatch(word) for word in words)
    assert bool(compiled.fullmatch(other)) == (other in words)


@given(WORDS)
def test_a_terminal_s_first_match_is_the_longest(words: frozenset[str]) -> None:
    written = to_lark(Grammar("", {"start": ((Name("WORD"),),)}, {"WORD": words})).splitlines()[-1]
    compiled = re.compile(written.removeprefix("WORD: /").removesuffix("/"))
    for word in words:
        found = compiled.match(word + "~")
        assert found is not None
        assert found.group() == word


def test_shared_beginnings_and_endings_are_written_once() -> None:
    assert pattern(frozenset(letter + sign + "4" for letter in "ABC" for sign in ("", "#"))) == "[A-C](?:#4|4)"
    assert pattern(frozenset({"c", "c'", "c''"})) == "c(?:''?)?"


def test_what_may_stand_before_all_words_is_written_once() -> None:
    words = {sign + letter + comma for sign in ("", "^", "=") for letter in "CDE" for comma in ("", ",")}
    assert pattern(frozenset(words | {"z"})) == "(?:[=^]?[C-E],?|z)"


def test_caret_and_hyphen_stand_where_they_mean_themselves() -> None:
    assert character_class("-=^_") == "-=_^"
    assert character_class("-^") == "-^"
    assert character_class("]^_`") == "]_`^"
    assert character_class("01234z") == "0-4z"
    assert branch(["^a", "=a"]).ways[0][0] == "=^"


def test_gbnf_escapes_quotes_and_backslashes() -> None:
    grammar = Grammar("", {"start": ((Name("WORD"),),)}, {"WORD": frozenset({'"', "\\x"})})
    assert to_gbnf(grammar).splitlines()[-1] == 'word ::= ("\\""|"\\\\" "x")'
