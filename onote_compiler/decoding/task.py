"""What a grammar is asked to enforce."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.key import MODE_SHIFTS, Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.pitch import MIDI_RANGE
from onote_compiler.theory.keys import parse_key_name, parse_meter_name
from onote_compiler.theory.names import parse_pitch_name

PitchRange = str | tuple[int, int]
MAX_MEASURES = 1024
# A measure of n grid steps takes n(n+1)/2 alternatives; 128 (a 4/4 measure of 128th notes) makes 8,256.
MAX_STEPS = 128
_DOTTED_NUMERATORS = (1, 3, 7)
_MODE_SUFFIXES = {"major": "", "ionian": "", "minor": "m", "aeolian": "m"}


@dataclass(frozen=True)
class Task:
    """A piece to be generated.

    Attributes:
        meter: Meter of every measure; it has a duration.
        measures: Number of measures.
        key: Key, or ``None`` where the task leaves it open.
        pitches: MIDI numbers allowed.
        grid: Duration of which every duration is a multiple, in whole notes.
        tuplets: Whether triplets are allowed.
        single: Whether only durations are allowed that one note can show, with at most two dots.
        max_span: Frets that the hand may span.
        title: Title, where the notation asks for one.
    """

    meter: Meter
    measures: int
    key: Key | None
    pitches: range
    grid: Fraction
    tuplets: bool
    single: bool
    max_span: int
    title: str

    @property
    def measure(self) -> Fraction:
        """Duration of a measure in whole notes."""
        assert self.meter.duration is not None
        return self.meter.duration

    @property
    def steps(self) -> int:
        """Grid steps in a measure."""
        return int(self.measure / self.grid)

    def sizes(self) -> list[int]:
        """Return the durations a note may have, in grid steps, shortest first."""
        everything = range(1, self.steps + 1)
        return [size for size in everything if not self.single or is_single_note(size * self.grid)]

    def triplets(self) -> list[int]:
        """Return the note values, in grid steps, that triplets may be written in: three in the time of two."""
        if not self.tuplets:
            return []
        sizes = (size for size in range(1, self.steps // 2 + 1) if (size * self.grid).numerator == 1)
        # On a grid that has thirds in it the members of a triplet are grid durations already.
        return [size for size in sizes if is_single_note(size * self.grid) and 2 * size % 3]

    def __str__(self) -> str:
        key = f" in {key_text(self.key)}" if self.key is not None else ""
        return f"{self.measures} measure{'s' if self.measures > 1 else ''} of {self.meter}{key}"


def key_text(key: Key) -> str:
    """Return a key as ABC writes it: tonic and mode, such as ``Bb``, ``F#m`` or ``Ddor``."""
    sign = "#" * key.alter if key.alter > 0 else "b" * -key.alter
    return f"{key.tonic}{sign}{_MODE_SUFFIXES.get(key.mode, key.mode[:3])}"


def is_single_note(value: Fraction) -> bool:
    """Whether one note with at most two dots lasts ``value`` whole notes."""
    numerator, denominator = value.numerator, value.denominator
    odd = numerator // (numerator & -numerator)
    return denominator & (denominator - 1) == 0 and odd in _DOTTED_NUMERATORS


def make_task(
    *,
    meter: str | Meter,
    measures: int,
    key: str | Key | None = None,
    pitch_range: PitchRange | None = None,
    grid: Fraction = Fraction(1, 16),
    tuplets: bool = False,
    single: bool = False,
    max_span: int = 7,
    title: str = "Tune",
) -> Task:
    """Return the task that these options ask for; :func:`~onote_compiler.decoding.export_grammar` explains them.

    Raises:
        UnknownOptionError: an option that means nothing, or options that contradict each other.
    """
    task = Task(
        _meter(meter), measures, _key(key), _pitches(pitch_range), Fraction(grid), tuplets, single, max_span, title
    )
    if not 1 <= measures <= MAX_MEASURES:
        raise UnknownOptionError(f"{measures} measures: write between 1 and {MAX_MEASURES}")
    if not 0 <= max_span <= 24:
        raise UnknownOptionError(f"a span of {max_span} frets: write between 0 and 24")
    if task.grid <= 0 or task.measure % task.grid:
        raise UnknownOptionError(f"a {task.meter} measure is not a whole number of grid steps of {grid}")
    if task.steps > MAX_STEPS:
        raise UnknownOptionError(f"a {task.meter} measure has {task.steps} steps of {grid}; at most {MAX_STEPS}")
    if single and not is_single_note(task.grid):
        raise UnknownOptionError(f"no single note lasts {grid}")
    if not title.strip() or not title.isascii() or not title.isprintable() or "%" in title or "\\" in title:
        raise UnknownOptionError("a title is one line of ASCII text without % and \\")
    return task


def _meter(meter: str | Meter) -> Meter:
    found = parse_meter_name(meter) if isinstance(meter, str) else meter
    if found is None or found.duration is None:
        raise UnknownOptionError(f"no meter {str(meter)!r}; write it as 3/4 or 6/8")
    return Meter(found.beats, found.unit)


def _key(key: str | Key | None) -> Key | None:
    found = parse_key_name(key) if isinstance(key, str) else key
    if key is not None and (found is None or found.tonic is None or found.accidentals or found.mode not in MODE_SHIFTS):
        raise UnknownOptionError(f"no key {key!r}; write it as C, Bb, F#m or 'E minor'")
    return found


def _pitches(pitch_range: PitchRange | None) -> range:
    if pitch_range is None:
        return MIDI_RANGE
    ends = _named_ends(pitch_range) if isinstance(pitch_range, str) else pitch_range
    if ends is None or ends[0] > ends[1] or ends[0] not in MIDI_RANGE or ends[1] not in MIDI_RANGE:
        raise UnknownOptionError(f"no pitch range {pitch_range!r}; write it as E3-C6, the lower pitch first")
    return range(ends[0], ends[1] + 1)


def _named_ends(name: str) -> tuple[int, int] | None:
    # The octave -1 has a hyphen of its own, so every hyphen may be the one between.
    for index, character in enumerate(name):
        low, high = parse_pitch_name(name[:index].strip()), parse_pitch_name(name[index + 1 :].strip())
        if character == "-" and low is not None and high is not None:
            return low.midi, high.midi
    return None
