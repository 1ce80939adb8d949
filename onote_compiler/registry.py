"""The table of notations. Adding one means a folder under ``notations/``, a grammar, and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from onote_compiler.errors import UnknownFormatError, UnknownOptionError


@dataclass(frozen=True)
class Notation:
    """One notation.

    Attributes:
        name: What ``-f`` and ``-t`` take.
        title: What people call it.
        package: Its folder under ``onote_compiler.notations``.
        reads: Whether it has a ``reader.read``.
        writes: Whether it has a ``writer.write``.
        dialects: Names its ``--dialect`` takes; the first is the default to write.
        strict: Strict grammar by dialect, for profiles that ask for it.
        on_request: Dialects whose strict grammar holds only where the dialect was asked for.
        suffixes: File endings it is known by.
        rests: Whether it can write rests, so that silence counts when it is scored.
        binary: Whether it is written as bytes.
        single: Whether one file holds one score: several cannot stand behind each other.
        read_options: Options its reader has beside key, meter and dialect.
        write_options: Options its writer has beside key and dialect.
    """

    name: str
    title: str
    package: str
    reads: bool = True
    writes: bool = True
    dialects: tuple[str, ...] = ()
    strict: tuple[tuple[str, str], ...] = ()
    on_request: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    rests: bool = True
    binary: bool = False
    single: bool = False
    read_options: tuple[str, ...] = ()
    write_options: tuple[str, ...] = ()

    @property
    def read(self) -> Callable[..., Any]:
        """The reader, imported when it is first asked for."""
        return import_module(f"onote_compiler.notations.{self.package}.reader").read  # type: ignore[no-any-return]

    @property
    def write(self) -> Callable[..., Any]:
        """The writer, imported when it is first asked for."""
        return import_module(f"onote_compiler.notations.{self.package}.writer").write  # type: ignore[no-any-return]

    def strict_grammar(self, dialect: str | None, asked: str | None = None) -> str | None:
        """Return the name of the strict grammar that a text must pass.

        Args:
            dialect: Dialect that was read; where it has no strict grammar of its own, or one only on request, the
                notation's first holds.
            asked: Dialect that was asked for. One without a strict grammar is free of any: ``None`` is returned.
        """
        forms = dict(self.strict)
        if not forms or (asked is not None and asked not in forms):
            return None
        form = asked or ("" if dialect in self.on_request else dialect)
        return forms.get(form or "", self.strict[0][1])


_TABLE = (
    Notation("abc", "ABC 2.1", "abc", strict=(("", "abc_strict"),), suffixes=(".abc",), write_options=("title",)),
    Notation("jianpu", "Jianpu (numbered notation)", "jianpu", suffixes=(".jianpu", ".jp"),
             dialects=("formatb", "critic", "jianpu-ly", "unicode", "data"),
             strict=(("formatb", "jianpu_strict"), ("critic", "jianpu_critic_strict")), on_request=("critic",),
             read_options=("octave_base", "minor"),
             write_options=("to_key", "octave_base", "minor", "header", "respell")),
    Notation("tab", "Guitar tablature", "tab", suffixes=(".tab",), rests=False,
             dialects=("ascii", "linear"), strict=(("ascii", "tab_strict"), ("linear", "tab_linear_strict")),
             read_options=("tuning", "capo"),
             write_options=("tuning", "capo", "max_fret", "max_span", "position", "fit_octave", "width", "layout",
                            "refinger")),
    Notation("pitchdur", "Pitch-duration sequence", "pitchdur", suffixes=(".pd",), rests=False,
             dialects=("formatc", "vsu", "pitches", "json"), strict=(("formatc", "pitchdur_strict"),),
             write_options=("spelling",)),
    Notation("musixqa", "MusiXQA JSON", "musixqa", suffixes=(".json",)),
    Notation("midi", "Standard MIDI file", "midi", reads=False, suffixes=(".mid", ".midi"), binary=True, single=True,
             write_options=("form",)),
    Notation("musicxml", "MusicXML", "musicxml", reads=False, single=True, suffixes=(".musicxml",)),
    Notation("jams", "GuitarSet JAMS", "jams", writes=False, suffixes=(".jams",),
             read_options=("grid",)),
)  # fmt: skip
NOTATIONS: dict[str, Notation] = {n.name: n for n in _TABLE}


def readable(name: str) -> Notation:
    """Return the notation of a name.

    Raises:
        UnknownFormatError: there is none.
        UnknownOptionError: there is one that can only be written.
    """
    entry = notation(name)
    if not entry.reads:
        raise UnknownOptionError(f"{entry.title} can be written, not read")
    return entry


def check_dialect(dialect: str, name: str | None = None) -> None:
    """Refuse a dialect that a notation does not have or, where the notation is left open, that none has.

    Args:
        dialect: Name of the dialect.
        name: Name of the notation; ``None`` or ``auto`` where it is left open.

    Raises:
        UnknownFormatError: there is no such notation.
        UnknownOptionError: there is no such dialect.
    """
    if name is None or name == "auto":
        known = dict.fromkeys(d for entry in _TABLE for d in entry.dialects)
        title = "no notation has a"
    else:
        entry = notation(name)
        known, title = dict.fromkeys(entry.dialects), f"{entry.title} has no"
    if dialect not in known:
        raise UnknownOptionError(f"{title} dialect {dialect!r}; known: {', '.join(known) or 'none'}")


def notation(name: str) -> Notation:
    """Return the notation of a name.

    Raises:
        UnknownFormatError: there is none; the message offers the nearest.
    """
    if name in NOTATIONS:
        return NOTATIONS[name]
    near = [n.name for n in _TABLE if f".{name}" in n.suffixes] or get_close_matches(name, NOTATIONS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(NOTATIONS)}"
    raise UnknownFormatError(f"no format {name!r}; {hint}")
