"""An answer held against the truth: every figure of transcription and conversion, and the alignment behind them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import partial
from itertools import compress
from math import lcm

from onote_compiler.ir.meter import Tempo
from onote_compiler.ir.score import Score
from onote_compiler.scoring.alignment import AlignedPair, align
from onote_compiler.scoring.items import Metric
from onote_compiler.scoring.metrics import notes, structure, temporal, transposition
from onote_compiler.scoring.metrics.sequence import Opcode, accuracy, code_accuracy, code_opcodes
from onote_compiler.scoring.parameters import Parameters
from onote_compiler.scoring.tokens import Ticks, Tokens
from onote_compiler.scoring.truths import Truth

SCORES = ("pitch", "duration", "full", "temporal")
NOTE_FIGURES = tuple(f"{kind}_{part}" for kind in ("note", "note_offset") for part in ("precision", "recall", "f1"))
SECONDS_FIGURES = tuple(f"seconds_{kind}_f1" for kind in ("onset", "offset"))

_SILENCE = 128  # one above the MIDI numbers
_PITCHES = 256
_NOTE_BITS = 64  # room for duration and pitch in one number
_timed_note = partial(tuple.__new__, notes.TimedNote)  # what the constructor does, without its checks


class Side:
    """One side's tokens as whole numbers, times in ticks that both sides share.

    Args:
        tokens: The tokens.
        silence: Whether silence counts.
        unit: Ticks a whole note has on both sides.
    """

    def __init__(self, tokens: Tokens, silence: bool, unit: int) -> None:
        self.tokens = tokens
        self.silence = silence
        self.unit = unit
        midi = tokens.midi
        onsets, durations = (_finer(times, unit // tokens.unit) for times in (tokens.onsets, tokens.durations))
        full = [
            (0 if length is None else 1 + length) * _PITCHES + (_SILENCE if pitch is None else pitch)
            for pitch, length in zip(midi, durations, strict=True)
        ]
        sounding = [pitch is not None for pitch in midi]
        # Duration and pitch of each token in one number; 0 is a missing duration.
        self.full = full if silence else list(compress(full, sounding))
        self.notes = self.full if not silence else list(compress(full, sounding))
        self.pitches: list[int] = [pitch for pitch in midi if pitch is not None]
        self.durations = list(compress(durations, sounding))
        self.onsets = list(compress(onsets, sounding))

    @property
    def lengths(self) -> list[int]:
        """The durations of the line, silence with them."""
        return [token // _PITCHES for token in self.full]

    @property
    def polyphonic(self) -> bool:
        """Whether two notes sound together anywhere."""
        end: int | None = 0
        for onset, length in zip(self.onsets, self.durations, strict=True):
            if onset is not None and end is not None and onset < end:
                return True
            end = None if onset is None or length is None else onset + length
        return False

    def listed(self) -> list[int | None]:
        """Return the onsets that the notes have when each follows the one listed before it."""
        onsets: list[int | None] = []
        now: int | None = 0
        for length in self.durations:
            onsets.append(now)
            now = None if now is None or length is None else now + length
        return onsets

    def closed_up(self) -> list[int | None]:
        """Return the onsets that the notes have when silence takes no time."""
        factor = self.unit // self.tokens.unit
        onsets: list[int | None] = []
        silent: int | None = 0
        for pitch, onset, length in zip(self.tokens.midi, self.tokens.onsets, self.tokens.durations, strict=True):
            if pitch is not None:
                onsets.append(None if onset is None or silent is None else (onset - silent) * factor)
            else:
                silent = None if silent is None or length is None else silent + length
        return onsets


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
        self.timed = truth.tokens.timed
        self.unit = lcm(truth.tokens.unit, tokens.unit)
        self.reference = Side(truth.tokens, silence, self.unit)
        self.estimate = Side(tokens, silence, self.unit)
        self.by_pitch = code_opcodes(self.reference.pitches, self.estimate.pitches)
        self.by_line: list[Opcode] = (
            code_opcodes(self.reference.full, self.estimate.full)
            if self.timed
            else code_opcodes(_heard(self.reference.full), _heard(self.estimate.full))
        )

    def accuracies(self) -> dict[str, Metric]:
        """Return ``pitch duration full``; the last two are ``None`` where the truth gives no durations."""
        truth, answer = self.reference, self.estimate
        return {
            "pitch": code_accuracy(truth.pitches, answer.pitches),
            "duration": code_accuracy(truth.lengths, answer.lengths) if self.timed else None,
            "full": code_accuracy(truth.full, answer.full) if self.timed else None,
        }

    def timing(self, params: Parameters) -> dict[str, Metric]:
        """Return ``temporal`` and the note figures, in score time and, where the truth has a tempo, in seconds."""
        truth, answer = self.reference, self.estimate
        if not self.timed or not answer.tokens.timed:
            nothing: dict[str, Metric] = dict.fromkeys(("temporal", *NOTE_FIGURES, *SECONDS_FIGURES))
            return nothing | self._against_recording(params)
        onsets = self._onsets()
        figures: dict[str, Metric] = {"temporal": temporal.along(self.by_pitch, *onsets)}
        struck = notes.exact(
            *(_codes(starts, side.pitches) for starts, side in zip(onsets, (truth, answer), strict=True))
        )
        held = notes.exact(*(_codes(starts, side.notes) for starts, side in zip(onsets, (truth, answer), strict=True)))
        for name, found in (("note", struck), ("note_offset", held)):
            figures |= {f"{name}_{part}": value for part, value in found._asdict().items()}
        return figures | self._seconds(onsets, held.f1 == 1, params)

    def _onsets(self) -> tuple[Sequence[int | None], Sequence[int | None]]:
        """Return the onsets of both sides, on the time line of a list where the answer cannot say otherwise."""
        truth, answer = self.reference, self.estimate
        if not self.score.measured and truth.polyphonic and not answer.polyphonic:
            return truth.listed(), answer.listed()
        if not self.score.measured and not answer.silence:
            return truth.closed_up(), answer.closed_up()
        return truth.onsets, answer.onsets

    def _seconds(
        self, onsets: tuple[Sequence[Ticks], Sequence[Ticks]], same: bool, params: Parameters
    ) -> dict[str, Metric]:
        tempo = self.truth.score.metadata.tempo
        if tempo is None or not tempo.bpm:
            return dict.fromkeys(SECONDS_FIGURES)
        if same:
            return dict.fromkeys(SECONDS_FIGURES, 1.0)
        tick = self._tick(tempo)
        sides = self.reference, self.estimate
        heard = [_in_seconds(side, starts, tick) for side, starts in zip(sides, onsets, strict=True)]
        return _f1_in_seconds(heard, [len(side.pitches) for side in sides], params)

    def _against_recording(self, params: Parameters) -> dict[str, Metric]:
        """Return the figures in seconds against an annotated recording, where the answer says how fast it goes."""
        tempo = self.score.metadata.tempo
        if self.truth.recorded is None or not self.estimate.tokens.timed or tempo is None or not tempo.bpm:
            return {}
        side = self.estimate
        heard = _in_seconds(side, side.onsets, self._tick(tempo))
        return _f1_in_seconds([self.truth.recorded, heard], [len(self.truth.recorded), len(side.pitches)], params)

    def _tick(self, tempo: Tempo) -> float:
        """Return the seconds of a tick; a tempo without a beat counts quarter notes."""
        assert tempo.bpm is not None
        return float(60 / (tempo.bpm * (tempo.beat or Fraction(1, 4)) * self.unit))

    def explanations(self, key_stated: bool) -> dict[str, Metric]:
        """Return the figures that explain a score and do not enter it."""
        truth, answer = self.reference, self.estimate
        interval, transposed = transposition.best_transposition(truth.pitches, answer.pitches, self.by_pitch)
        found = structure.evaluate(self.truth.score, self.score, key_stated=key_stated)
        relative = None
        if found["key_match"] is not None and self.truth.score.key and self.score.key:
            tonics = structure.tonic_class(self.truth.score.key), structure.tonic_class(self.score.key)
            relative = transposition.key_relative(truth.pitches, tonics[0] or 0, answer.pitches, tonics[1] or 0)
        return {
            "transposition": interval,
            "transposed_pitch": transposed,
            "octave_blind": transposition.octave_blind(truth.pitches, answer.pitches),
            "key_relative": relative,
            "spelled": accuracy(truth.tokens.spelled, answer.tokens.spelled),
            "measure_exact": self._measures_exact() if self.truth.score.measured else None,
            **found,
        }

    def _measures_exact(self) -> float | None:
        """Return the share of the truth's measures in which nothing is missing, wrong or added along the alignment."""
        measures = structure.measure_count(self.truth.score)
        if not measures:
            return None
        if all(kind == "equal" for kind, *_ in self.by_line):
            return 1.0
        line = self.reference.tokens.measures(self.reference.silence)
        spoilt: set[int] = set()
        for kind, start, end, _, _ in self.by_line:
            if kind != "equal":
                # What is added belongs to the measure of the note before it.
                touched = line[start:end] or line[max(start - 1, 0) : start] or line[:1]
                spoilt.update(touched)
        return 1 - len(spoilt) / measures

    def alignment(self) -> list[AlignedPair]:
        """Return the alignment behind ``full`` (behind ``pitch`` where there are no durations)."""
        truth, answer = (side.tokens.timeline_tokens(side.silence) for side in (self.reference, self.estimate))
        return align(truth, answer, self.by_line)


def _finer(times: Sequence[Ticks], factor: int) -> Sequence[Ticks]:
    return times if factor == 1 else [None if time is None else time * factor for time in times]


def _heard(full: Sequence[int]) -> list[int]:
    return [token % _PITCHES for token in full]


def _f1_in_seconds(
    sides: Sequence[Sequence[notes.TimedNote]], counts: Sequence[int], params: Parameters
) -> dict[str, Metric]:
    """Return F1 by onset, and by onset and offset; notes whose time is unknown count among ``counts`` only."""
    hits = notes.matched(sides[0], sides[1], params.onset_tolerance, params.offset_ratio)
    return {name: notes.agreement(found, *counts).f1 for name, found in zip(SECONDS_FIGURES, hits, strict=True)}


def _in_seconds(side: Side, onsets: Sequence[Ticks], tick: float) -> list[notes.TimedNote]:
    """Return the notes whose time is known, in seconds."""
    return [
        _timed_note((midi, onset * tick, (onset + length) * tick))
        for onset, midi, length in zip(onsets, side.pitches, side.durations, strict=True)
        if onset is not None and length
    ]


def _codes(onsets: Sequence[Ticks], notes_: Sequence[int]) -> list[Hashable]:
    """Return onset and note as one number each; ``(None, note)`` where the onset is unknown."""
    return [
        (None, note) if onset is None else onset << _NOTE_BITS | note
        for onset, note in zip(onsets, notes_, strict=True)
    ]
