"""What the lines around the rows say: tuning, capo, meter, key, tempo, title."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from onote_compiler.diagnostics import Report
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter, Tempo
from onote_compiler.ir.score import Metadata, Tuning
from onote_compiler.notations.base import ReadContext
from onote_compiler.notations.tab.rows import Row, RowKind
from onote_compiler.theory.keys import parse_key_name, parse_meter_name
from onote_compiler.theory.tunings import NAMED, parse_capo, parse_tuning

MAX_CAPO = 24
_T = TypeVar("_T")
# Characters of a line about a capo that are looked at.
_LONGEST_CAPO = 60
_TUNING_WORDS = ("tun", "drop", "step", "open", "standard", "dadgad")
_NO_CAPO = ("none", "no", "0", "-", "n/a")


@dataclass(slots=True)
class Settings:
    """What holds for the whole tab; ``None`` where text and caller are silent."""

    tuning: Tuning | None = None
    capo: int = 0
    meter: Meter | None = None
    key: Key | None = None
    metadata: Metadata = field(default_factory=Metadata)


def read_settings(rows: list[Row], context: ReadContext, report: Report) -> Settings:
    """Return the settings of a text; its own outrank those of the caller.

    Raises:
        UnknownOptionError: the option ``tuning`` or ``capo`` says nothing known.
    """
    settings = Settings(
        tuning=tuning_option(context.options.get("tuning")), capo=capo_option(context.options.get("capo"))
    )
    title = tempo = None
    for row in rows:
        if row.kind is not RowKind.SETTING:
            continue
        if row.name in ("tuning", "phrase"):
            _take_tuning(settings, row, report)
        elif row.name == "capo-phrase":
            _take_capo_phrase(settings, row)
        elif row.name == "capo":
            _take_capo(settings, row, row.text, report)
        elif row.name == "meter":
            settings.meter = _read(parse_meter_name, "bad-meter", row, report) or settings.meter
        elif row.name == "key":
            settings.key = _read(parse_key_name, "bad-key", row, report) or settings.key
        elif row.name == "tempo":
            tempo = tempo or _tempo(row, report)
        elif row.name == "title":
            title = title or row.text
        if row.capo:
            _take_capo(settings, row, row.capo, report)
    settings.metadata = Metadata(title=title, tempo=tempo)
    return settings


def tuning_option(value: object) -> Tuning | None:
    """Return the tuning of an option: a name, open strings from the lowest up, or a :class:`Tuning`."""
    if value is None or isinstance(value, Tuning):
        return value
    tuning = parse_tuning(str(value))
    if tuning is None:
        raise UnknownOptionError(
            f"no tuning {value!r}; known: {', '.join(NAMED)}, or open strings such as 'D A D G B E'"
        )
    return tuning


def capo_option(value: object) -> int:
    """Return the capo of an option as a fret."""
    try:
        capo = int(str(value)) if value is not None else 0
    except ValueError:
        capo = -1
    if not 0 <= capo <= MAX_CAPO:
        raise UnknownOptionError(f"no capo at {value!r}; give a fret from 0 to {MAX_CAPO}")
    return capo


def _read(parse: Callable[[str], _T | None], name: str, row: Row, report: Report) -> _T | None:
    value = parse(row.text)
    if value is None:
        report.add(name, row.span, f"{row.text[:60]!r} cannot be read")
    return value


def _take_tuning(settings: Settings, row: Row, report: Report) -> None:
    tuning = parse_tuning(row.text)
    if tuning is not None:
        settings.tuning = tuning
    elif row.name == "phrase":
        row.kind = RowKind.TEXT
    elif row.text:
        report.add("bad-field", row.span, f"no tuning {row.text[:60]!r} is known",
                   hint="name it (drop D, DADGAD) or list the open strings from the lowest up")  # fmt: skip


def _take_capo_phrase(settings: Settings, row: Row) -> None:
    """Take a sentence that says where the capo is; one that does not is text."""
    fret = parse_capo(row.text)
    if fret is None or fret > MAX_CAPO:
        row.kind = RowKind.TEXT
    else:
        settings.capo = fret


def _take_capo(settings: Settings, row: Row, text: str, report: Report) -> None:
    _, _, rest = text.partition(" ")
    fret = parse_capo(f"capo {text}"[:_LONGEST_CAPO])
    if fret is None and text.lower() in ("", *_NO_CAPO):
        return
    if fret is None or fret > MAX_CAPO:
        report.add("bad-field", row.span, f"no capo at {text[:40]!r}", hint="Capo: 2")
        return
    settings.capo = fret
    if any(word in rest.lower() for word in _TUNING_WORDS):  # a list of notes there may as well be chords
        settings.tuning = parse_tuning(rest.strip(" \t,;()-")) or settings.tuning


def _tempo(row: Row, report: Report) -> Tempo | None:
    digits = "".join(c for c in row.text.split("=")[-1][:40] if c.isdigit() or c == ".").strip(".")
    if digits.count(".") > 1 or not digits or Fraction(digits) == 0:
        report.add("bad-tempo", row.span, f"{row.text[:40]!r} is no tempo", hint="Tempo: 120")
        return None
    return Tempo(Fraction(1, 4), Fraction(digits))
