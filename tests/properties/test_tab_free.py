"""What the free layout of tablature carries comes back: positions, techniques, chord names, text, repeats, rhythm."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from onote_compiler import Score, convert, parse, project
from onote_compiler.ir import Chord, Key, Measure, Meter, Note, Part, Voice, from_midi
from onote_compiler.ir.events import Event, Mark, TabPosition
from onote_compiler.ir.score import Barline, Direction
from onote_compiler.theory.tunings import STANDARD

# A technique as the reader names it; a bend, its target and its release stand in this order.
BENDS = [(), (("bend", 0),), (("bend", 0), ("bend-target", 9)), (("bend", 0), ("bend-steps", 2)),
         (("bend", 0), ("bend-target", 9), ("release", 0), ("bend-target", 7))]  # fmt: skip
REACHED = ["hammer-on", "pull-off", "slide-up", "slide-down", "slide", "tap"]
HELD = ["ghost", "harmonic"]
BEHIND = ["vibrato", "palm-mute", "trill", "slide-up-out", "pinch-harmonic", "staccato"]
# Lengths that a letter says, cut so that measures are whole notes.
RHYTHMS = [
    [Fraction(1)], [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], [Fraction(3, 8), Fraction(1, 8), Fraction(1, 2)],
    [Fraction(1, 8)] * 8, [Fraction(1, 6)] * 3 + [Fraction(1, 2)], [Fraction(7, 16), Fraction(1, 16), Fraction(1, 2)],
]  # fmt: skip


@st.composite
def marks(draw: st.DrawFn) -> tuple[Mark, ...]:
    """Return techniques of one note, in the order in which they are read."""
    names = [(name, 0) for name in draw(st.lists(st.sampled_from(REACHED), max_size=1))]
    names += [(name, 0) for name in draw(st.lists(st.sampled_from(HELD), max_size=1))]
    bend = draw(st.sampled_from(BENDS))
    names += bend or [(name, 0) for name in draw(st.lists(st.sampled_from(BEHIND), max_size=1))]
    return tuple(Mark("technique", name, number) for name, number in names)


@st.composite
def events(draw: st.DrawFn, length: Fraction | None) -> Event:
    """Return notes on distinct strings, one of them perhaps dead, some with techniques."""
    strings = draw(st.sets(st.integers(1, 6), min_size=1, max_size=3))
    notes = []
    for string in sorted(strings, reverse=True):
        fret = draw(st.one_of(st.integers(0, 24), st.integers(0, 24), st.none()))
        pitch = None if fret is None else from_midi(STANDARD.strings[string - 1] + fret)
        played = draw(marks()) if fret is not None else ()
        notes.append(Note(pitch, length, marks=played, written=TabPosition(string, fret)))
    names = draw(st.lists(st.sampled_from(["Am", "G/B", "C#m7", "E"]), max_size=1))
    symbols = tuple(Mark("chord-symbol", name) for name in names)
    if len(notes) == 1:
        return Note(notes[0].pitch, length, marks=(*symbols, *notes[0].marks), written=notes[0].written)
    return Chord(tuple(notes), length, marks=symbols)


@st.composite
def scores(draw: st.DrawFn, timed: bool) -> Score:
    """Return a tab with everything that the free layout writes."""
    measures = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        lengths = draw(st.sampled_from(RHYTHMS)) if timed else [None] * draw(st.integers(1, 6))
        inside = tuple(draw(events(length)) for length in lengths)
        words = draw(st.lists(st.sampled_from(["slowly", "let ring throughout the bar", "[Verse 1]"]), max_size=2))
        places = sorted(draw(st.integers(0, len(inside))) for _ in words)
        left, right = draw(st.booleans()), draw(st.integers(0, 3))
        measures.append(Measure(
            number, Key(), Meter(), inside, tuple(map(Direction, ["text"] * 2, words, places)),
            left=Barline("initial", 1) if left else None, right=Barline("final" if right else "single", right),
        ))  # fmt: skip
    return Score((Part((Voice(tuple(measures)),), tuning=STANDARD),), notation="tab", measured=True)


def told(score: Score) -> list[object]:
    """Return what a score says, without places; the order of text at one place is that of the page."""
    found: list[object] = []
    for measure in next(score.voices).measures:
        found.append((bool(measure.left and measure.left.repeat), measure.right.repeat if measure.right else 0))
        found.append(sorted((d.at, d.text) for d in measure.directions))
        for event in measure.events:
            symbols = [m.text for note in (event, *event.notes) for m in note.marks if m.kind == "chord-symbol"]
            notes = [
                (n.written, sorted((m.text, m.number) for m in n.marks if m.kind == "technique")) for n in event.notes
            ]
            found.append((event.duration, sorted(set(symbols)), notes))
    return found


def check(score: Score, width: int) -> None:
    conversion = convert(score, target="tab", write={"layout": "free", "width": width})
    lost = {d.name for d in conversion.losses}
    assert lost <= {"span", "lost-mark"}
    if "lost-mark" in lost:  # chord names E over every onset, which would be eighth notes
        assert all(d.message == "not written: chord-symbol E" for d in conversion.losses if d.name == "lost-mark")
        return
    back = parse(str(conversion.output), "tab").score
    assert back is not None
    assert told(back) == told(score)
    assert [e.midi for e in project(back).events] == [e.midi for e in project(score).events]


@settings(max_examples=120, deadline=None)
@given(scores(timed=False), st.sampled_from([90, 200]))
def test_positions_and_what_belongs_to_them(score: Score, width: int) -> None:
    check(score, width)


@settings(max_examples=120, deadline=None)
@given(scores(timed=True), st.sampled_from([120, 300]))
def test_rhythm_in_letters(score: Score, width: int) -> None:
    check(score, width)
