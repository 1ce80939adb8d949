"""Which note of the truth met which note of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from onote_compiler.ir.pitch import canonical_name
from onote_compiler.scoring.metrics.sequence import Opcode
from onote_compiler.scoring.tokens import Token


@dataclass(frozen=True, slots=True)
class AlignedPair:
    """One step of the alignment.

    Attributes:
        kind: ``equal``, ``replace``, ``delete`` (the answer lacks it) or ``insert`` (only the answer has it).
        truth: The truth's token, ``None`` for an insertion.
        answer: The answer's token, ``None`` for a deletion.
    """

    kind: str
    truth: Token | None
    answer: Token | None

    def fields(self) -> dict[str, Any]:
        """Return the pair as plain values."""
        return {"kind": self.kind, "truth": _token(self.truth), "answer": _token(self.answer)}


def align(truth: Sequence[Token], answer: Sequence[Token], steps: Sequence[Opcode]) -> list[AlignedPair]:
    """Return an alignment note by note.

    Args:
        truth: Tokens of the truth.
        answer: Tokens of the answer.
        steps: The alignment as runs of equal, replaced, deleted and inserted tokens.
    """
    pairs: list[AlignedPair] = []
    for kind, a, b, c, d in steps:
        for i in range(max(b - a, d - c)):
            pairs.append(AlignedPair(kind, truth[a + i] if a + i < b else None, answer[c + i] if c + i < d else None))
    return pairs


def _token(token: Token | None) -> dict[str, Any] | None:
    if token is None:
        return None
    return {
        "pitch": None if token.midi is None else canonical_name(token.midi),
        "spelled": token.spelled,
        "duration": None if token.duration is None else str(token.duration),
        "onset": None if token.onset is None else str(token.onset),
        "measure": token.measure,
        "voice": token.voice,
    }
