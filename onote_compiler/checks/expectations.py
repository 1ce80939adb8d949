"""What the task asked for: ``measure-count``, ``key-mismatch``, ``meter-mismatch``."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.checks.rules import Expectation
from onote_compiler.diagnostics import Report
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Measure, Score
from onote_compiler.ir.source import Span

_WITHOUT_KEY = ("tab", "pitchdur")
_WITHOUT_MODE = ("jianpu",)


def check_measure_count(score: Score, report: Report, expect: Expectation) -> None:
    """Report a score that does not have the number of measures asked for.

    A pickup is not counted where one is allowed. A score without bar lines is as many measures long as its duration
    holds of the meter asked for.
    """
    voice = next(score.voices, None)
    if expect.measures is None or voice is None or not voice.measures:
        return
    last = voice.measures[-1]
    if not score.measured:
        _check_length(voice.measures[0], report, expect)
        return
    count = len(voice.measures)
    if count == expect.measures or (count == expect.measures + 1 and _has_pickup(voice.measures, expect)):
        return
    report.add(
        "measure-count",
        _beginning(last),
        f"the piece has {count} measure{'s' * (count != 1)}, the task asks for {expect.measures}",
        measure=last.number,
        have=count,
        want=expect.measures,
    )


def _check_length(measure: Measure, report: Report, expect: Expectation) -> None:
    meter = expect.meter or measure.meter
    lasts, unit = measure.duration, meter.duration
    if lasts is None or unit is None or expect.measures is None or lasts == unit * expect.measures:
        return
    report.add(
        "measure-count",
        _beginning(measure),
        f"the piece lasts {_mixed(lasts / unit)} of the {expect.measures} measures of {meter} that the task asks for",
        have=str(lasts / unit),
        want=expect.measures,
    )


def _has_pickup(measures: tuple[Measure, ...], expect: Expectation) -> bool:
    lasts, wanted = measures[0].duration, measures[0].meter.duration
    return expect.pickup and lasts is not None and wanted is not None and lasts < wanted


def _mixed(number: Fraction) -> str:
    whole, rest = divmod(number, 1)
    return f"{whole} {rest}" if whole and rest else str(number)


def check_key(score: Score, report: Report, expect: Expectation) -> None:
    """Report a score in another key than the one asked for, where its notation names a key."""
    wanted, found = expect.key, score.key
    if wanted is None or found is None or score.notation in _WITHOUT_KEY or "assumed-key" in report:
        return
    if _same_key(found, wanted, score.notation not in _WITHOUT_MODE):
        return
    first = next(m for voice in score.voices for m in voice.measures)
    report.add(
        "key-mismatch",
        _beginning(first),
        f"the piece is in {_key_name(found)}, the task asks for {_key_name(wanted)}",
        measure=first.number,
        have=_key_name(found),
        want=_key_name(wanted),
    )


def _same_key(found: Key, wanted: Key, with_mode: bool) -> bool:
    if not with_mode:
        return found.fifths == wanted.fifths
    return (found.tonic, found.alter, _plain_mode(found)) == (wanted.tonic, wanted.alter, _plain_mode(wanted))


def _plain_mode(key: Key) -> str:
    return {"ionian": "major", "aeolian": "minor"}.get(key.mode, key.mode)


def _key_name(key: Key) -> str:
    if key.tonic is None:
        return key.name or "no key"
    return f"{key.tonic}{'#' * key.alter if key.alter > 0 else 'b' * -key.alter} {key.mode}"


def check_meter(score: Score, report: Report, expect: Expectation) -> None:
    """Report the first measure of each voice that is in another meter than the one asked for."""
    if expect.meter is None or not score.measured:
        return
    for voice in score.voices:
        other = next((m for m in voice.measures if not _same_meter(m.meter, expect.meter)), None)
        if other is None:
            continue
        report.add(
            "meter-mismatch",
            _beginning(other),
            f"measure {other.number} is in {other.meter}, the task asks for {expect.meter}",
            measure=other.number,
            voice=voice.name if sum(1 for _ in score.voices) > 1 else None,
            have=str(other.meter),
            want=str(expect.meter),
        )


def _same_meter(one: Meter, other: Meter) -> bool:
    return (one.beats, one.unit) == (other.beats, other.unit)


def _beginning(measure: Measure) -> Span:
    """Return the first event of a measure, or its beginning where it has none."""
    if measure.events:
        return measure.events[0].span
    return Span(measure.span.start, measure.span.start)
