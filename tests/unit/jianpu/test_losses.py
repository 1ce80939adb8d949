"""What a dialect cannot carry is named, one by one; what it can is there after a round trip."""

import pytest

from onote_compiler import convert, parse

RICH = """X:1
T:First
T:Second
C:Someone
R:reel
Q:"Allegro" 3/8=60
M:6/8
L:1/8
P:AAB
K:DDor
P:A
|:{f}A3 [Q:1/8=100] "^slow"B3|[CE]3 G3:|
P:B
V:1 name="Flute"
(3ABc d2-|d6|]
W:words below
"""


def losses(text: str, dialect: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for loss in convert(text, "abc", "jianpu", to_dialect=dialect).losses:
        found.setdefault(loss.name, []).append(loss.message)
    return found


@pytest.mark.parametrize(
    ("dialect", "gone", "kept"),
    [
        ("formatb", ["title", "composer", "tempo", "tempo in words", "changes of tempo", "further titles"], []),
        ("critic", ["title", "composer", "tempo", "tempo in words", "changes of tempo", "further titles"], []),
        ("data", ["title", "composer", "tempo", "tempo in words", "changes of tempo", "further titles"], []),
        ("unicode", ["composer", "changes of tempo", "further titles"], ["title", "tempo", "tempo in words"]),
        ("jianpu-ly", ["tempo in words", "further titles"], ["title", "composer", "tempo", "changes of tempo"]),
    ],
)
def test_metadata(dialect: str, gone: list[str], kept: list[str]) -> None:
    first = next(m for m in losses(RICH, dialect)["lost-metadata"] if m.startswith("not written: "))
    named = first.removeprefix("not written: ").split(", ")
    assert [name for name in gone if name not in named] == []
    assert [name for name in kept if name in named] == []
    assert "header fields R" in named
    assert "mode (dorian)" in named


@pytest.mark.parametrize("dialect", ["formatb", "critic", "data", "unicode", "jianpu-ly"])
def test_the_order_of_parts_and_words_below_the_music(dialect: str) -> None:
    found = losses(RICH, dialect)
    assert "the order in which parts are played cannot be written here" in found["lost-structure"]
    assert "words below the music cannot be written here" in found["lost-mark"]


def test_a_tempo_keeps_its_beat() -> None:
    tune = 'X:1\nQ:"Allegro" 3/8=60\nM:6/8\nL:1/8\nK:C\nC6|]\n'
    printed = str(convert(tune, "abc", "jianpu", to_dialect="unicode").output)
    assert printed.splitlines()[0] == "Tempo: Allegro ♩.=60"
    again = parse(printed, "jianpu").score
    assert again is not None
    assert again.metadata.tempo == parse(tune, "abc").score.metadata.tempo  # type: ignore[union-attr]
    assert str(convert(tune, "abc", "jianpu", to_dialect="jianpu-ly").output).startswith("1=C 6/8 4.=60\n")


def test_a_tempo_that_is_no_whole_number() -> None:
    tune = "X:1\nQ:1/4=100.5\nM:4/4\nL:1/4\nK:C\nC4|]\n"
    assert str(convert(tune, "abc", "jianpu", to_dialect="unicode").output).startswith("♩=100.5\n")
    assert losses(tune, "jianpu-ly")["lost-metadata"] == ["not written: exact tempo"]


def test_a_chord_tied_in_part() -> None:
    tune = "X:1\nM:4/4\nL:1/4\nK:C\n[C-E]2 [CF]2|]\n"
    for dialect in ("unicode", "jianpu-ly"):
        assert losses(tune, dialect)["lost-tie"] == ["a chord is tied as a whole or not at all"]


def test_a_syllable_within_a_slur() -> None:
    tune = "X:1\nM:4/4\nL:1/4\nK:C\n(CD) E2|]\nw:one two three\n"
    assert len(losses(tune, "jianpu-ly")["lost-mark"]) == 1


def test_how_often_a_repeat_is_played() -> None:
    tune = "X:1\nM:4/4\nL:1/4\nK:C\n|::C4::|\n"
    assert "how often a repeat is played cannot be written here" in losses(tune, "unicode")["lost-structure"]
    assert convert(tune, "abc", "jianpu", to_dialect="jianpu-ly").output == "1=C 4/4\nR3{ 1 - - - }\n"


def test_staves_in_different_keys_count_in_one_where_no_key_can_be_written() -> None:
    tune = "X:1\nM:4/4\nL:1/4\nK:C\nV:1\nG4|]\nV:2\nK:G\nG4|]\n"
    done = convert(tune, "abc", "jianpu", to_dialect="data")
    assert done.output == '{"treble": "5(1/1) |", "bass": "5(1/1) |"}'


def test_meters_are_said_again_where_a_repeat_begins_anew() -> None:
    tune = "X:1\nM:2/4\nL:1/4\nK:C\n|:CD|[M:3/4]EFG|1 C3:|2 D3|]\n"
    text = convert(tune, "abc", "jianpu", to_dialect="jianpu-ly").output
    assert text == "1=C 2/4\nR{ 2/4 1 2 3/4 3 4 5 } A{ 3/4 1 - - | 3/4 2 - - }\n"


def test_both_notes_of_a_unison_are_written() -> None:
    assert (
        convert("X:1\nL:1/4\nK:C\n[CC]4|]\n", "abc", "jianpu", to_dialect="jianpu-ly").output == "1=C 4/4\n11 - - -\n"
    )
