"""Linear tab: ``S6_F0+S5_F2 S1_F3``, one string and fret after the other, chords joined by a plus sign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Chord, Event, Note, TabPosition
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import COMMON_TIME
from onote_compiler.ir.pitch import Pitch, from_midi
from onote_compiler.ir.score import Measure, Part, Score, Tuning, Voice
from onote_compiler.ir.source import Source, Span
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.tab.rows import Item, Row, RowKind
from onote_compiler.notations.tab.settings import Settings
from onote_compiler.notations.tab.signs import MAX_FRET
from onote_compiler.theory.spelling import spell
from onote_compiler.theory.tunings import STANDARD


def read_linear(
    source: Source, rows: list[Row], settings: Settings, context: ReadContext, report: Report
) -> Score | None:
    """Return the score of linear tab: one measure of events without durations; ``None`` where there is no position."""
    key = settings.key or context.key
    tuning = replace(settings.tuning or STANDARD, capo=settings.capo)
    _report_rows(rows, report)
    _report_ends(rows, len(source.text.rstrip()), report)
    events = [event for row in rows if row.kind is RowKind.LINEAR for event in _events(row, tuning, key, report)]
    if not events:
        if "bad-token" not in report and "truncated" not in report:
            report.add("no-score", (0, len(source.text)), "no positions were found", hint="write S6_F0+S5_F2 S1_F3")
        return None
    measure = Measure(
        1, key or Key(), settings.meter or context.meter or COMMON_TIME, tuple(events), span=Span(0, len(source.text))
    )
    part = Part((Voice((measure,)),), tuning=tuning)
    return Score((part,), settings.metadata, "tab", "linear", measured=False, source=source)


def _report_rows(rows: list[Row], report: Report) -> None:
    """Report what is no linear tab."""
    for row in rows:
        if row.kind in (RowKind.TEXT, RowKind.CHORDS, RowKind.RHYTHM, RowKind.STRING, RowKind.BEAT):
            report.add("bad-token", row.span, "this is no position of linear tab", hint="write S<string>_F<fret>")
        for start, text in _words(row.junk):
            report.add("bad-token", (start, start + len(text)), f"{text.strip()[:40]!r} is no position",
                       hint="write S<string>_F<fret>")  # fmt: skip
        if row.kind is RowKind.LINEAR:
            for item in row.bars:
                report.add("bar-line", _place(item), "linear tab has no bar lines", hint="leave it out")


def _words(junk: Sequence[Item]) -> Iterator[tuple[int, str]]:
    """Yield what is no position, neighbours as one, each with its offset."""
    parts: list[str] = []
    start = end = 0
    for item in junk:
        if parts and item.offset != end:
            yield start, "".join(parts)
            parts = []
        start = start if parts else item.offset
        parts.append(item.text)
        end = item.offset + len(item.text)
    if parts:
        yield start, "".join(parts)


def _report_ends(rows: list[Row], end: int, report: Report) -> None:
    """Report a position that breaks off at the end of the text, and plus signs that join nothing."""
    for row in rows:
        if row.kind is not RowKind.LINEAR:
            continue
        positions = {item.offset for item in (*row.frets, row.trail) if item is not None}
        for start, text in _words(row.signs):
            stop = start + len(text)
            if start + len(text.rstrip()) >= end:
                report.add("truncated", (start, stop), "the text breaks off after a plus sign")
            elif stop not in positions or text.count("+") > 1:
                report.add("bad-token", (start, stop), "a plus sign joins two positions", hint="write S6_F0+S5_F2")
        if row.trail is not None:
            report.add("truncated", _place(row.trail), f"the text breaks off within {row.trail.text.strip()!r}",
                       hint="write S<string>_F<fret>")  # fmt: skip


def _place(item: Item) -> tuple[int, int]:
    return (item.offset, item.offset + len(item.text))


def _events(row: Row, tuning: Tuning, key: Key | None, report: Report) -> Iterator[Event]:
    """Yield the events of one line."""
    for group in _groups(row):
        notes = [note for item in group if (note := _note(item, tuning, key, report)) is not None]
        if len(notes) == 1:
            yield notes[0]
        elif notes:
            yield Chord(tuple(notes), None, span=Span(notes[0].span.start, notes[-1].span.end))


def _groups(row: Row) -> list[list[Item]]:
    """Return the positions joined by plus signs."""
    joined = {item.offset + len(item.text) for item in row.signs}
    groups: list[list[Item]] = []
    for item in row.frets:
        if groups and item.offset in joined:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


@lru_cache(maxsize=1024)
def _decode(text: str) -> tuple[int, int]:
    """Return string and fret of a position."""
    string, fret = text[1:].upper().split("F")
    return int(string.rstrip("_:.-")), int(fret)


def _note(item: Item, tuning: Tuning, key: Key | None, report: Report) -> Note | None:
    string, fret = _decode(item.text)
    if not 1 <= string <= len(tuning.strings):
        report.add("bad-token", _place(item), f"there is no string {string}",
                   hint=f"strings run from 1, the highest, to {len(tuning.strings)}", string=string)  # fmt: skip
        return None
    pitch: Pitch | None = None
    if not 0 <= fret <= MAX_FRET:
        report.add("fret-range", _place(item), f"there is no fret {fret}; they run from 0 to {MAX_FRET}",
                   string=string, fret=fret)  # fmt: skip
    else:
        midi = tuning.strings[string - 1] + tuning.capo + fret
        pitch = from_midi(midi) if key is None else spell(midi, key)
    return Note(pitch, None, written=TabPosition(string, fret), span=Span(*_place(item)))
