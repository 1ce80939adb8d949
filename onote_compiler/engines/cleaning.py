"""Making a text safe to show to an ABC program.

Directives can make engravers read files, run PostScript, or crash; none of them is music. So every comment and
directive line and every instruction field is emptied. Lines and columns stay as they were, so that what the engine says
about a place is true of the text that was given.
"""

from __future__ import annotations

import re

_LINE_ENDS = re.compile(r"(\r\n|\n|\r)")
_INLINE = "[I:"
_REMARK = "[r:"


def without_directives(text: str) -> str:
    """Return an ABC text without comments, ``%%`` directives and ``I:`` fields, line by line the same otherwise.

    A line of a comment, directive or instruction becomes an empty comment; an inline instruction becomes a remark
    (``[r:…]``). Nothing is cut out, so that what stood around it cannot come together as another.
    """
    pieces = _LINE_ENDS.split(text.replace("\0", " "))
    return "".join(_cleaned(piece) for piece in pieces)


def _cleaned(line: str) -> str:
    bare = line.lstrip("\ufeff \t\v\f")
    if bare.startswith(("%", "I:", "\\%")):
        return "%"
    return line.replace(_INLINE, _REMARK)
