"""Taking things off a text, or rewriting them, without losing where the rest stood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from onote_compiler.ir.source import Anchor, Source


class Edit(NamedTuple):
    """Put ``text`` in the place of the range ``[start, end)``."""

    start: int
    end: int
    text: str = ""


def rewrite(source: Source, edits: Iterable[Edit]) -> Source:
    """Return ``source`` with its notation text edited and its anchors carried along.

    Args:
        source: What to edit.
        edits: Edits in offsets of ``source.text``, in order, none overlapping another.

    Returns:
        A source of the same original; the object given where there is nothing to edit. Time and memory are linear in
        the text, the anchors and the edits.
    """
    edits = [edit for edit in edits if edit.end > edit.start or edit.text]
    if not edits:
        return source
    if len(source.anchors) == 1 and source.anchors[0].original + len(source.text) <= len(source.original):
        return _rewrite_whole(source, edits)
    out = _Pieces(source)
    at = 0
    for edit in edits:
        out.keep(at, edit.start)
        out.put(edit)
        at = edit.end
    out.keep(at, len(source.text))
    return source.derived("".join(out.texts), tuple(out.anchors) or (Anchor(0, 0),))


def _rewrite_whole(source: Source, edits: Iterable[Edit]) -> Source:
    """Do the same for a text that runs in step with its original from end to end, which most are."""
    text, shift = source.text, source.anchors[0].original - source.anchors[0].offset
    texts: list[str] = []
    anchors: list[Anchor] = []
    at = length = 0
    step: int | None = None  # how far the original is ahead at the last anchor
    for start, end, put in [*edits, Edit(len(text), len(text))]:
        if start > at:
            ahead = at + shift - length
            if ahead != step:
                anchors.append(Anchor(length, at + shift))
                step = ahead
            texts.append(text[at:start])
            length += start - at
        if put:
            ahead = start + shift - length
            if ahead != step:
                anchors.append(Anchor(length, start + shift))
                step = ahead
            texts.append(put)
            length += len(put)
        at = end
    return source.derived("".join(texts), tuple(anchors) or (Anchor(0, 0),))


def cut(source: Source, start: int, end: int) -> Source:
    """Return the part ``[start, end)`` of a source."""
    return rewrite(source, [Edit(0, start), Edit(end, len(source.text))])


def edits_between(source: Source) -> list[Edit]:
    """Return the edits that make the text of a source out of its original."""
    edits: list[Edit] = []
    at = 0
    ends = [anchor.offset for anchor in source.anchors[1:]] + [len(source.text)]
    for anchor, end in zip(source.anchors, ends, strict=True):
        part = source.text[anchor.offset : end]
        stands = source.original[anchor.original : anchor.original + len(part)]
        kept = len(part) if part == stands else _common(part, stands)
        _add(edits, Edit(at, anchor.original, ""))
        _add(edits, Edit(anchor.original + kept, anchor.original + kept, part[kept:]))
        at = anchor.original + kept
    _add(edits, Edit(at, len(source.original), ""))
    return edits


def _common(one: str, other: str) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _add(edits: list[Edit], edit: Edit) -> None:
    """Add an edit, joined to the one before where they touch; one that does nothing is left out."""
    if edit.start == edit.end and not edit.text:
        return
    if edits and edits[-1].end == edit.start:
        last = edits.pop()
        edit = Edit(last.start, edit.end, last.text + edit.text)
    edits.append(edit)


class _Pieces:
    """What has been kept so far, with its anchors."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.texts: list[str] = []
        self.anchors: list[Anchor] = []
        self.length = 0
        self._next = 0  # first anchor of the source that is not behind us

    def keep(self, start: int, end: int) -> None:
        if end <= start:
            return
        anchors: Sequence[Anchor] = self.source.anchors
        self._anchor(self.length, self.source.to_original(start))
        while self._next < len(anchors) and anchors[self._next].offset < end:
            anchor = anchors[self._next]
            if anchor.offset > start:
                self._anchor(self.length + anchor.offset - start, anchor.original)
            self._next += 1
        self._append(self.source.text[start:end])

    def put(self, edit: Edit) -> None:
        if edit.text:
            self._anchor(self.length, self.source.to_original(edit.start))
            self._append(edit.text)

    def _anchor(self, offset: int, original: int) -> None:
        if self.anchors and self.anchors[-1].offset == offset:
            self.anchors.pop()
        last = self.anchors[-1] if self.anchors else None
        if last is None or offset - last.offset != original - last.original:
            self.anchors.append(Anchor(offset, original))

    def _append(self, text: str) -> None:
        self.texts.append(text)
        self.length += len(text)
