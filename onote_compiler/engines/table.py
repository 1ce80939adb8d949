"""The table of engines. Adding one means a module beside this one, and a line here."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from onote_compiler.engines.model import Limits, Rendering
from onote_compiler.errors import UnknownOptionError


@dataclass(frozen=True)
class Engine:
    """One engine.

    Attributes:
        name: What ``--engine`` takes; its module has the same name.
        title: What people call it.
        takes: Notation of the text it is given, as the table of notations has it.
        gives: What it can make; the first is made where nothing is asked for.
    """

    name: str
    title: str
    takes: str
    gives: tuple[str, ...]

    @property
    def version(self) -> str | None:
        """The version that is installed, or ``None`` where none is."""
        return _version(self.name)

    def run(self, text: str, target: str, limits: Limits) -> Rendering:
        """Render a text that is safe to show to the engine."""
        found = import_module(f"onote_compiler.engines.{self.name}").run(text, target, limits)
        assert isinstance(found, Rendering)
        return found


_TABLE = (
    Engine("abc2midi", "abc2midi (abcMIDI)", "abc", ("midi",)),
    Engine("abcm2ps", "abcm2ps", "abc", ("svg", "ps")),
    Engine("lilypond", "LilyPond", "musicxml", ("svg", "pdf", "png")),
    Engine("verovio", "Verovio", "musicxml", ("svg", "midi")),
    Engine("musescore", "MuseScore", "musicxml", ("svg", "pdf", "png", "midi")),
)
ENGINES: dict[str, Engine] = {engine.name: engine for engine in _TABLE}


def engine(name: str) -> Engine:
    """Return the engine of a name.

    Raises:
        UnknownOptionError: there is none; the message offers the nearest.
    """
    if name in ENGINES:
        return ENGINES[name]
    near = get_close_matches(name, ENGINES, n=1)
    raise UnknownOptionError(
        f"no engine {name!r}; {f'did you mean {near[0]}?' if near else 'known: ' + ', '.join(ENGINES)}"
    )


@cache
def _version(name: str) -> str | None:
    found = import_module(f"onote_compiler.engines.{name}").version()
    assert found is None or isinstance(found, str)
    return found
