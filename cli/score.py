"""``onote score``: model outputs against ground truth."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from . import options
from .console import progress, run_jsonl, wants_color
from .inputs import warn

if TYPE_CHECKING:
    from onote_compiler.harness.layouts import Run
    from onote_compiler.harness.matching import Matched
    from onote_compiler.scoring import Item, ItemResult, Parameters, Summary

TASKS = {
    "ast": "Transcription: pitch, duration and full accuracy (equation 7).",
    "cnc": "Conversion between notations: Φ (equation 8).",
    "vsu": "Multiple-choice questions.",
    "smg": "Generated music, by rules.",
}

# Directions of a conversion, by the release whose scripts have them.
MODES = {"r1": ("full", "pitch_only"), "r2": ("staff_to_jianpu", "jianpu_to_staff", "guitar_to_staff")}


@click.group("score")
def command() -> None:
    """Score model outputs against ground truth.

    `onote score demo` scores the benchmark that ships with the package.
    """


def asked_for(task: str) -> options.Decorator:
    """What the task asked for, where the entries do not say: a question has no key, only a conversion a direction."""
    music = (
        click.option("--dialect", metavar="NAME", help="Its dialect."),
        click.option("--key", metavar="KEY", callback=options.known_key, help="Key that the task gave."),
        click.option("--meter", metavar="METER", callback=options.known_meter, help="Meter that the task gave."),
        click.option("--measures", type=click.IntRange(1), metavar="N", help="Measures that the task asked for."),
    )
    mode = click.option(
        "--mode", type=click.Choice(sum(MODES.values(), ())), help="Direction of the conversion; see docs/scoring.md."
    )
    return options.apply(
        click.option("--notation", metavar="FORMAT", callback=options.readable_format,
                     help="Notation that was asked for, where the entries do not say; else it follows from the "
                     "truth's shape."),
        *(() if task == "vsu" else music),
        *((mode,) if task == "cnc" else ()),
    )  # fmt: skip


def scoring(task: str = "") -> options.Decorator:
    """What the figures of a task, or of all of them, depend on."""
    music = (
        click.option("--weights", metavar="P,D,F", help="Weights of pitch, duration and format in Φ (0.4,0.4,0.2)."),
        click.option("--max-notes", type=click.IntRange(1), metavar="N", help="Notes that the prompt allowed."),
        click.option("--ties", type=click.Choice(["merged", "split"]), default="merged", show_default=True,
                     help="One note of tied ones, or each written note."),
        click.option("--form", type=click.Choice(["written", "played"]), default="written", show_default=True,
                     help="Each note once as notated, or with repeats unrolled."),
        click.option("--alignment", is_flag=True, help="Carry the alignment of each item in JSON."),
    )  # fmt: skip
    engines = click.option(
        "--engine", "engines", multiple=True, metavar="ENGINE",
        help="Ask an external program whether it renders each piece; see `onote render --list`.",
    )  # fmt: skip
    return options.apply(
        options.profile("onote"), *(() if task == "vsu" else music), *((engines,) if task == "smg" else ())
    )


def reporting() -> options.Decorator:
    """What to print of a run."""
    return options.apply(
        click.option("--worst", type=click.IntRange(0), default=8, show_default=True, metavar="N",
                     help="How many of the lowest items to list."),
        click.option("--explain", is_flag=True, help="Show where each of these goes wrong: alignment, diagnostics."),
        click.option("--diagnostics", is_flag=True, help="Count the items that have each diagnostic."),
        options.output(),
        click.option("--html", type=click.Path(dir_okay=False, writable=True), metavar="FILE",
                     help="Write the whole report as one page, the lowest items explained."),
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
    batches = {task: list(demo_items(task)) for task in DEMO_TASKS}
    results = (r for task, items in batches.items() for r in score_batch(task, items, settings["workers"], params=held))
    _report(list(progress(results, sum(map(len, batches.values())), "scoring")), batches, held, settings)


def _task_command(task: str, summary: str) -> click.Command:
    """Return the command of one task."""

    @click.command(
        task,
        short_help=summary,
        help=f"""{summary}

    FILES are predictions: JSON of id to answer, JSONL, CSV or a folder of text files (- for standard input with
    --jsonl). Each id of the truth counts, answered or not; ids that do not match are reported. An entry may name its
    truth ("truth": id) and its "task"; entries of another task are left out.

    Exits with 1 where ids are unknown or stand twice, with 2 where a file cannot be read or a truth is malformed.""",
    )
    @options.FILES
    @click.option(
        "--truth",
        type=click.Path(),
        metavar="FILE",
        help="Ground truth: JSON of id to piece, JSONL or a folder; else each answer names its reference.",
    )
    @click.option(
        "--items", type=click.Path(), metavar="FILE", help="What was asked for: one id, truth, notation a line."
    )
    @click.option(
        "--against", type=click.Path(), metavar="FILE", help="Predictions of a second system, to compare with."
    )
    @asked_for(task)
    @click.option(
        "--compat",
        type=click.Choice(["r1", "r2"]),
        help="Give the figures of a released version of the benchmark's scripts, faults included.",
    )
    @click.option("--jsonl", is_flag=True, help="Read one JSON item a line, print one JSON result a line.")
    @scoring(task)
    @reporting()
    def run(files: tuple[str, ...], **settings: Any) -> None:
        _score_files(task, files, settings)

    return run


for _task, _summary in TASKS.items():
    command.add_command(_task_command(_task, _summary))

_DEFAULTS = ("notation", "dialect", "mode", "key", "meter", "measures")


def _score_files(task: str, files: tuple[str, ...], settings: dict[str, Any]) -> None:
    held = _parameters(settings)
    defaults = {name: settings[name] for name in _DEFAULTS if settings.get(name) is not None}
    if settings["compat"] and defaults.get("mode", MODES[settings["compat"]][0]) not in MODES[settings["compat"]]:
        raise click.UsageError(f"release {settings['compat']} has no mode {defaults['mode']!r}")
    if "dialect" in defaults:
        from onote_compiler.registry import check_dialect

        check_dialect(defaults["dialect"], defaults.get("notation"))
    if settings["jsonl"]:
        from onote_compiler.machine.answers import answer_score
        from onote_compiler.scoring.run import refused_item

        asked = {"task": task, "compat": settings["compat"], "params": held, "fields": defaults}
        refuse = refused_item if settings["compat"] else partial(refused_item, task=task, params=held)
        run_jsonl(files, answer_score, asked, settings["workers"], refuse)
        return
    from onote_compiler.harness.cautions import cautions

    if settings["against"] is not None and (settings["explain"] or settings["diagnostics"]):
        raise click.UsageError("--against compares two systems; --explain and --diagnostics are for one")
    paths = _Paths(task, tuple(map(Path, files)), *(settings[n] and Path(settings[n]) for n in ("truth", "items")))
    if settings["compat"]:
        _score_as_released(paths, defaults, settings)
        return
    loaded, results = _scored(paths, defaults, held, settings)
    for line in cautions(task, loaded.items):
        warn(line)
    if settings["against"] is None:
        _report(results, {task: loaded.items}, held, settings)
    else:
        second = paths._replace(predictions=(Path(settings["against"]),))
        other, theirs = _scored(second, defaults, held, settings)
        _report_contrast(loaded, results, theirs, held, (files[0], settings["against"]), {"task": task, **settings})
        _exit(other.matched, loaded.matched)
    _exit(loaded.matched)


class _Paths(NamedTuple):
    task: str
    predictions: tuple[Path, ...]
    truth: Path | None
    items: Path | None


def _scored(
    paths: _Paths, defaults: dict[str, Any], params: Parameters, settings: dict[str, Any]
) -> tuple[Run, list[ItemResult]]:
    """Return the items of files and what came of each."""
    from onote_compiler.harness.layouts import load_run, refuse_malformed_truths
    from onote_compiler.scoring import score_batch

    run = load_run(*paths[:3], items=paths.items, defaults=defaults)
    found = score_batch(paths.task, run.items, settings["workers"], params=params)
    results = list(progress(found, len(run.items), "scoring"))
    refuse_malformed_truths(run, results)
    return run, results


def _score_as_released(paths: _Paths, defaults: dict[str, Any], settings: dict[str, Any]) -> None:
    from onote_compiler.harness.layouts import released_requests
    from onote_compiler.harness.matching import match
    from onote_compiler.harness.released import print_released, score_released
    from onote_compiler.scoring.compat import aggregate_as_released

    if settings["against"] is not None:
        raise click.UsageError("--against compares our figures, not those of --compat")
    if settings["html"] is not None:
        raise click.UsageError("--html shows our figures, not those of --compat")
    task, release = paths.task, settings["compat"]
    matched = match(*paths)
    requests = released_requests(task, matched, defaults)
    answers = list(progress(score_released(release, task, requests, settings["workers"]), len(requests), "scoring"))
    summary = aggregate_as_released(release, task, requests, answers)
    if settings["output"] == "json":
        click.echo(json.dumps({"items": answers, "summary": summary.record()}))
    else:
        print_released(summary, color=wants_color(sys.stdout))
    _exit(matched, missing="left out, as the script does")


def _exit(*systems: Matched, **meaning: str) -> None:
    """Say what did not match of each system, and exit with 1 where that is a fault of the input."""
    from onote_compiler.harness.matching import summarise

    for matched in systems:
        for line in summarise(matched, **meaning):
            warn(line)
    faults = [mismatch for matched in systems for mismatch in matched.mismatches]
    sys.exit(int(any(mismatch.kind in ("unknown", "duplicate") for mismatch in faults)))


def _parameters(settings: dict[str, Any]) -> Parameters:
    from onote_compiler.errors import UnknownOptionError
    from onote_compiler.profiles import load_profile
    from onote_compiler.scoring.parameters import DEFAULTS

    names = ("profile", "max_notes", "ties", "form", "alignment", "engines")
    chosen = {name: settings[name] for name in names if name in settings}
    if settings.get("weights") is not None:
        try:
            chosen["weights"] = tuple(float(part) for part in settings["weights"].split(","))
        except ValueError:
            chosen["weights"] = ()
        if len(chosen["weights"]) != 3:
            raise UnknownOptionError("--weights takes three numbers such as 0.4,0.4,0.2")
    load_profile(settings["profile"])  # refused here, not once an item
    return DEFAULTS.changed(**chosen)


def _report(
    results: list[ItemResult], items: Mapping[str, Sequence[Item]], params: Parameters, settings: dict[str, Any]
) -> None:
    """Print a run: every item and the summary as JSON, or the summary as tables."""
    from onote_compiler.scoring import aggregate

    summary = aggregate(results, worst=settings["worst"])
    if settings["explain"] or settings["html"] or settings["output"] == "json":
        from onote_compiler.harness.explanations import with_alignments

        summary = with_alignments(summary, items, params)
    if settings["html"]:
        _write_page(settings["html"], summary, items)
    if settings["output"] == "json":
        click.echo(json.dumps({"items": [r.record() for r in results], "summary": summary.record()}))
        return
    from onote_compiler.harness.terminal import print_summary

    shown = {name: settings[name] for name in ("diagnostics", "explain")}
    print_summary(summary, color=wants_color(sys.stdout), **shown)


def _write_page(file: str, summary: Summary, items: Mapping[str, Sequence[Item]], **compared: Any) -> None:
    from onote_compiler.harness.page import render_page

    Path(file).write_text(render_page(summary, items, **compared), encoding="utf-8", errors="replace")


def _report_contrast(
    run: Run, first: list[ItemResult], second: list[ItemResult], params: Parameters, names: tuple[str, str],
    settings: dict[str, Any],
) -> None:  # fmt: skip
    """Print how two systems differ; the page has the first one's report, too."""
    from onote_compiler.harness.comparisons import compared_metrics, print_contrasts
    from onote_compiler.scoring import aggregate, contrast

    found = contrast(first, second, compared_metrics(settings["task"]))
    if settings["html"]:
        from onote_compiler.harness.explanations import with_alignments

        items = {settings["task"]: run.items}
        summary = with_alignments(aggregate(first, worst=settings["worst"]), items, params)
        _write_page(settings["html"], summary, items, contrasts=found, names=names)
    if settings["output"] == "json":
        click.echo(json.dumps({"systems": names, "contrasts": [c.record() for c in found]}))
    else:
        print_contrasts(found, names, color=wants_color(sys.stdout))
