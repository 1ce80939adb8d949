"""Choosing the release and the task; turning what a released script raises into its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from onote_compiler.errors import UnknownOptionError
from onote_compiler.scoring.compat import r1, r2

Scores = dict[str, Any]
Scorer = Callable[[Mapping[str, Any]], Scores]

RELEASES: dict[str, dict[str, Scorer]] = {
    "r1": {"ast": r1.score_ast, "cnc": r1.score_cnc, "vsu": r1.score_vsu},
    "r2": {"ast": r2.score_ast, "cnc": r2.score_cnc, "vsu": r2.score_vsu, "smg": r2.score_smg},
}


def released_scorer(release: str, task: str) -> Scorer:
    """Return what scores one item of a task as a release does.

    Raises:
        UnknownOptionError: the release has no such task (r1 leaves SMG to a judge whose answer it never reads).
    """
    if release not in RELEASES:
        raise UnknownOptionError(f"no release {release!r}; known: {', '.join(RELEASES)}")
    if task not in RELEASES[release]:
        raise UnknownOptionError(f"release {release} computes no score for task {task!r}")
    return RELEASES[release][task]


def score_as_released(release: str, task: str, item: Mapping[str, Any]) -> Scores:
    """Return the figures that a release's scripts give for one item.

    Args:
        release: ``r1`` (commit 2753ee4) or ``r2`` (commit 6e18e68).
        task: ``ast``, ``cnc``, ``vsu`` or ``smg``.
        item: ``prediction``, ``reference``, and ``notation``, ``mode``, ``measures`` where the task has them.

    Returns:
        The scripts' figures by name and on their scale; ``{"error": name}`` where a script raises.

    Raises:
        UnknownOptionError: the release has no such task (r1 leaves SMG to a judge whose answer it never reads).
    """
    scorer = released_scorer(release, task)
    try:
        return scorer(item)
    except Exception as error:  # the scripts raise on some shapes; that is part of what they do
        return {"error": type(error).__name__}
