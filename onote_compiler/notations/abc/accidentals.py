"""Which alteration a note without accidental has: by signature, measure, or tie over the bar (2.1 section 11.3)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from onote_compiler.ir.events import Note
from onote_compiler.ir.key import Key
from onote_compiler.ir.pitch import STEPS

Alter = int | Fraction


def propagation_of(instruction: str) -> str | None:
    """Return how far accidentals reach by a directive (``propagate-accidentals octave``), if it says that at all."""
    name, _, value = instruction.strip().partition(" ")
    value = value.strip()
    return value if name == "propagate-accidentals" and value in ("not", "octave", "pitch") else None


class Accidentals:
    """The accidentals in force in one voice.

    Attributes:
        signature: Alteration of each of the seven letters.
        held: What accidentals in this measure set, by letter (or by letter and octave), with the octaves they were
            written in.
        carried: What the tied notes before set where accidentals reach no further (over a bar line, or behind each note
            where they hold for that alone), by letter and octave; for the next event only.
        propagation: ``pitch`` (all octaves of the measure), ``octave`` (its own only), ``not``, or empty where the
            text does not say: that means ``pitch``, but not everybody who writes so knows.
    """

    __slots__ = ("carried", "held", "propagation", "signature")

    def __init__(self, key: Key, propagation: str = "") -> None:
        self.signature = signature(key)
        self.held: dict[str | tuple[str, int], tuple[Alter, set[int]]] = {}
        self.carried: dict[tuple[str, int], Alter] = {}
        self.propagation = propagation

    def set_key(self, key: Key) -> None:
        """Put another signature in force; the measure starts afresh."""
        self.signature = signature(key)
        self.held = {}

    def hold(self, step: str, octave: int, alter: Alter) -> None:
        """Take note of an accidental written before a note."""
        if self.propagation == "not":
            return
        place = (step, octave) if self.propagation == "octave" else step
        known = self.held.get(place)
        octaves = known[1] | {octave} if known is not None and known[0] == alter else {octave}
        self.held[place] = (alter, octaves)

    def expected(self, step: str, octave: int) -> Alter:
        """Return the alteration of a note without accidental."""
        if self.carried:
            alter = self.carried.get((step, octave))
            if alter is not None:
                return alter
        known = self.held.get((step, octave) if self.propagation == "octave" else step)
        return self.signature[step] if known is None else known[0]

    def ambiguous(self, step: str, octave: int) -> bool:
        """Whether only an accidental in another octave decides, and differently; true once for each octave."""
        known = None if self.propagation else self.held.get(step)
        if known is None or octave in known[1] or known[0] == self.signature[step] or (step, octave) in self.carried:
            return False
        known[1].add(octave)
        return True

    def behind(self, notes: Iterable[Note], shift: int = 0) -> None:
        """Go on behind an event of these notes, grace notes left out; ``shift`` as for :meth:`bar`."""
        if self.propagation == "not":
            self.carry(notes, shift)
        elif self.carried:
            self.carried = {}

    def bar(self, last: Iterable[Note], shift: int = 0) -> None:
        """Go over a bar line; ``last`` are the notes before it, ``shift`` octaves above where they are written."""
        if self.held:
            self.held = {}
        self.carry(last, shift)

    def carry(self, last: Iterable[Note], shift: int = 0) -> None:
        """Have accidentals of the tied ones among the last notes hold for what comes next."""
        if self.carried:
            self.carried = {}
        for note in last:
            if note.tie and note.pitch is not None:
                self.carried[note.pitch.step, note.pitch.octave - shift] = note.pitch.alter


@cache
def _signature_items(key: Key) -> tuple[tuple[str, Alter], ...]:
    return tuple((step, key.alterations.get(step, 0)) for step in STEPS)


def signature(key: Key) -> dict[str, Alter]:
    """Return the alteration of each of the seven letters in ``key``."""
    return dict(_signature_items(key))
