"""Running a grammar with handlers, without building a tree.

A *handler* is a method named like a terminal or a rule of the grammar. A terminal's handler is called with the
token's text and offset when the token is shifted; a rule's handler is called without arguments when the rule is
complete, which is always after all of its tokens and before the next one. That is the order of a post-order walk
over the parse tree, so :class:`TreeMachine` (stock Lark, then a walk) and :class:`FusedMachine` (one loop over
Lark's own tables) call the same handlers in the same order; the tests hold them against each other.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Protocol

import lark

from onote_compiler.errors import GrammarError
from onote_compiler.parsing.grammar import load_grammar
from onote_compiler.parsing.tables import Tables, UnsupportedTables


class Machine(Protocol):
    """Something that runs a text through a grammar and calls the handlers."""

    def run(self, text: str, handlers: object) -> None:
        """Read the whole of ``text``.

        Raises:
            GrammarError: the grammar does not cover the text. Reader grammars are total, so they never do this.
        """


# From this length on a text makes so many objects, all of which stay, that looking for cycles among them again and
# again takes a third of the time.
_LONG = 50_000


@contextmanager
def uncollected(text: str) -> Iterator[None]:
    """Keep the garbage collector from running while a long ``text`` is read; handlers make no cycles."""
    pausing = len(text) >= _LONG and gc.isenabled()
    if pausing:
        gc.disable()
    try:
        yield
    finally:
        if pausing:
            gc.enable()


class TreeMachine:
    """The reference: stock Lark builds the tree, a walk calls the handlers."""

    def __init__(self, parser: lark.Lark) -> None:
        self._parser = parser

    def run(self, text: str, handlers: object) -> None:
        """See :class:`Machine`."""
        try:
            tree = self._parser.parse(text)
        except lark.exceptions.UnexpectedInput as error:
            raise GrammarError(_offset(error, text)) from error
        pending: list[tuple[lark.Tree[lark.Token] | lark.Token, bool]] = [(tree, False)]
        while pending:
            node, done = pending.pop()
            if isinstance(node, lark.Token):
                handler = getattr(handlers, node.type, None)
                if handler is not None:
                    handler(str(node), node.start_pos)
            elif done:
                handler = getattr(handlers, node.data, None)
                if handler is not None:
                    handler()
            else:
                pending.append((node, True))
                pending.extend((child, False) for child in reversed(node.children))


def _offset(error: lark.exceptions.UnexpectedInput, text: str) -> int:
    """Return where stock Lark stopped; at the end of the text it gives no place or -1."""
    place: int | None = getattr(error, "pos_in_stream", None)
    return len(text) if place is None or place < 0 else min(place, len(text))


class FusedMachine:
    """One loop over Lark's parse table and scanners; see :mod:`onote_compiler.parsing.tables`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def run(self, text: str, handlers: object) -> None:
        """See :class:`Machine`; ``handlers`` is an object of the class that the tables were made for."""
        if len(text) >= _LONG and gc.isenabled():
            with uncollected(text):
                self.run(text, handlers)
            return
        tables = self._tables
        scanners, shifts, defaults, gotos = tables.scanners, tables.shifts, tables.defaults, tables.gotos
        state = tables.start
        stack = [state]
        scan, row = scanners[state], shifts[state]
        position, end = 0, len(text)
        while True:
            match = scan(text, position)
            kind = "$END" if match is None else match.lastgroup
            shift = row.get(kind)
            if shift is None:  # the end, or a reduction that had to see this token comes first
                if match is None and (position < end or state == tables.end):
                    if state == tables.end and position == end:
                        return
                    raise GrammarError(position)
                while shift is None and state != tables.end:
                    reduction = tables.reductions[state].get(kind)
                    if reduction is None:
                        raise GrammarError(position)
                    length, finish, origin = reduction
                    if length:
                        del stack[-length:]
                    if finish is not None:
                        finish(handlers)
                    state = gotos[stack[-1]][origin]
                    stack.append(state)
                    shift = shifts[state].get(kind)
                scan, row = scanners[state], shifts[state]
                if match is None or shift is None:
                    continue
            action, handler = shift
            start, position = position, match.end()
            if handler is not None:
                handler(handlers, text[start:position], start)
            if action:
                stack.extend(action)
                state = action[-1]
                default = defaults[state]
                while default is not None:
                    length, finish, origin = default
                    if length:
                        del stack[-length:]
                    if finish is not None:
                        finish(handlers)
                    state = gotos[stack[-1]][origin]
                    stack.append(state)
                    default = defaults[state]
                scan, row = scanners[state], shifts[state]


@cache
def machine(grammar: str, handlers: type, start: str = "start") -> Machine:
    """Return the machine that runs ``grammars/<grammar>.lark`` with handlers of the class ``handlers``.

    Stock Lark is used where this version of Lark does not lay its tables out as expected.
    """
    parser = load_grammar(grammar, start)
    try:
        return FusedMachine(Tables.of(parser, handlers, start))
    except (UnsupportedTables, AttributeError):
        return TreeMachine(parser)
