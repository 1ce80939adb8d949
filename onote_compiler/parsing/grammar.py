"""Loading grammar files: once a process, with Lark's parse tables kept in the user's cache directory."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

import lark

GRAMMARS = "onote_compiler.grammars"


@cache
def load_grammar(name: str, start: str = "start") -> lark.Lark:
    """Return the LALR parser of ``grammars/<name>.lark``, every token kept in its trees.

    Args:
        name: File name without its ending.
        start: Rule to start from.

    Raises:
        FileNotFoundError: there is no such grammar.
    """
    text = grammar_text(name)
    cached = _cache_file(f"{name}:{start}:{text}:{grammar_text('common')}")
    if cached is not None and cached.exists():
        try:
            with cached.open("rb") as stream:
                return lark.Lark.load(stream)
        except Exception:
            cached.unlink(missing_ok=True)
    parser = lark.Lark.open_from_package(
        GRAMMARS, f"{name}.lark", parser="lalr", lexer="contextual", start=start, keep_all_tokens=True,
        maybe_placeholders=False,
    )  # fmt: skip
    if cached is not None:
        _store(parser, cached)
    return parser


@cache
def grammar_text(name: str) -> str:
    """Return the text of ``grammars/<name>.lark``."""
    return (files(GRAMMARS) / f"{name}.lark").read_text(encoding="utf-8")


def _cache_file(key: str) -> Path | None:
    """Return where the tables for ``key`` belong, or ``None`` where caching is off or impossible."""
    if os.environ.get("ONOTE_NO_CACHE"):
        return None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(base) if base else Path.home() / ".cache"
    except RuntimeError:  # no home directory
        return None
    try:
        release = version("onote-compiler")
    except PackageNotFoundError:
        release = "0"
    stamp = f"{release}:{lark.__version__}:{sys.version_info[:2]}:{key}"
    return root / "onote-compiler" / f"{hashlib.sha256(stamp.encode()).hexdigest()[:24]}.tables"


def _store(parser: lark.Lark, target: Path) -> None:
    """Write the tables beside their final name first, so that no other process reads half of them."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=target.parent)
        with os.fdopen(handle, "wb") as stream:
            parser.save(stream)
        os.replace(temporary, target)
    except OSError:
        pass  # a read-only or full cache directory only costs the next start some milliseconds
