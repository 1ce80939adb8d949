"""Making many frozen objects quickly.

A frozen dataclass sets each field through ``object.__setattr__``, which takes four times as long as a plain
assignment. :func:`maker` fills a mutable class of the same fields instead, and turns the object into the frozen
class when it is complete. What comes out is what the constructor would have made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields, make_dataclass
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def draft_of(cls: Callable[P, T]) -> Callable[P, T]:
    """Return the mutable class with the fields of ``cls``, a frozen dataclass with slots.

    An object of it becomes one of ``cls`` by ``made.__class__ = cls``, and must before anybody else sees it.

    Raises:
        TypeError: the class computes something when it is made, or has no slots.
    """
    kind = cast(Any, cls)
    if hasattr(kind, "__post_init__") or "__slots__" not in vars(kind):
        raise TypeError(f"{kind.__name__} cannot be made this way")
    made = make_dataclass(f"_{kind.__name__}Draft", [_copy(f) for f in fields(kind)], slots=True, eq=False)
    return cast(Callable[P, T], made)


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """Return a function with the parameters of ``cls``, a frozen dataclass with slots, that makes objects of it.

    Raises:
        TypeError: as :func:`draft_of` does.
    """
    draft: Any = draft_of(cls)

    def make(*args: Any, **kwargs: Any) -> Any:
        made = draft(*args, **kwargs)
        made.__class__ = cls
        return made

    return cast(Callable[P, T], make)


def _copy(old: Field[Any]) -> tuple[str, Any, Any]:
    if old.default_factory is not MISSING:
        return old.name, old.type, field(default_factory=old.default_factory)
    return (
        (old.name, old.type, field(default=old.default))
        if old.default is not MISSING
        else (old.name, old.type, field())
    )
