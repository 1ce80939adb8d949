"""Writing tablature: what stands on the page, and what is reported as lost."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from onote_compiler import Score, convert, parse, project
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir import Chord, Key, Measure, Meter, Note, Part, Rest, Voice, from_midi
from onote_compiler.ir.events import Event, Mark
from onote_compiler.ir.score import Barline, Metadata

Q, E, S = Fraction(1, 4), Fraction(1, 8), Fraction(1, 16)


def note(midi: int, length: Fraction | None, **more: object) -> Note:
    return Note(from_midi(midi), length, **more)  # type: ignore[arg-type]


def chord(midis: tuple[int, ...], length: Fraction) -> Chord:
    return Chord(tuple(note(midi, length) for midi in midis), length)


def score(*measures: list[Event], meter: Meter | None = None, more: list[list[Event]] | None = None) -> Score:
    meter = meter or Meter((4,), 4)

    def voice(name: str, lines: tuple[list[Event], ...]) -> Voice:
        return Voice(
            tuple(Measure(k, Key(), meter, tuple(e), right=Barline()) for k, e in enumerate(lines, 1)), name=name
        )

    voices = [voice("1", measures)] + ([voice("2", tuple(more))] if more else [])
    return Score((Part(tuple(voices)),), notation="abc")


def losses(source: Score, **write: object) -> list[str]:
    return sorted(d.name for d in convert(source, target="tab", write=write).losses)


def tab(source: Score, **write: object) -> str:
    output = convert(source, target="tab", write=write).output
    assert isinstance(output, str)
    return output


def test_strict_layout() -> None:
    text = tab(score([note(64, Q), note(65, Q), note(67, Q), note(65, Q)], [chord((48, 52, 55, 60, 64), Fraction(1))]))
    assert text == (
        "Beat|1...2...3...4...|1...2...3...4...|\n"
        "e   |0---1---3---1---|0---------------|\n"
        "B   |----------------|1---------------|\n"
        "G   |----------------|0---------------|\n"
        "D   |----------------|2---------------|\n"
        "A   |----------------|3---------------|\n"
        "E   |----------------|----------------|"
    )
    assert parse(text, "tab", profile="onote").verdict == "valid"


@pytest.mark.parametrize(
    ("meter", "columns"), [((3, 4), 12), ((2, 4), 8), ((6, 8), 12), ((3, 8), 6), ((7, 8), 14), ((2, 2), 16)]
)
def test_columns_of_a_measure(meter: tuple[int, int], columns: int) -> None:
    text = tab(score([note(64, Fraction(*meter))], meter=Meter((meter[0],), meter[1])))
    assert len(text.split("\n")[1]) == 4 + 1 + columns + 1
    assert parse(text, "tab", profile="onote").format_ok


def test_sixteenths_change_the_string() -> None:
    source = score([note(64, S), note(66, S), note(64, S), note(66, S), note(64, 3 * Q)])
    text = tab(source)
    rows = [row[5:] for row in text.split("\n")[1:]]
    assert not any(a.isdigit() and b.isdigit() for row in rows for a, b in pairwise(row))
    assert losses(source) == []
    assert parse(text, "tab", profile="onote").format_ok


def test_wider_grid_where_numbers_would_touch() -> None:
    source = score([note(41, S), note(42, S), note(43, S), note(44, S), note(45, 3 * Q)])
    text = tab(source)
    assert "Beat|1.......2.......3.......4.......|" in text
    assert losses(source) == ["lost-layout"]
    back = parse(text, "tab")
    assert back.score is not None
    assert project(back.score).durations == [S, S, S, S, 3 * Q]


def test_wider_grid_for_triplets() -> None:
    third = Fraction(1, 12)
    source = score([note(64, third), note(65, third), note(67, third), note(69, 3 * Q)])
    assert tab(source).startswith("Beat|1...........2...........3...........4...........|\ne   |0---1---3---5---")
    assert losses(source) == ["lost-layout"]


def test_rhythm_finer_than_any_grid() -> None:
    odd = Fraction(1, 260)
    source = score([note(64, odd), note(65, 1 - odd)])
    assert "lost-duration" in losses(source)


@pytest.mark.parametrize(
    ("measures", "expected"),
    [
        ([[note(64, Q), Rest(Q), note(65, 2 * Q)]], ["lost-rest"]),
        ([[note(64, Q), Rest(3 * Q)]], ["lost-rest"]),
        ([[Rest(Q), note(64, 3 * Q)]], []),
        ([[Rest(Fraction(1))]], []),
        ([[note(64, Fraction(1), tie="solid")], [note(64, Fraction(1))]], ["lost-tie"]),
        ([[note(64, 2 * Q, tie="solid"), note(64, 2 * Q)]], []),
        ([[note(64, E, grace="acciaccatura"), note(65, Fraction(1))]], ["lost-grace"]),
        ([[note(64, Fraction(1), marks=(Mark("decoration", "trill"),))]], ["lost-mark"]),
        ([[note(39, Q), note(64, 3 * Q)]], ["lost-pitch"]),
        ([[chord((40, 41), Fraction(1))]], ["lost-pitch"]),
    ],
)
def test_losses(measures: list[list[Event]], expected: list[str]) -> None:
    assert losses(score(*measures)) == expected


@pytest.mark.parametrize(("dialect", "row"), [("ascii", "0---3-----------"), ("linear", "-0-3-")])
def test_text_around_the_rows_is_reported(dialect: str, row: str) -> None:
    text = "  Intro\n" + "\n".join(f"{name}|{row}|" for name in "eBGDAE") + "\n  hold it"
    lost = [d for d in convert(text, "tab", "tab", to_dialect=dialect).losses if d.name == "lost-mark"]
    assert [(d.line, d.message) for d in lost] == [(1, "not written: text Intro"), (8, "not written: text hold it")]


def test_voices_are_merged() -> None:
    source = score([note(64, 2 * Q), note(65, 2 * Q)], more=[[note(48, Fraction(1))]])
    text = tab(source)
    back = parse(text, "tab").score
    assert back is not None
    assert project(back).pitches == [["C3", "E4"], "F4"]
    assert losses(source) == ["lost-duration", "lost-voice"]


def test_metadata_is_lost() -> None:
    titled = Score(score([note(64, Fraction(1))]).parts, Metadata(title="Air"), notation="abc")
    assert losses(titled) == ["lost-metadata"]


def test_octaves_until_it_fits() -> None:
    source = score([note(36, Fraction(1))])
    assert "E2" not in tab(source)
    text = tab(source, fit_octave=True)
    back = parse(text, "tab").score
    assert back is not None
    assert project(back).pitches == ["C3"]
    assert losses(source, fit_octave=True) == ["lost-pitch"]


def test_tuning_and_capo() -> None:
    text = tab(score([note(38, Fraction(1))]), tuning="drop D")
    assert text.startswith("Tuning: D2 A2 D3 G3 B3 E4\n")
    assert text.endswith("D   |0---------------|")
    text = tab(score([note(66, Fraction(1))]), capo=2)
    assert text.startswith("Capo: 2\n")
    back = parse(text, "tab").score
    assert back is not None
    assert project(back).pitches == ["F#4"]


def test_written_positions_stay() -> None:
    text = "Beat|1...2...3...4...|\ne   |----------------|\nB   |5---x-----------|\n"
    text += "".join(f"{name}   |{'-' * 16}|\n" for name in "GDAE")
    assert convert(text.rstrip(), "tab", "tab").output == text.rstrip()
    assert "e   |0---" in str(convert(text, "tab", "tab", write={"refinger": True}).output)


def test_lines_are_no_wider_than_asked() -> None:
    source = score(*[[note(64, Fraction(1))]] * 9)
    assert max(map(len, tab(source, width=40).split("\n"))) <= 40
    assert tab(source, width=40).count("Beat") == 5


def test_free_layout() -> None:
    source = score([note(64, Q), note(76, Q), note(77, 2 * Q)])
    text = tab(source, layout="free")
    assert text.split("\n")[:2] == ["      q q  h", "e   |-0-12-13-|"]
    assert losses(source, layout="free") == []
    silent = score([note(64, Q), note(76, 3 * Q)], [Rest(Fraction(1))])
    assert tab(silent, layout="free").split("\n")[0] == "e   |-0-12-|--|"
    assert losses(silent, layout="free") == ["lost-time"]


WEB = """\
Title: Riff
Key: A minor
Tempo: 100

      Intro
      Am    G/B
e   |-5h7---7b9-|:----(3)--:| x3
B   |-5---------|:---------:|
G   |-----5/7---|:----<12>-:|
D   |-----------|:---------:|
A   |-x---------|:---------:|
E   |-----------|:-3PM-----:|"""


def test_a_tab_from_the_web_keeps_what_it_says() -> None:
    conversion = convert(WEB, "tab", "tab")
    assert conversion.output == WEB
    assert not conversion.losses


def test_the_strict_layout_says_what_it_drops() -> None:
    text = "Beat|1...2...3...4...|\ne   |5h7-----7~------|\n" + "\n".join(f"{n}   |{'-' * 16}|" for n in "BGDAE")
    conversion = convert(text, "tab", "tab")
    assert str(conversion.output).split("\n")[1] == "e   |5-7-----7-------|"
    assert [d.message for d in conversion.losses] == ["not written: hammer-on, vibrato"]


def test_marks_without_a_sign_are_lost() -> None:
    marks = (Mark("technique", "hammer-on"), Mark("technique", "yodel"), Mark("decoration", "trill"))
    source = score([note(64, Fraction(1), marks=marks)])
    lost = [d.message for d in convert(source, target="tab", write={"layout": "free"}).losses]
    assert lost == ["not written: trill", "not written: yodel"]
    assert tab(source, layout="free").split("\n")[1] == "e   |-h0-|"


def test_titles_and_meter_of_the_free_layout() -> None:
    source = score([note(64, 3 * Q)], meter=Meter((3,), 4))
    titled = Score(source.parts, Metadata(title="Air", composer="Anon."), notation="abc")
    conversion = convert(titled, target="tab", write={"layout": "free"})
    assert str(conversion.output).startswith("Title: Air\nTime: 3/4\n\n      h.\ne   |-0-|")
    assert [d.message for d in conversion.losses] == ["not written: the composer and other fields"]
    back = parse(str(conversion.output), "tab").score
    assert back is not None
    assert project(back).durations == [3 * Q]


def test_free_columns_are_never_taken_for_time() -> None:
    # eight notes of one digit would be sixteen columns and a bar line
    source = score([note(64 + k % 3, None) for k in range(7)] + [note(76, None)])
    text = tab(source)
    assert len(text.split("\n")[0]) != len("e   |" + "-" * 16 + "|")
    back = parse(text, "tab").score
    assert back is not None
    assert project(back).durations is None or None in project(back).durations


def test_a_measure_wider_than_a_line_is_cut_and_said_to_be() -> None:
    source = score([note(64, None)] * 40)
    assert "lost-layout" in losses(source, width=40)
    assert max(map(len, tab(source, width=40).split("\n"))) <= 40


def test_chord_names_that_would_be_rhythm_letters() -> None:
    bare = "\n".join(["   E   A", *(f"{name}|-0---2-|" for name in "eBGDAE")])
    assert not convert(bare, "tab", "tab").losses
    assert "      E A" in str(convert(bare, "tab", "tab").output)
    named = Mark("chord-symbol", "E")
    source = score([note(64, None, marks=(named,)), note(65, None, marks=(named,))])
    assert losses(source) == ["lost-mark", "lost-mark"]


def test_without_durations_the_layout_is_free() -> None:
    conversion = convert("S6_F0+S5_F2 S1_F3", "tab", "tab", to_dialect="ascii")
    assert str(conversion.output).split("\n")[0] == "e   |---3-|"
    assert not conversion.losses


def test_linear() -> None:
    conversion = convert(score([chord((40, 47), Q), note(67, 3 * Q)]), target="tab", to_dialect="linear")
    assert conversion.output == "S6_F0+S5_F2 S1_F3"
    assert [d.name for d in conversion.losses] == ["lost-time"]


def test_empty_score() -> None:
    assert tab(Score(())) == ""


@pytest.mark.parametrize(
    "write",
    [{"tuning": "silly"}, {"capo": 99}, {"max_fret": "x"}, {"width": 3}, {"layout": "round"}, {"unknown": 1}],
)
def test_options_that_do_not_exist(write: dict[str, object]) -> None:
    with pytest.raises(UnknownOptionError):
        convert(score([note(64, Fraction(1))]), target="tab", write=write)


def test_options_as_text() -> None:
    assert "1---" in tab(score([note(65, Fraction(1))]), max_fret="5", position="1", fit_octave="yes")
