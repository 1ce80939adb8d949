"""Losses that several writers report alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME
from onote_compiler.ir.score import Measure, Score
from onote_compiler.ir.source import Span


def report_once(report: Report, name: str, spans: Sequence[Span], message: str) -> None:
    """Report one kind of loss where it first occurs, with how often it does; nothing where it does not occur."""
    if spans:
        report.add(name, spans[0], message, count=len(spans))


def report_common_losses(
    score: Score,
    report: Report,
    *,
    key: bool = False,
    bars: bool = True,
    repeats: bool = True,
    written: Collection[str] = (),
    more: Sequence[str] = (),
) -> None:
    """Report what a bare sequence of notes has no place for, each kind by its name.

    Args:
        score: What is written.
        report: Takes the losses.
        key: Whether key and meter are lost.
        bars: Whether plain bar lines are lost.
        repeats: Whether repeats and the double bar lines between sections are lost; endings, part labels and signs of
            navigation always are.
        written: See :func:`report_metadata`.
        more: Likewise.
    """
    measures = [measure for voice in score.voices for measure in voice.measures]
    events = [event for measure in measures for event in measure.events]
    report_once(report, "lost-grace", [e.span for e in events if e.grace], "grace notes cannot be written here")
    marked = [e.span for e in events if e.marks or any(note.marks for note in e.notes)]
    marked += [d.span for measure in measures for d in measure.directions if d.kind == "text"]
    report_once(report, "lost-mark", marked, "decorations, lyrics, slurs and chord symbols cannot be written here")
    _report_structure(score, report, measures, bars=bars, repeats=repeats)
    names = list(more)
    if key and any(m.key.fifths or m.key.mode != Key().mode for m in measures):
        names.append("key")
    if key and any(m.meter != COMMON_TIME for m in measures):
        names.append("meter")
    report_metadata(score, report, written=written, more=names)


def report_metadata(score: Score, report: Report, *, written: Collection[str] = (), more: Sequence[str] = ()) -> None:
    """Report what a score says of itself and is not written.

    Args:
        score: What is written.
        report: Takes the losses.
        written: Which of ``title composer tempo tempo-words tempo-changes parts fields`` are written.
        more: Further things that are not.
    """
    metadata = score.metadata
    measures = [measure for voice in score.voices for measure in voice.measures]
    tempo = metadata.tempo
    codes = [code for code, _ in metadata.fields]
    found = {
        "title": metadata.title is not None,
        "composer": metadata.composer is not None,
        "tempo": tempo is not None and tempo.bpm is not None,
        "tempo-words": tempo is not None and tempo.text is not None,
        "tempo-changes": any(d.kind == "tempo" for measure in measures for d in measure.directions),
        "parts": any(part.name is not None and part.name not in _STAFF_NAMES for part in score.parts),
    }
    names = [_CALLED[name] for name, is_there in found.items() if is_there and name not in written]
    if "fields" not in written:
        kept, verses = _REPRESENTED.get(score.notation, ""), _VERSES.get(score.notation, "")
        others = [code for code in dict.fromkeys(codes) if code not in kept and code not in verses]
        names += ["further titles"] if codes.count("T") > 1 else []
        names += [f"header fields {' '.join(others[:_MOST_FIELDS])}"] if others else []
        words = [measure.span for measure in measures[:1] if any(code in verses for code in codes)]
        report_once(report, "lost-mark", words, "words below the music cannot be written here")
    names += [*more, *instrument_names(score)]
    if names:
        report_once(report, "lost-metadata", [m.span for m in measures[:1]], f"not written: {', '.join(names)}")


def instrument_names(score: Score) -> list[str]:
    """Return what a score says of how its instruments are played, which only tablature can write."""
    tunings = [part.tuning for part in score.parts if part.tuning is not None]
    names = ["strings and frets"] if tunings else []
    names += [f"tuning {tuning.name}" for tuning in tunings if tuning.name not in (None, "standard")][:1]
    return names + [f"capo {tuning.capo}" for tuning in tunings if tuning.capo][:1]


def report_instruments(score: Score, report: Report) -> None:
    """Report what :func:`instrument_names` finds, for writers that keep all other metadata."""
    if names := instrument_names(score):
        start = next((m.span for voice in score.voices for m in voice.measures), Span(0, 0))
        report.add("lost-metadata", start, f"not written: {', '.join(names)}")


_CALLED = {
    "title": "title", "composer": "composer", "tempo": "tempo", "tempo-words": "tempo in words",
    "tempo-changes": "changes of tempo", "parts": "names of parts",
}  # fmt: skip
_STAFF_NAMES = frozenset({"treble", "bass"})
_MOST_FIELDS = 12
# Header fields that the score says otherwise or that set how the text is read, and those that hold words to sing.
_REPRESENTED: dict[str, Collection[str]] = {
    "abc": frozenset("XTCMLKQVPIUmwsr"), "jianpu": ("title", "composer", "instrument")
}  # fmt: skip
_VERSES: dict[str, Collection[str]] = {"abc": ("W",), "jianpu": ("L", "H")}


def _report_structure(score: Score, report: Report, measures: list[Measure], *, bars: bool, repeats: bool) -> None:
    kinds = {
        "endings": [m.span for m in measures if m.ending],
        "part labels and signs of navigation": [m.span for m in measures if _is_labelled(m)],
    }
    labels = [d.text for m in measures for d in m.directions if d.kind == "part"]
    if score.metadata.part_order not in ((), tuple(dict.fromkeys(labels))):
        kinds["the order in which parts are played"] = [m.span for m in measures[:1]]
    if repeats:
        kinds["repeat signs"] = [m.span for m in measures if _repeats(m)]
        kinds["ends of sections"] = [span for voice in score.voices for span in section_ends(voice.measures)]
    if bars and score.measured:
        kinds["bar lines"] = [m.span for m in measures if m.number > 1]
    for kind, spans in kinds.items():
        report_once(report, "lost-structure", spans, f"{kind} cannot be written here")


def section_ends(measures: Sequence[Measure]) -> list[Span]:
    """Return the measures before the last that end with a double bar line and no repeat: where sections end."""
    ends = [(measure.span, measure.right) for measure in measures[:-1]]
    return [span for span, bar in ends if bar is not None and not bar.repeat and bar.style in ("double", "final")]


def _repeats(measure: Measure) -> bool:
    return any(bar is not None and bar.repeat for bar in (measure.left, measure.right))


def _is_labelled(measure: Measure) -> bool:
    return any(direction.kind in ("navigation", "part") for direction in measure.directions)
