"""What a score depends on besides the answer and the truth; printed with every result."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from onote_compiler.engines import engine
from onote_compiler.errors import UnknownOptionError
from onote_compiler.projection import Form, Ties
from onote_compiler.scoring.metrics import phi


@dataclass(frozen=True, slots=True)
class Parameters:
    """The settings of a scoring run.

    Attributes:
        profile: Profile that decides I_fmt; an answer with an error under it scores 0 in the strict figures.
        weights: Weights of equation 8.
        length_low: Least share of the truth's notes that an answer may have.
        length_high: Greatest multiple of the truth's notes that an answer may have.
        ties: Whether tied notes are one note or each written one.
        form: Notes as written, or repeats and endings unrolled.
        max_notes: Limit that the prompt set, or ``None``; an answer above it is reported (``too-many-notes``).
        onset_tolerance: Seconds by which an onset may be off in the note metrics in seconds.
        offset_ratio: Share of a note's duration by which its end may be off.
        alignment: Whether results carry the alignment.
        engines: External programs that are asked whether they render a generated piece.
    """

    profile: str = "onote"
    weights: phi.Weights = phi.DEFAULT_WEIGHTS
    length_low: float = 0.5
    length_high: float = 2.0
    ties: Ties = "merged"
    form: Form = "written"
    max_notes: int | None = None
    onset_tolerance: float = 0.05
    offset_ratio: float = 0.2
    alignment: bool = False
    engines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        phi.validate(self.weights)
        if not 0 <= self.length_low <= 1 <= self.length_high:
            raise UnknownOptionError("length bounds must be at most 1 below and at least 1 above")
        for name in self.engines:
            engine(name)  # refused here, not once an item

    def fields(self) -> dict[str, Any]:
        """Return the settings as plain values, for printing."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**values, "weights": dict(self.weights._asdict()), "engines": list(self.engines)}

    def changed(self, **values: Any) -> Parameters:
        """Return a copy with other values.

        Raises:
            UnknownOptionError: there is no such parameter; the message offers the nearest.
        """
        known = [f.name for f in fields(self)]
        for name in values:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
                raise UnknownOptionError(f"no scoring parameter {name!r}; {hint}")
        if "weights" in values:
            values["weights"] = phi.Weights(*values["weights"])
        if "engines" in values:
            named = values["engines"]
            values["engines"] = (named,) if isinstance(named, str) else tuple(named)
        return replace(self, **values)

    def length_fits(self, truth: int, answer: int) -> bool:
        """Whether an answer of so many notes is within the bounds (paper, appendix C.3: severe mismatch is invalid)."""
        low, high = Fraction(str(self.length_low)), Fraction(str(self.length_high))
        return low * truth <= answer <= high * truth


DEFAULTS = Parameters()
