"""What the writer of tablature can be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.score import Tuning
from onote_compiler.notations.tab.settings import capo_option, tuning_option
from onote_compiler.theory.fingering import MAX_FRET, MAX_SPAN, Fretboard
from onote_compiler.theory.tunings import STANDARD

LAYOUTS = ("grid", "free")


@dataclass(frozen=True)
class TabOptions:
    """Settings of the writer.

    Attributes:
        tuning: Open strings to write for; those of the score when not given.
        capo: Fret of the capo.
        max_fret: Highest fret to use.
        max_span: Most frets to span with the hand.
        position: Fret at which the hand should stay.
        fit_octave: Whether notes outside the instrument are moved by octaves until they fit.
        width: Most characters in a line.
        layout: ``grid`` (columns are time) or ``free`` (columns only order).
        refinger: Whether positions that the score has are found anew.
    """

    tuning: Tuning
    max_fret: int = MAX_FRET
    max_span: int = MAX_SPAN
    position: int | None = None
    fit_octave: bool = False
    width: int = 80
    layout: str = "grid"
    refinger: bool = False

    @property
    def board(self) -> Fretboard:
        """The instrument."""
        return Fretboard(self.tuning.strings, self.tuning.capo, self.max_fret, self.max_span)

    @property
    def plain(self) -> bool:
        """Whether it is a guitar in standard tuning, which needs no header."""
        return self.tuning.strings == STANDARD.strings and not self.tuning.capo


def tab_options(options: Mapping[str, Any], own: Tuning | None) -> TabOptions:
    """Return the settings that options ask for.

    Args:
        options: Names and values, values also as text.
        own: Tuning of the score, if it has one.

    Raises:
        UnknownOptionError: an option or value that the writer does not have.
    """
    known = {"tuning", "capo", "max_fret", "max_span", "position", "fit_octave", "width", "layout", "refinger"}
    for name in options:
        if name.replace("-", "_") not in known:
            raise UnknownOptionError(f"tablature has no option {name!r}; known: {', '.join(sorted(known))}")
    given = {name.replace("-", "_"): value for name, value in options.items() if value is not None}
    tuning = tuning_option(given.get("tuning")) or own or STANDARD
    capo = capo_option(given["capo"]) if "capo" in given else tuning.capo
    layout = str(given.get("layout", "grid"))
    if layout not in LAYOUTS:
        raise UnknownOptionError(f"no layout {layout!r}; known: {', '.join(LAYOUTS)}")
    position = given.get("position")
    return TabOptions(
        Tuning(tuning.strings, tuning.name, capo),
        _number(given, "max_fret", MAX_FRET, 0, MAX_FRET), _number(given, "max_span", MAX_SPAN, 0, MAX_FRET),
        None if position is None else _number(given, "position", 0, 0, MAX_FRET), _flag(given.get("fit_octave", False)),
        _number(given, "width", 80, 20, 100_000), layout, _flag(given.get("refinger", False)),
    )  # fmt: skip


def _number(options: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    try:
        value = int(str(options.get(name, default)))
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise UnknownOptionError(f"{name} must be a whole number from {low} to {high}, not {options.get(name)!r}")
    return value


def _flag(value: object) -> bool:
    return value if isinstance(value, bool) else str(value).lower() in ("1", "true", "yes", "on")
