"""The fields of a tune's header: what must be there, in which order, and what they set."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import FREE_METER, Meter, Tempo
from onote_compiler.ir.score import Metadata
from onote_compiler.ir.time import duration
from onote_compiler.notations.abc.fields import KeyField, key_text, key_value, parse_key, parse_parts
from onote_compiler.notations.abc.text import decode_text, without_comment
from onote_compiler.notations.abc.times import Fault, parse_meter, parse_tempo, parse_unit, tempo_text
from onote_compiler.notations.base import ReadContext

KNOWN = frozenset("ABCDFGHIKLMmNOPQRrSsTUVWwXZ")
_EARLY = frozenset("TMLQCORSZ")
_SIMPLE = frozenset("TMLQCORSZNHBDFGAIPUVrm")
"""Fields that stand by themselves in the header, whatever they say."""
_REQUIRED = frozenset("XTMK")


class Field(NamedTuple):
    """One field line: letter (``%`` for a comment, ``%%`` for a directive), value, and where the value stands."""

    letter: str
    value: str
    start: int
    value_start: int
    end: int


def report_faults(report: Report, faults: tuple[Fault, ...], offset: int) -> None:
    """Report what is wrong with a value that stands at ``offset``."""
    for fault in faults:
        report.add(fault.name, (offset + fault.start, offset + fault.end), fault.message, fault.hint)


@dataclass
class Header:
    """A tune's header while it is read; :meth:`close` makes sense of it."""

    report: Report
    context: ReadContext
    fields: list[Field] = field(default_factory=list)
    key_field: KeyField = field(default_factory=partial(KeyField, None))
    key: Key = field(default_factory=Key)
    meter: Meter = FREE_METER
    unit: Fraction = Fraction(1, 8)
    tempo: Tempo | None = None
    meter_mended: bool = False
    unit_mended: bool = False
    tempo_mended: bool = False
    seen_blank: bool = False
    blank_at: int | None = None
    """The first empty line behind X: or K:."""
    in_tune: bool = False
    tune_at: int = 0
    """Index of the first field behind the file header."""

    def add(self, entry: Field) -> None:
        """Take one field, joining a continuation to the field before it."""
        if entry.letter in _SIMPLE:
            self.fields.append(entry)
            return
        if entry.letter == "+":
            if self.fields and self.fields[-1].letter not in "%":
                last = self.fields[-1]
                joined = f"{last.value} {without_comment(entry.value).strip()}"
                self.fields[-1] = Field(last.letter, joined, last.start, last.value_start, entry.end)
                return
            self.report.add("bad-field", (entry.start, entry.end), "nothing stands before this continuation")
            return
        if entry.letter in ("X", "K"):
            self.in_tune = True
        if entry.letter == "X":
            self._start_tune(entry)
        elif entry.letter not in KNOWN and entry.letter[0] != "%":
            self.report.add(
                "unknown-field", (entry.start, entry.start + 2), f"ABC has no field {entry.letter}:",
                "it is kept and has no effect",
            )  # fmt: skip
        elif entry.letter in "ws":
            self.report.add(
                "lyrics", (entry.start, entry.end), f"no line of music stands before this {entry.letter}:",
                "write it below the notes it belongs to",
            )  # fmt: skip
        self.fields.append(entry)

    def blank(self, start: int) -> None:
        """Take an empty line: before X: it ends the file header, behind it the tune."""
        self.seen_blank = True
        if self.in_tune and self.blank_at is None:
            self.blank_at = start

    def _start_tune(self, entry: Field) -> None:
        letters = [f.letter for f in self.fields if f.letter[0] != "%"]
        if "X" in letters:
            self.report.add(
                "several-scores", (entry.start, entry.end), "another tune starts; the one before has no music"
            )
            self.fields = []
        elif "K" in letters and not self.seen_blank:
            key = next(f for f in self.fields if f.letter == "K")
            self.report.add(
                "field-order", (key.start, key.end), "K: ends the header; fields of the header follow it",
                "move K: behind the other header fields",
            )  # fmt: skip
        elif letters and not self.seen_blank:
            self.report.add(
                "field-order", (entry.start, entry.end), "X: is the first field of a tune", "move it to the top"
            )
        if not without_comment(entry.value).strip().isdecimal():
            self.report.add("bad-field", (entry.start, entry.end), "X: numbers the tune", "write X:1")
        self.tune_at = len(self.fields)
        self.blank_at = None

    def close(self, music_at: int, has_music: bool) -> None:
        """Decode the fields in force and report what is missing or out of place.

        Args:
            music_at: Where the music starts.
            has_music: Whether anything stands there.
        """
        if self.blank_at is not None and has_music:
            self.report.add(
                "blank-line", (self.blank_at, self.blank_at + 1), "an empty line before the music ends a tune",
                "take the empty line out",
            )  # fmt: skip
        last = {f.letter: f for f in self.fields}
        tune = [f for f in self.fields[self.tune_at :] if f.letter[0] != "%"]
        self._check_order(tune, [f.letter for f in tune])
        self._check_presence(tune, set(last), music_at)
        self._decode_meter(last.get("M"))
        self._decode_unit(last.get("L"))
        if "Q" in last:
            value = without_comment(last["Q"].value)
            self.tempo, faults = parse_tempo(value.strip(), self.unit)
            report_faults(self.report, faults, last["Q"].value_start)
            self.tempo_mended = bool(faults and self.tempo.bpm)
        for entry in self.fields:
            if entry.letter == "K" and entry is not last["K"]:
                self.report.add(
                    "bad-field", (entry.start, entry.end), "another K: follows before any music", "keep one of them"
                )  # fmt: skip
        self._decode_key(last.get("K"))

    def _decode_meter(self, entry: Field | None) -> None:
        if entry is None:
            self.meter = self.context.meter or FREE_METER
            return
        found = parse_meter(without_comment(entry.value))
        report_faults(self.report, found.faults, entry.value_start)
        self.meter = found.meter or FREE_METER
        self.meter_mended = bool(found.faults)

    def _decode_unit(self, entry: Field | None) -> None:
        self.unit = default_unit(self.meter)
        if entry is not None:
            found, faults = parse_unit(without_comment(entry.value))
            report_faults(self.report, faults, entry.value_start)
            self.unit = found or self.unit
            self.unit_mended = bool(faults)

    def _decode_key(self, entry: Field | None) -> None:
        self.key = self.context.key or Key(name="C")
        if entry is None:
            return
        self.key_field = parse_key(without_comment(entry.value))
        report_faults(self.report, self.key_field.faults, entry.value_start)
        self.key = self.key_field.key or Key(None, 0, "none", (), "none")

    def _check_order(self, tune: list[Field], letters: list[str]) -> None:
        key_at = letters.index("K") if "K" in letters else len(letters)
        if not _EARLY.isdisjoint(letters[key_at + 1 :]):
            entry = tune[key_at]
            self.report.add(
                "field-order", (entry.start, entry.end), "K: ends the header; fields of the header follow it",
                "move K: behind the other header fields",
            )  # fmt: skip
        if letters[:2] == ["X", "T"] or "T" not in letters or "X" not in letters:
            return
        title_at = letters.index("T")
        if title_at != letters.index("X") + 1 and title_at < key_at:
            entry = tune[title_at]
            self.report.add(
                "field-order", (entry.start, entry.end), "T: is the second field of a tune", "move it behind X:"
            )  # fmt: skip

    def _check_presence(self, tune: list[Field], letters: set[str], music_at: int) -> None:
        if letters >= _REQUIRED:
            return
        first = next((f.start for f in tune), music_at)
        for letter, place, what, hint in (
            ("X", first, "the tune has no X: field", "start it with X:1"),
            ("T", first, "the tune has no title", "write T: and a title"),
            ("M", first, "the tune has no meter, and is read without one", "write M:4/4"),
            ("K", music_at, "music stands before any K: field", "end the header with K:, such as K:C"),
        ):
            if letter not in letters:
                self.report.add("missing-field", (place, place), what, hint, variant=letter, field=letter)

    def take_labels(self, key_at: int) -> list[Field]:
        """Take out the ``P:`` fields behind K:, which name the part that starts there."""
        labels = [f for f in self.fields[key_at:] if f.letter == "P"]
        self.fields = self.fields[:key_at] + [f for f in self.fields[key_at:] if f.letter != "P"]
        return labels

    def metadata(self, words: list[Field]) -> Metadata:
        """Return the fields as the score keeps them: X first, then titles, K last."""
        first: list[tuple[str, str]] = []
        titles: list[tuple[str, str]] = []
        others: list[tuple[str, str]] = []
        key = key_text(self.key)
        for entry in (*self.fields, *words):
            letter = entry.letter
            if letter == "V":
                continue
            value = self._kept_value(entry)
            if letter == "K":
                key = value
            else:
                (first if letter == "X" else titles if letter == "T" else others).append((letter, value))
        values = (*(first or [("X", "1")]), *titles, *others, ("K", key))
        composer = next((value for letter, value in others if letter == "C"), None)
        return Metadata(
            decode_text(without_comment(titles[0][1])) or None if titles else None,
            decode_text(without_comment(composer)) if composer is not None else None,
            self.tempo, self.unit, values, self._part_order(),
        )  # fmt: skip

    def _part_order(self) -> tuple[str, ...]:
        entry = next((f for f in reversed(self.fields) if f.letter == "P"), None)
        order = () if entry is None else parse_parts(without_comment(entry.value))
        if entry is not None and not order and entry.value.strip():
            self.report.add(
                "bad-field", (entry.start, entry.end), "this order of parts cannot be read", "write P:AABB or P:(AB)2C"
            )  # fmt: skip
        return order

    def _kept_value(self, entry: Field) -> str:
        """Return a field's value as it is kept; one that was mended as it is meant."""
        value = entry.value if entry.letter == "%" else entry.value.strip()
        if entry.letter == "M" and self.meter_mended:
            return str(self.meter)
        if entry.letter == "Q" and self.tempo_mended and self.tempo is not None:
            return tempo_text(self.tempo)
        if entry.letter == "L" and self.unit_mended:
            return str(self.unit)
        if entry.letter == "K" and self.key_field.faults:
            return key_value(self.key_field)
        return value


@lru_cache(maxsize=256)
def default_unit(meter: Meter) -> Fraction:
    """Return the unit length without an ``L:`` field: 1/16 in meters below 3/4, 1/8 otherwise (2.1 section 3.1.7)."""
    length = meter.duration
    return duration(1, 16) if length is not None and length < Fraction(3, 4) else duration(1, 8)
