"""Random texts from a grammar: a model without any knowledge, held to the grammar byte by byte."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from onote_compiler.errors import OnoteError

_BYTE_TOKENIZER = "byte"


class Sampler:
    """Draws texts from a grammar through llguidance's token mask over a byte-level tokenizer.

    Each byte is drawn with equal chances from those that the mask allows, so whatever the grammar cannot exclude comes
    up. It takes the package ``llguidance`` (extra ``decoding``).

    Args:
        grammar: Text of a grammar.
        syntax: What it is written in: ``lark``, ``llguidance``, ``gbnf`` or ``regex``.

    Raises:
        OnoteError: llguidance is not installed, or refuses the grammar.
    """

    def __init__(self, grammar: str, syntax: str = "llguidance") -> None:
        try:
            engine: Any = import_module("llguidance")
        except ImportError as error:
            raise OnoteError("drawing texts needs llguidance: pip install 'onote-compiler[decoding]'") from error
        self._tokenizer = engine.LLTokenizer(_BYTE_TOKENIZER)
        compiled = engine.grammar_from("lark" if syntax == "llguidance" else syntax, grammar)
        self._matcher = engine.LLMatcher(self._tokenizer, compiled)
        if self._matcher.is_error():
            raise OnoteError(f"llguidance refuses the grammar: {self._matcher.get_error()}")

    def draw(self, random: Random) -> str:
        """Return one text.

        Args:
            random: Source of chance; the same state gives the same text.

        Raises:
            OnoteError: llguidance gave up, as it does where a grammar is too large for its limits.
        """
        matcher = self._matcher.deep_copy()
        text = bytearray()
        while not matcher.is_stopped():
            allowed = _set_bits(matcher.compute_bitmask())
            if not allowed:
                break
            token = random.choice(allowed)
            matcher.consume_token(token)
            if token == self._tokenizer.eos_token:
                break
            text.append(token)
        if matcher.is_error():
            raise OnoteError(f"llguidance gave up: {matcher.get_error()}")
        return text.decode()

    def accepts(self, text: str) -> bool:
        """Whether the grammar describes ``text``, whole."""
        matcher = self._matcher.deep_copy()
        tokens = list(text.encode())
        return matcher.validate_tokens(tokens) == len(tokens) and _ends(matcher, tokens)


def _ends(matcher: Any, tokens: list[int]) -> bool:
    return bool(matcher.consume_tokens(tokens)) and bool(matcher.is_accepting())


def _set_bits(mask: bytes) -> list[int]:
    return [8 * place + bit for place, byte in enumerate(mask) if byte for bit in range(8) if byte >> bit & 1]
