"""The handful of functions users import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from onote_compiler.checks import Expectation, check_score
from onote_compiler.diagnostics import Diagnostic, Report, Verdict
from onote_compiler.engines import DEFAULT_LIMITS, EngineVerdict, Limits, render_text
from onote_compiler.engines import engine as find_engine
from onote_compiler.errors import UnknownOptionError
from onote_compiler.extraction import Guess, detect, extract, report_unknown
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter
from onote_compiler.ir.score import Score
from onote_compiler.ir.source import Source
from onote_compiler.notations.base import ReadContext, WriteOptions
from onote_compiler.parsing.strict import check_strict_grammar
from onote_compiler.profiles import Profile, load_profile
from onote_compiler.registry import NOTATIONS, Notation, check_dialect, notation, readable
from onote_compiler.theory.keys import parse_key_name, parse_meter_name


@dataclass(frozen=True)
class ParseResult:
    """What came of a text.

    Attributes:
        score: The score, or ``None`` where none came out.
        diagnostics: What there is to say, in the order of the text.
        verdict: ``valid``, ``warned``, ``repaired`` or ``invalid``.
        format: Notation it was read in, or ``None`` where none was recognised.
        source: The notation that was read and the text it stood in.
        guess: What the notation was told by, where it was left open.
    """

    score: Score | None
    diagnostics: Sequence[Diagnostic]
    verdict: Verdict
    format: str | None
    source: Source
    guess: Guess | None = None

    @property
    def format_ok(self) -> bool:
        """I_fmt: whether the profile finds no error."""
        return self.verdict in (Verdict.VALID, Verdict.WARNED)


@dataclass(frozen=True)
class Conversion:
    """What came of a conversion.

    Attributes:
        output: The text (``bytes`` for binary notations), or ``None`` where nothing could be read.
        losses: What the target could not carry.
        parsed: What came of the text that was read.
    """

    output: str | bytes | None
    losses: Sequence[Diagnostic]
    parsed: ParseResult


@dataclass(frozen=True)
class Rendered:
    """What came of a text that was given to an engine.

    Attributes:
        verdict: What the engine made of it; ``None`` where there was nothing to give to it.
        losses: What could not be carried into the notation that the engine takes.
        parsed: What came of the text that was read.
    """

    verdict: EngineVerdict | None
    losses: Sequence[Diagnostic]
    parsed: ParseResult


def parse(
    text: str | Source,
    format: str = "auto",
    *,
    profile: str | Profile = "lenient",
    key: str | Key | None = None,
    meter: str | Meter | None = None,
    dialect: str | None = None,
    expect: Expectation | None = None,
    name: str | None = None,
    bare: bool = False,
    **options: Any,
) -> ParseResult:
    """Read a text in any notation. Bad text never raises: what is wrong with it comes back as diagnostics.

    Args:
        text: The answer, with whatever stands around the notation; as a source where it is a piece of a file.
        format: Notation (see :func:`formats`) or ``auto``.
        profile: Name of a built-in profile, path of a TOML file, or a profile.
        key: Key to assume where the text names none.
        meter: Meter to assume where the text names none.
        dialect: Dialect of the notation; detected when not given.
        expect: Meter, key and number of measures that the task asked for; assumed, too, where nothing else says.
        name: File name for messages.
        bare: The text is known to be notation and nothing else: nothing is looked for around it.
        options: Further options of the notation's reader.

    Raises:
        UnknownFormatError: no such notation.
        UnknownOptionError: no such profile, dialect, key or meter.
        TypeError: ``text`` is no text, or another argument is not of its type.
    """
    if not isinstance(text, str | Source):
        raise TypeError(f"text must be a string, not {type(text).__name__}")
    held = load_profile(profile) if isinstance(profile, str) else profile
    if not isinstance(held, Profile) or not isinstance(expect, Expectation | None):
        raise TypeError("a profile is a name or a Profile, what to expect an Expectation")
    whole = Source.whole(text, name) if isinstance(text, str) else text
    report = Report(whole, held.severities)
    asked, guess = dialect, None
    if format == "auto":
        guess = detect(whole.text, held.candidate)
        format = guess.notation or ""
        if not format:
            report_unknown(guess, report)
            return ParseResult(None, report.diagnostics, Verdict.INVALID, None, whole, guess)
    entry = readable(format)
    wanted = expect or Expectation(_meter(held.meter), _key(held.key), held.measures)
    assumed = _key(key) or wanted.key, _meter(meter) or wanted.meter
    if guess is not None:  # an option of another notation is no mistake where the notation was left open
        options = {name: value for name, value in options.items() if name in entry.read_options}
    settings = _options(entry, entry.read_options, options)
    context = ReadContext(*assumed, _dialect(entry, dialect), settings, held.strict_grammar)
    source = whole if bare else extract(whole, format, held, report, dialect)
    score = None
    if source is not None:
        inner = report.at(source)
        score = entry.read(source, context, inner)
        if score is not None:
            check_score(score, inner, replace(wanted, pickup=held.pickup))
            grammar = entry.strict_grammar(score.dialect, asked) if held.strict_grammar else None
            if grammar is not None:
                check_strict_grammar(source, grammar, inner)
    verdict = report.verdict(score is not None)
    return ParseResult(score, report.diagnostics, verdict, format, source or whole, guess)


def check(text: str | Source, format: str = "auto", **options: Any) -> ParseResult:
    """Return the same as :func:`parse`; for callers who only want the diagnostics and the verdict."""
    return parse(text, format, **options)


def convert(
    text: str | Source | Score,
    source: str = "auto",
    target: str = "abc",
    *,
    to_dialect: str | None = None,
    to_key: str | Key | None = None,
    write: dict[str, Any] | None = None,
    **options: Any,
) -> Conversion:
    """Write a text (or a score that was read before) in another notation.

    Args:
        text: What to convert.
        source: Notation of the text, or ``auto``.
        target: Notation to write.
        to_dialect: Dialect to write; the notation's first when not given.
        to_key: Key to write in, for notations that count from a tonic (Jianpu). The music stays where it is.
        write: Further options of the notation's writer.
        options: As for :func:`parse`.

    Returns:
        The output, and the losses: every diagnostic says what the target could not carry, and where it stood.
    """
    entry = notation(target)
    if not entry.writes:
        raise UnknownOptionError(f"{entry.title} can be read, not written")
    parsed = _parsed(text) if isinstance(text, Score) else parse(text, source, **options)
    if parsed.score is None:
        return Conversion(None, (), parsed)
    report = Report(parsed.source)
    written = _options(entry, entry.write_options, {**({} if to_key is None else {"to_key": to_key}), **(write or {})})
    settings = WriteOptions(_dialect(entry, to_dialect), _key(written.pop("to_key", None)), written)
    output = entry.write(parsed.score, settings, report)
    return Conversion(output, report.diagnostics, parsed)


def render(
    text: str | Source | Score | ParseResult,
    format: str = "auto",
    *,
    engine: str,
    target: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    **options: Any,
) -> Rendered:
    """Give a text to an engine, an external program that engraves or plays.

    An engine that takes the notation of the text is given the text itself, without directives, and judges it; any
    other one is given the score, written in the notation that it takes.

    Args:
        text: What to render; also a score, or what came of a text that was read before.
        format: Notation of the text, or ``auto``.
        engine: Name of the engine.
        target: What to make (``svg``, ``midi`` …); the engine's first where none is named.
        limits: Time, memory and output that the engine may use.
        options: As for :func:`parse`.

    Raises:
        UnknownOptionError: no such engine, or it cannot make ``target``.
    """
    asked = find_engine(engine)
    parsed = _parsed(text) if isinstance(text, Score | ParseResult) else parse(text, format, **options)
    if parsed.format == asked.takes and not isinstance(text, Score):
        verdict = render_text(parsed.source.text, engine, target, source=parsed.source, limits=limits)
        return Rendered(verdict, (), parsed)
    if parsed.score is None:
        return Rendered(None, (), parsed)
    written = convert(parsed.score, target=asked.takes)
    assert isinstance(written.output, str)
    return Rendered(render_text(written.output, engine, target, limits=limits), written.losses, parsed)


def expectation(meter: str | None = None, key: str | None = None, measures: int | None = None) -> Expectation | None:
    """Return what a task asked for, from names as people write them, or ``None`` where it asked for nothing.

    Raises:
        UnknownOptionError: no such key or meter.
    """
    if meter is None and key is None and measures is None:
        return None
    return Expectation(_meter(meter), _key(key), measures)


def formats() -> dict[str, Notation]:
    """Return the table of notations by name."""
    return dict(NOTATIONS)


def _parsed(given: Score | ParseResult) -> ParseResult:
    """Return what was read before, a score that was made otherwise as if it had been."""
    if isinstance(given, ParseResult):
        return given
    return ParseResult(given, (), Verdict.VALID, given.notation, given.source or Source.whole(""))


def _key(key: str | Key | None) -> Key | None:
    if not isinstance(key, str | Key | None):
        raise TypeError(f"a key is a name or a Key, not {type(key).__name__}")
    if not isinstance(key, str):
        return key
    parsed = parse_key_name(key)
    if parsed is None:
        raise UnknownOptionError(f"no key {key!r}; write it as C, Bb, F#m or 'E minor'")
    return parsed


def _meter(meter: str | Meter | None) -> Meter | None:
    if not isinstance(meter, str | Meter | None):
        raise TypeError(f"a meter is a name or a Meter, not {type(meter).__name__}")
    if not isinstance(meter, str):
        return meter
    parsed = parse_meter_name(meter)
    if parsed is None:
        raise UnknownOptionError(f"no meter {meter!r}; write it as 3/4 or 6/8")
    return parsed


def _dialect(entry: Notation, dialect: str | None) -> str | None:
    if dialect is not None:
        check_dialect(dialect, entry.name)
    return dialect


def _options(entry: Notation, known: tuple[str, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were given, refusing those that the notation does not have."""
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known) or 'none'}"
            raise UnknownOptionError(f"{entry.title} has no option {name!r}; {hint}")
    return {name: value for name, value in given.items() if value is not None}
