"""The played form, by hand: in which order measures sound."""

import pytest

from onote_compiler import parse, project
from onote_compiler.ir.score import Score


def score_of(body: str, head: str = "") -> Score:
    result = parse(f"X:1\nT:t\n{head}M:1/4\nL:1/4\nK:C\n{body}\n", "abc")
    assert result.score is not None
    return result.score


def played(body: str, head: str = "") -> str:
    """Return the letters of the notes in playing order."""
    events = project(score_of(body, head), form="played").events
    return "".join(name[0] for event in events for name in event.names)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("C | D | E |]", "CDE"),
        ("|: C | D :| E |]", "CDCDE"),
        ("C | D :| E |]", "CDCDE"),
        ("C | D :| E | F :|", "CDCDEFEF"),
        ("C | D || E | F :| G |]", "CDEFEFG"),
        ("|: C | D || E :| F |]", "CDECDEF"),
        ("|:: C ::| D |]", "CCCD"),
        ("|: C :|: D :|", "CCDD"),
        ("|: C |1 D :|2 E |]", "CDCE"),
        ("|: C |1 D :|2 E | F |]", "CDCEF"),
        ("|: C |1 D :|2 E :| F |]", "CDCEF"),
        ("|: C |1,2 D :|3 E |]", "CDCDCE"),
        ("|: C |1-3 D :|4 E |]", "CDCDCDCE"),
        ("|: C |1,3 D :|2,4 E :| F |]", "CDCECDCEF"),
        ("|: C |1 D :| E |]", "CDCE"),
        ("C |1 D :|2 E || F |1 G :|2 A |]", "CDCEFGFA"),
        ("C | D !fine! | E !D.C.! |]", "CDECD"),
        ("C !fine! | !segno!D | E !D.S.! |]", "CDEDE"),
        ("C | !segno!D !fine! | E !D.S.! |]", "CDED"),
        ("|: C :| D !fine! | E !D.C.! |]", "CCDECD"),
        ("|: C |1 D :|2 E !fine! | F !D.C.! |]", "CDCEFCE"),
        ('C | D "^Fine" | E "^D.C. al Fine" |]', "CDECD"),
        ("C !dacoda! | D !D.C.alcoda! | !coda!E |]", "CDCE"),
    ],
)
def test_order(body: str, wanted: str) -> None:
    assert played(body) == wanted


def test_parts_are_played_in_the_order_of_the_header() -> None:
    body = "P:A\nC | D |\nP:B\n|: E :|\nP:C\nF |]"
    assert played(body, "P:A2(BC)2A\n") == "CDCDEEFEEFCD"


def test_without_an_order_parts_are_played_as_written() -> None:
    assert played("P:A\nC |\nP:B\nD |]") == "CD"


def test_signs_in_one_voice_hold_for_the_others() -> None:
    events = project(score_of("V:1\n|: C :| D |]\nV:2\nE | F |]"), form="played").events
    names = {voice: "".join(e.names[0][0] for e in events if e.voice == voice) for voice in "12"}
    assert names == {"1": "CCD", "2": "EEF"}


def test_playback_transposition_is_played_and_not_written() -> None:
    score = score_of("V:1 transpose=-2\nC | ^F |]")
    assert project(score).midi == [60, 66]
    assert project(score, form="played").midi == [58, 64]


def test_a_piece_without_signs_is_played_as_written() -> None:
    score = score_of("C | D- | D |]")
    assert project(score, form="played") == project(score)
