"""onote-compiler: music notation written by language models, compiled to one score representation and scored."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onote_compiler.api import Conversion, ParseResult, Rendered, check, convert, formats, parse, render
    from onote_compiler.errors import OnoteError
    from onote_compiler.ir import Score
    from onote_compiler.projection import Projection, project
    from onote_compiler.scoring import score_batch, score_item

_HOMES = {
    "Conversion": "api", "ParseResult": "api", "check": "api", "convert": "api", "formats": "api", "parse": "api",
    "Rendered": "api", "render": "api", "OnoteError": "errors", "Projection": "projection", "Score": "ir",
    "project": "projection", "score_batch": "scoring", "score_item": "scoring",
}  # fmt: skip

__all__ = [
    "Conversion", "OnoteError", "ParseResult", "Projection", "Rendered", "Score", "check", "convert", "formats",
    "parse", "project", "render", "score_batch", "score_item",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing the package costs next to nothing."""
    if name == "__version__":
        from importlib.metadata import version

        return version("onote-compiler")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
