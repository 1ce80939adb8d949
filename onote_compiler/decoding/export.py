"""Export of grammars that a decoder can hold a model to."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction

from onote_compiler.decoding.fill import Fill, fill_balanced, fill_in_order
from onote_compiler.decoding.model import Grammar
from onote_compiler.decoding.tab import tab_grammar
from onote_compiler.decoding.targets import to_gbnf, to_lark, to_llguidance, to_regex
from onote_compiler.decoding.task import PitchRange, Task, make_task
from onote_compiler.decoding.written import abc_grammar, jianpu_grammar, pitchdur_grammar
from onote_compiler.errors import UnknownFormatError, UnknownOptionError
from onote_compiler.ir.key import Key
from onote_compiler.ir.meter import Meter

_WRITTEN: dict[str, Callable[[Task, Fill], Grammar]] = {
    "abc": abc_grammar,
    "jianpu": jianpu_grammar,
    "pitchdur": pitchdur_grammar,
}
_WRITERS: dict[str, Callable[[Grammar], str]] = {
    "lark": to_lark,
    "llguidance": to_llguidance,
    "gbnf": to_gbnf,
    "regex": to_regex,
}
NOTATIONS = (*_WRITTEN, "tab")
TARGETS = tuple(_WRITERS)


def export_grammar(
    notation: str,
    *,
    meter: str | Meter,
    measures: int,
    key: str | Key | None = None,
    pitch_range: PitchRange | None = None,
    grid: Fraction = Fraction(1, 16),
    tuplets: bool = False,
    single_notes: bool = False,
    max_span: int = 7,
    title: str = "Tune",
    target: str = "lark",
) -> str:
    """Return a grammar of exactly the texts that fill a number of measures, for constrained decoding.

    Args:
        notation: ``abc``, ``jianpu`` (format B), ``pitchdur`` (format C) or ``tab``.
        meter: Meter that every measure sums to.
        measures: Number of measures, 1 to 1024.
        key: Key, C major where ``None``. ABC writes it in its header, Jianpu counts its degrees from it;
            pitch-duration and tab have no key.
        pitch_range: Lowest and highest pitch, as ``E3-C6`` or as MIDI numbers; all of MIDI where ``None``.
        grid: Duration in whole notes of which every duration is a multiple. In ABC it is the unit note length.
        tuplets: Whether triplets are allowed beside the durations of the grid.
        single_notes: Whether only durations are allowed that one note can show, with at most two dots.
        max_span: Frets between the lowest and the highest fretted note of a tab's system.
        title: Title of an ABC tune.
        target: ``lark`` (parsed by Lark as LALR), ``llguidance``, ``gbnf`` (llama.cpp, XGrammar) or ``regex``.

    Returns:
        The text of the grammar.

    Raises:
        UnknownFormatError: no grammar is exported for the notation.
        UnknownOptionError: no such target, an option that means nothing, options that the notation cannot follow, or
            a regular expression that would be too large.
    """
    if notation not in NOTATIONS:
        raise UnknownFormatError(f"no grammar for {notation!r}; {_offer(notation, NOTATIONS)}")
    if target not in _WRITERS:
        raise UnknownOptionError(f"no target {target!r}; {_offer(target, TARGETS)}")
    task = make_task(
        meter=meter, measures=measures, key=key, pitch_range=pitch_range, grid=grid, tuplets=tuplets,
        single=single_notes, max_span=max_span, title=title,
    )  # fmt: skip
    if notation == "tab":
        # Lark's LALR parser looks one token ahead; the others follow several readings at once.
        grammar = tab_grammar(task, deterministic=target == "lark")
    else:
        grammar = _WRITTEN[notation](task, fill_balanced if target == "regex" else fill_in_order)
    return _WRITERS[target](grammar)


def _offer(name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
