"""``onote score``: model outputs against ground truth."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import options
from .console import progress, run_jsonl, wants_color
from .inputs import warn

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


def _task_command(task: str, summary: str) -> click.Command:
    """Return the command of one task."""

    @click.command(
        task,
        short_help=summary,
        help=f"""{summary}

    FILES are predictions: JSON of id to answer, JSONL, CSV or a folder of text files (- for standard input with
    --jsonl). Each id of the truth counts, answered or not; ids that do not match are reported.

    Exits with 1 where ids are unknown or stand twice, with 2 where a file cannot be read or a truth is malformed.""",
    )
    @options.FILES
    @click.option(
        "--truth",
        type=click.Path(),
        metavar="FILE",
        help="Ground truth: JSON of id to piece, JSONL or a folder; else each answer names its reference.",
    )
    @click.option("--notation", metavar="FORMAT", help="Notation that was asked for, where the entries do not say.")
    @click.option("--dialect", metavar="NAME", help="Its dialect.")
    @click.option("--mode", metavar="NAME", help="Direction of a conversion, such as pitch_only.")
    @click.option("--key", metavar="KEY", help="Key that the task gave.")
    @click.option("--meter", metavar="METER", help="Meter that the task gave.")
    @click.option("--measures", type=click.IntRange(1), metavar="N", help="Measures that the task asked for.")
    @click.option(
        "--compat",
        type=click.Choice(["r1", "r2"]),
        help="Give the figures of a released version of the benchmark's scripts, faults included (--jsonl).",
    )
    @click.option("--jsonl", is_flag=True, help="Read one JSON item a line, print one JSON result a line.")
    @scoring()
    @reporting()
    def run(files: tuple[str, ...], **settings: Any) -> None:
        _score_files(task, files, settings)

    return run


for _task, _summary in TASKS.items():
    command.add_command(_task_command(_task, _summary))

_DEFAULTS = ("notation", "dialect", "mode", "key", "meter", "measures")


def _score_files(task: str, files: tuple[str, ...], settings: dict[str, Any]) -> None:
    held = _parameters(settings)
    defaults = {name: settings[name] for name in _DEFAULTS if settings[name] is not None}
    if settings["jsonl"]:
        from onote_compiler.machine.answers import answer_score

        asked = {"task": task, "compat": settings["compat"], "params": held, "fields": defaults}
        run_jsonl(files, answer_score, asked, settings["workers"])
        return
    if settings["compat"]:
        raise click.UsageError("--compat goes with --jsonl")
    from onote_compiler.harness.layouts import load_run
    from onote_compiler.scoring import score_batch

    truth = None if settings["truth"] is None else Path(settings["truth"])
    loaded = load_run(task, map(Path, files), truth, defaults=defaults, params=held)
    results = score_batch(task, loaded.items, settings["workers"], params=held)
    _report(list(progress(results, len(loaded.items), "scoring")), settings)
    for mismatch in loaded.mismatches:
        warn(f"{mismatch.place}: {mismatch.kind} id {mismatch.id!r}")
    sys.exit(int(any(mismatch.kind != "missing" for mismatch in loaded.mismatches)))


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
