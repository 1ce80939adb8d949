"""An answer held against the truth: every figure of transcription and conversion, and the alignment behind them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from onote_compiler.ir.score import Score
from onote_compiler.ir.time import ZERO
from onote_compiler.scoring.alignment import AlignedPair, align
from onote_compiler.scoring.items import Metric
from onote_compiler.scoring.metrics import notes, structure, temporal, transposition
from onote_compiler.scoring.metrics.sequence import accuracy
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.tokens import Token, Tokens
from onote_compiler.scoring.truths import Truth

ACCURACIES = ("pitch", "duration", "full")
SCORES = (*ACCURACIES, "temporal")
NOTE_FIGURES = tuple(f"{kind}_{part}" for kind in ("note", "note_offset") for part in ("precision", "recall", "f1"))
SECONDS_FIGURES = tuple(f"seconds_{kind}_f1" for kind in ("onset", "offset"))


class Comparison:
    """A truth and an answer that was read.

    Args:
        truth: The ground truth.
        score: The answer's score.
        tokens: What the metrics compare of it.
        silence: Whether the notation asked for can write rests, so that silence counts.
    """

    def __init__(self, truth: Truth, score: Score, tokens: Tokens, silence: bool) -> None:
        self.truth = truth
        self.score = score
        self.tokens = tokens
        self.timed = truth.tokens.timed
        self.lines = truth.tokens.timeline_tokens(silence), tokens.timeline_tokens(silence)

    def accuracies(self) -> dict[str, Metric]:
        """Return ``pitch duration full``; the last two are ``None`` where the truth gives no durations."""
        truth, answer = self.lines
        figures: dict[str, Metric] = {"pitch": accuracy(self.truth.tokens.pitch, self.tokens.pitch)}
        figures["duration"] = (
            accuracy([t.duration for t in truth], [t.duration for t in answer]) if self.timed else None
        )
        figures["full"] = accuracy(_full(truth), _full(answer)) if self.timed else None
        return figures

    def timing(self, params: Parameters) -> dict[str, Metric]:
        """Return ``temporal`` and the note figures, in score time and, where the truth has a tempo, in seconds."""
        if not self.timed or not self.tokens.timed:
            figures: dict[str, Metric] = dict.fromkeys(("temporal", *NOTE_FIGURES, *SECONDS_FIGURES))
            return figures
        truth, answer = self._onsets()
        pitches, heard = self.truth.tokens.pitch, self.tokens.pitch
        figures = {"temporal": temporal.agreement(pitches, truth, heard, answer)}
        starts = list(zip(truth, pitches, strict=True)), list(zip(answer, heard, strict=True))
        whole = tuple(
            list(zip(side, _durations(tokens), strict=True))
            for side, tokens in zip(starts, (self.truth.tokens, self.tokens), strict=True)
        )
        for name, sides in (("note", starts), ("note_offset", whole)):
            found = notes.exact(*sides)
            figures |= {f"{name}_{part}": value for part, value in found._asdict().items()}
        return figures | self._seconds(truth, answer, params)

    def _onsets(self) -> tuple[list[Fraction | None], list[Fraction | None]]:
        """Return the onsets of both sides, on the time line of a list where the answer cannot say otherwise."""
        if not self.score.measured and self.truth.tokens.polyphonic and not self.tokens.polyphonic:
            return (
                temporal.listed_onsets(_durations(self.truth.tokens)),
                temporal.listed_onsets(_durations(self.tokens)),
            )
        return [t.onset for t in self.truth.tokens.notes], [t.onset for t in self.tokens.notes]

    def _seconds(
        self, truth: list[Fraction | None], answer: list[Fraction | None], params: Parameters
    ) -> dict[str, Metric]:
        tempo = self.truth.score.metadata.tempo
        if tempo is None or not tempo.beat or not tempo.bpm:
            return dict.fromkeys(SECONDS_FIGURES)
        whole_note = float(60 / (tempo.bpm * tempo.beat))
        sides = (
            _timed_notes(self.truth.tokens, truth, whole_note),
            _timed_notes(self.tokens, answer, whole_note),
        )
        figures: dict[str, Metric] = {}
        for name, ratio in (("onset", None), ("offset", params.offset_ratio)):
            hits = notes.matched(*sides, params.onset_tolerance, ratio)
            figures[f"seconds_{name}_f1"] = notes.agreement(
                hits, len(self.truth.tokens.notes), len(self.tokens.notes)
            ).f1
        return figures

    def explanations(self, key_stated: bool) -> dict[str, Metric]:
        """Return the figures that explain a score and do not enter it."""
        truth = [t.midi for t in self.truth.tokens.notes if t.midi is not None]
        answer = [t.midi for t in self.tokens.notes if t.midi is not None]
        interval, transposed = transposition.best_transposition(truth, answer)
        found = structure.evaluate(self.truth.score, self.score, key_stated=key_stated)
        relative = None
        if found["key_match"] is not None and self.truth.score.key and self.score.key:
            tonics = structure.tonic_class(self.truth.score.key), structure.tonic_class(self.score.key)
            relative = transposition.key_relative(truth, tonics[0] or 0, answer, tonics[1] or 0)
        return {
            "transposition": interval,
            "transposed_pitch": transposed,
            "octave_blind": transposition.octave_blind(truth, answer),
            "key_relative": relative,
            "spelled": accuracy([t.spelled for t in self.truth.tokens.notes], [t.spelled for t in self.tokens.notes]),
            **found,
        }

    def alignment(self) -> list[AlignedPair]:
        """Return the alignment behind ``full`` (behind ``pitch`` where there are no durations)."""
        truth, answer = self.lines
        by = (_full(truth), _full(answer)) if self.timed else (_pitches(truth), _pitches(answer))
        return align(truth, answer, by)


def measure_exact(pairs: Sequence[AlignedPair], measures: int) -> float | None:
    """Return the share of the truth's measures in which nothing is missing, wrong or added along the alignment."""
    if not measures:
        return None
    spoilt: set[int] = set()
    here = 1
    for pair in pairs:
        here = pair.truth.measure if pair.truth is not None else here
        if pair.kind != "equal":
            spoilt.add(here)
    return 1 - len(spoilt) / measures


def _full(tokens: Sequence[Token]) -> list[Hashable]:
    return [(token.midi, token.duration) for token in tokens]


def _pitches(tokens: Sequence[Token]) -> list[Hashable]:
    return [token.midi for token in tokens]


def _durations(tokens: Tokens) -> list[Fraction | None]:
    return [token.duration for token in tokens.notes]


def _timed_notes(tokens: Tokens, onsets: list[Fraction | None], whole_note: float) -> list[notes.TimedNote]:
    """Return the notes whose time is known, in seconds."""
    found = []
    for token, onset in zip(tokens.notes, onsets, strict=True):
        if token.midi is None or onset is None or token.duration is None or token.duration <= ZERO:
            continue
        start = float(onset) * whole_note
        found.append(notes.TimedNote(token.midi, start, start + float(token.duration) * whole_note))
    return found
