"""Lark's LALR tables, rearranged so that one loop can run them.

Three rewrites keep the meaning and save the work:

1. A state whose only action is one reduction reduces without looking at the next token (``defaults``).
2. Shifting T where ``X: T`` follows and X has no handler is a goto on X.
3. In a state reached by X, shifting Y where ``X: X Y`` follows and X has no handler leads back to the state itself.

The last two are found by running the parser symbolically from each state: ``shifts[state][terminal]`` is what is
left on top of ``state`` afterwards, often nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import lark
from lark.parsers.lalr_analysis import Shift

Reduction = tuple[int, "Callable[[Any], Any] | None", str]
"""Symbols to pop, handler to call with the object it belongs to, symbol to go to."""
Shifting = tuple[tuple[int, ...], "Callable[[Any, str, int], Any] | None"]
"""States to push, handler to call with its object, the token's text and its offset."""


class UnsupportedTables(Exception):
    """This version of Lark, or this grammar, is laid out in a way the rewrites do not know."""


@dataclass(frozen=True)
class Tables:
    """What :class:`~onote_compiler.parsing.driver.FusedMachine` runs on; lists are indexed by state."""

    start: int
    end: int
    scanners: list[Callable[[str, int], Any]]
    shifts: list[dict[str, Shifting]]
    reductions: list[dict[str, Reduction]]
    defaults: list[Reduction | None]
    gotos: list[dict[str, int]]

    @classmethod
    def of(cls, parser: lark.Lark, handlers: type, start: str) -> Tables:
        """Return the tables of ``parser`` for handlers of the class ``handlers``.

        Raises:
            UnsupportedTables: they cannot be rearranged; run stock Lark instead.
        """
        return _Builder(parser, handlers, start).build()


class _Builder:
    def __init__(self, parser: lark.Lark, handlers: type, start: str) -> None:
        front: Any = parser.parser
        table = front.parser._parse_table
        self.states: dict[int, dict[str, Any]] = table.states
        self.start: int = table.start_states[start]
        self.end: int = table.end_states[start]
        self.lexer: Any = front.lexer
        self.handlers = handlers
        self.accessing: dict[int, str] = {}
        for actions in self.states.values():
            for symbol, (action, target) in actions.items():
                if action is Shift:
                    self.accessing[target] = symbol

    def build(self) -> Tables:
        count = max(self.states) + 1
        if sorted(self.states) != list(range(count)):
            raise UnsupportedTables("states are not numbered")
        ignored = self.lexer.root_lexer.ignore_types
        reductions = [self._reductions(state) for state in range(count)]
        defaults = [self._default(state, reductions[state]) for state in range(count)]
        gotos = [
            {s: t for s, (a, t) in self.states[state].items() if a is Shift and not self._terminal(s)}
            for state in range(count)
        ]
        shifts: list[dict[str, Shifting]] = []
        for state in range(count):
            row: dict[str, Shifting] = {name: ((), getattr(self.handlers, name, None)) for name in ignored}
            for symbol, (action, target) in self.states[state].items():
                if action is Shift and self._terminal(symbol):
                    above = self._after(state, target, defaults, gotos)
                    row[symbol] = (above, getattr(self.handlers, symbol, None))
            shifts.append(row)
        return Tables(
            start=self.start, end=self.end,
            scanners=[self._scanner(state) for state in range(count)],
            shifts=shifts, reductions=reductions, defaults=defaults, gotos=gotos,
        )  # fmt: skip

    @staticmethod
    def _terminal(symbol: str) -> bool:
        return symbol.lstrip("_").isupper() or symbol == "$END"

    def _scanner(self, state: int) -> Callable[[str, int], Any]:
        if not self.states[state]:
            return _nothing
        lexer = self.lexer.lexers[state]
        scanner = lexer.scanner
        if lexer.callback or len(scanner._mres) > 1:
            raise UnsupportedTables("terminals that need more than one regular expression")
        if not scanner._mres:  # only the end can follow
            return _nothing
        match: Callable[[str, int], Any] = scanner._mres[0].match
        return match

    def _reductions(self, state: int) -> dict[str, Reduction]:
        row: dict[str, Reduction] = {}
        for symbol, (action, rule) in self.states[state].items():
            if action is Shift:
                continue
            origin = str(rule.origin.name)
            name = str(rule.alias or origin)
            row[symbol] = (len(rule.expansion), getattr(self.handlers, name, None), origin)
        return row

    def _default(self, state: int, reductions: dict[str, Reduction]) -> Reduction | None:
        """Return the reduction a state makes whatever comes, if there is one."""
        shifting = any(action is Shift for action, _ in self.states[state].values())
        distinct = set(reductions.values())
        return distinct.pop() if len(distinct) == 1 and not shifting else None

    def _after(
        self, state: int, target: int, defaults: list[Reduction | None], gotos: list[dict[str, int]]
    ) -> tuple[int, ...]:
        """Return what stands above ``state`` once ``target`` is shifted and all silent reductions are made."""
        above = [target]
        while above and (default := defaults[above[-1]]) is not None:
            length, handler, origin = default
            if handler is not None or length == 0:
                break
            if length <= len(above):
                del above[-length:]
                above.append(gotos[above[-1] if above else state][origin])
            elif length == len(above) + 1 and self.accessing.get(state) == origin:
                return ()
            else:
                break
        return tuple(above)


def _nothing(text: str, position: int) -> None:
    """Scan in a state that nothing but the end of the text can follow."""
