"""MIDI files as mido and pretty_midi read them back: every pitch, onset and duration, exactly."""

from fractions import Fraction
from io import BytesIO
from typing import Any

import mido
import pytest

from onote_compiler import convert, parse, project

HEAD = "X:1\nT:Walk\nM:4/4\nL:1/4\nK:Eb\n"
TEXTS = {
    "chords": ("abc", HEAD + "[CEG]2 [DF][EG]|[CE]-[CE] z2|]\n"),
    "repeated notes": ("abc", HEAD + "CCCC|C/C/C/C/ C2|]\n"),
    "ties over bar lines": ("abc", HEAD + "C2D2-|D4-|D2 z E-|E4|]\n"),
    "tuplets": ("abc", HEAD + "(3CDE (3F/G/A/ (5c/d/e/f/g/ c/4 z/4|(7:4:7C/D/E/F/G/A/B/ z2|]\n"),
    "a fast tempo": ("abc", HEAD.replace("K:", "Q:1/4=173\nK:") + "C/32D/32E/32F/32 G7/8 z3 |" * 50 + "\n"),
    "voices in unison": ("abc", HEAD + "V:1\nC2E2|G4|\nV:2\nC4|E2 G2|]\n"),
    "overlays": ("abc", HEAD + "CDEF & G,4|GABc & C2 z2|]\n"),
    "repeats": ("abc", HEAD + "C|:DEFG|1 A3B:|2 c3 z|]\n"),
    "jianpu": ("jianpu", "1(1/4) 2(1/8) #4(1/8) ^1(1/2) | _5(1/4) 0(1/4) 1(1/2) |"),
    "format C": ("pitchdur", "C4(3/4) D#4(1/12) Eb5(1/6) C-1(1/4) G9(1/4)"),
    "long": ("pitchdur", "C4(1/7) " * 5000),
}
Heard = list[tuple[Fraction, int, Fraction]]


def midi(text: str, format: str, **write: Any) -> bytes:
    output = convert(text, format, "midi", write=write).output
    assert isinstance(output, bytes)
    return output


def heard(data: bytes) -> Heard:
    """Return onset, MIDI number and duration of every note by the file's own ticks, in whole notes."""
    file = mido.MidiFile(file=BytesIO(data))
    found: Heard = []
    for track in file.tracks:
        now, sounding = 0, {}
        for message in track:
            now += message.time
            if message.type == "note_on" and message.velocity:
                assert message.note not in sounding, "a note is struck while it sounds"
                sounding[message.note] = now
            elif message.type in ("note_on", "note_off"):
                start = sounding.pop(message.note)
                whole = 4 * file.ticks_per_beat
                found.append((Fraction(start, whole), message.note, Fraction(now - start, whole)))
        assert not sounding
    return sorted(found)


def said(text: str, format: str, form: Any) -> Heard:
    score = parse(text, format).score
    assert score is not None
    return sorted(
        (event.onset, note.midi, note.duration)
        for event in project(score, form=form).events
        for note in event.notes
        if event.onset is not None and note.duration is not None
    )


@pytest.mark.parametrize("form", ["played", "written"])
@pytest.mark.parametrize(("format", "text"), TEXTS.values(), ids=TEXTS)
def test_every_note_comes_back(format: str, text: str, form: str) -> None:
    assert heard(midi(text, format, form=form)) == said(text, format, form)


def test_played_is_the_default() -> None:
    text = TEXTS["repeats"][1]
    assert midi(text, "abc") == midi(text, "abc", form="played") != midi(text, "abc", form="written")


def test_pretty_midi_reads_it_with_tempo_key_and_meter() -> None:
    pretty_midi: Any = pytest.importorskip("pretty_midi")
    text = "X:1\nM:3/4\nL:1/4\nQ:3/8=60\nK:F#m\nCDE|[M:2/4][K:Gb]CD|]\n"
    file = pretty_midi.PrettyMIDI(BytesIO(midi(text, "abc")))
    assert [round(note.start, 6) for note in file.instruments[0].notes] == pytest.approx(
        [i * 60 / 90 for i in range(5)], abs=1e-5
    )
    assert [(c.numerator, c.denominator) for c in file.time_signature_changes] == [(3, 4), (2, 4)]
    # pretty_midi counts minor keys from 12: F sharp minor is 12 + 6; G flat major is 6.
    assert [change.key_number for change in file.key_signature_changes] == [18, 6]


@pytest.mark.parametrize(("format", "text", "names"), [
    ("abc", "X:1\nM:4/4\nL:1/4\nK:C\nC^DEF|]\n", []),
    ("abc", "X:1\nM:4/4\nL:1/4\nK:C\nC_DE{g}F|]\n", ["lost-grace", "lost-spelling"]),
    ("pitchdur", "C4 D4(1/4)", ["lost-time"]),
    ("pitchdur", "C4(1/16381) D4(1/3)", ["lost-duration"]),
    ("abc", "X:1\nT:t\nM:4/4\nL:1/4\nQ:\"slow\"\nK:C\nCDEF:|]\n", ["lost-metadata", "lost-metadata", "lost-structure"]),
])  # fmt: skip
def test_what_is_lost_is_said(format: str, text: str, names: list[str]) -> None:
    assert sorted(loss.name for loss in convert(text, format, "midi").losses) == names


def test_a_key_struck_twice_at_once_is_one_note_as_long_as_the_longer() -> None:
    done = convert(HEAD + "[CC]2 [E2E]z/|]\n", "abc", "midi")
    assert isinstance(done.output, bytes)
    # C4 is 60, E flat 4 is 63
    assert heard(done.output) == [(Fraction(0), 60, Fraction(1, 2)), (Fraction(1, 2), 63, Fraction(1, 2))]
    assert "lost-voice" in [loss.name for loss in done.losses]


@pytest.mark.parametrize("length", ["1/99999", "99999/1", "999999999/1", "1/999999999"])
def test_lengths_out_of_all_reason_make_no_broken_file(length: str) -> None:
    done = convert(f"C4({length}) D4(1/4) D4({length}) E4(1/4)", "pitchdur", "midi")
    assert isinstance(done.output, bytes)
    assert (Fraction(0), 60) in [(onset, note) for onset, note, _ in heard(done.output)] or done.losses


@pytest.mark.parametrize("tempo", ["1/4=1", "1/4=100000", "1/1024=3", "8/1=999", "1/4=0"])
def test_no_tempo_breaks_the_file(tempo: str) -> None:
    text = HEAD.replace("K:", f"Q:{tempo}\nK:") + "CDEF|]\n"
    assert heard(midi(text, "abc")) == said(text, "abc", "played")


@pytest.mark.parametrize("text", ["", "X:1\nK:C\nz4|]\n"])
def test_music_without_notes(text: str) -> None:
    output = convert(text, "abc", "midi").output
    assert output is None or heard(output if isinstance(output, bytes) else b"") == []
