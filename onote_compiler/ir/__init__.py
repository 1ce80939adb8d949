"""The intermediate representation every notation is read into and written from."""

from onote_compiler.ir.events import (
    Chord,
    Event,
    Mark,
    Note,
    Rest,
    ScaleDegree,
    TabPosition,
    Tuplet,
    WrittenAccidental,
)
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME, FREE_METER, Meter, Tempo
from onote_compiler.ir.pitch import Pitch, canonical_name, from_midi, pitch
from onote_compiler.ir.score import Barline, Direction, Measure, Metadata, Part, Score, Tuning, Voice
from onote_compiler.ir.source import Anchor, Position, Source, Span
from onote_compiler.ir.time import duration

__all__ = [
    "COMMON_TIME", "FREE_METER", "Anchor", "Barline", "Chord", "Direction", "Event", "Key", "Mark", "Measure",
    "Metadata", "Meter", "Note", "Part", "Pitch", "Position", "Rest", "ScaleDegree", "Score", "Source", "Span",
    "TabPosition", "Tempo", "Tuning", "Tuplet", "Voice", "WrittenAccidental", "canonical_name", "duration",
    "from_midi", "pitch",
]  # fmt: skip
