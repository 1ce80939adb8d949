"""``onote score``: model outputs against ground truth."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from . import options
from .console import progress, wants_color

if TYPE_CHECKING:
    from onote_compiler.scoring import ItemResult, Parameters

TASKS = {
    "ast": "Transcription: pitch, duration and full accuracy (equation 7).",
    "cnc": "Conversion between notations: Φ (equation 8).",
    "vsu": "Multiple-choice questions.",
    "smg": "Generated music, by rules.",
}


@click.group("score")
def command() -> None:
    """Score model outputs against ground truth.

    `onote score demo` scores the benchmark that ships with the package.
    """


def scoring() -> options.Decorator:
    """What the figures depend on."""
    return options.apply(
        options.profile("onote"),
        click.option("--weights", metavar="P,D,F", help="Weights of pitch, duration and format in Φ (0.4,0.4,0.2)."),
        click.option("--max-notes", type=click.IntRange(1), metavar="N", help="Notes that the prompt allowed."),
        click.option("--ties", type=click.Choice(["merged", "split"]), default="merged", show_default=True),
        click.option("--form", type=click.Choice(["written", "played"]), default="written", show_default=True),
        click.option("--alignment", is_flag=True, help="Carry the alignment of each item in JSON."),
    )


def reporting() -> options.Decorator:
    """What to print of a run."""
    return options.apply(
        click.option("--worst", type=click.IntRange(0), default=8, show_default=True, metavar="N",
                     help="How many of the lowest items to list."),
        options.output(),
        click.option("-j", "--workers", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N",
                     help="Processes to share the work."),
    )  # fmt: skip


@command.command("demo")
@scoring()
@reporting()
def demo(**settings: Any) -> None:
    """Score the demo benchmark: 80 answers of every kind against 18 pieces."""
    from onote_compiler.harness.demo import DEMO_TASKS, demo_items
    from onote_compiler.scoring import score_batch

    held = _parameters(settings)
    batches = [(task, list(demo_items(task))) for task in DEMO_TASKS]
    results = (r for task, items in batches for r in score_batch(task, items, settings["workers"], params=held))
    _report(list(progress(results, sum(len(items) for _, items in batches), "scoring")), settings)


def _parameters(settings: dict[str, Any]) -> Parameters:
    from onote_compiler.errors import UnknownOptionError
    from onote_compiler.scoring.parameters import DEFAULTS

    chosen = {name: settings[name] for name in ("profile", "max_notes", "ties", "form", "alignment")}
    if settings["weights"] is not None:
        try:
            chosen["weights"] = tuple(float(part) for part in settings["weights"].split(","))
        except ValueError:
            raise UnknownOptionError("--weights takes three numbers such as 0.4,0.4,0.2") from None
    return DEFAULTS.changed(**chosen)


def _report(results: list[ItemResult], settings: dict[str, Any]) -> None:
    """Print a run: every item and the summary as JSON, or the summary as tables."""
    from onote_compiler.scoring import aggregate

    summary = aggregate(results, worst=settings["worst"])
    if settings["output"] == "json":
        click.echo(json.dumps({"items": [r.record() for r in results], "summary": summary.record()}))
        return
    from onote_compiler.harness.terminal import print_summary

    print_summary(summary, color=wants_color(sys.stdout))
