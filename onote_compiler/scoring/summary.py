"""From item results to the figures of a table: by task, notation and system, with intervals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from onote_compiler.errors import UnknownOptionError
from onote_compiler.scoring.bootstrap import CONFIDENCE, RESAMPLES, SEED, Estimate, estimate_means
from onote_compiler.scoring.items import TASKS, ItemResult, Metric, Status

# Figures that explain one item and mean nothing on average.
NOT_AVERAGED = frozenset({"transposition", "letter"})
BREAKDOWNS: dict[str, tuple[str, ...]] = {
    "recognition": ("pitch", "duration", "full"),  # paper, section 5.3
    "generation": ("technical", "fingering", "layout"),  # paper, section 5.4
}


@dataclass(frozen=True)
class Group:
    """The results of one task in one notation by one system; ``None`` stands for all of them.

    Attributes:
        items: Number of items of the truth: the denominator of every mean that applies to all of them.
        status: How many were ``ok``, ``invalid``, ``missing``.
        metrics: Mean and interval by name, over the items the figure applies to.
        diagnostics: In how many items each diagnostic stands.
    """

    task: str
    notation: str | None
    model: str | None
    items: int
    status: Mapping[str, int]
    metrics: Mapping[str, Estimate]
    diagnostics: Mapping[str, int]


@dataclass(frozen=True)
class Worst:
    """An item among those with the lowest figure."""

    result: ItemResult
    score: float
    first_diagnostic: str | None


@dataclass(frozen=True)
class Summary:
    """The aggregate of a run.

    Attributes:
        groups: By task, notation and model, then by task and model over all notations.
        overall: C(θ), equation 2, by model: ``lenient`` and ``strict``; only over the tasks that were run.
        worst: Lowest items first.
        params: Settings of scoring and of the aggregation.
    """

    groups: Sequence[Group]
    overall: Mapping[str | None, Mapping[str, float]]
    worst: Sequence[Worst]
    params: Mapping[str, Any] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """Return the summary as plain values."""
        return {
            "groups": [asdict(group) for group in self.groups],
            "overall": [{"model": model, **figures} for model, figures in self.overall.items()],
            "breakdowns": {name: self._breakdown(name) for name in BREAKDOWNS},
            "worst": [
                {
                    "task": w.result.task,
                    "notation": w.result.notation,
                    "model": w.result.model,
                    "score": w.score,
                    "first_diagnostic": w.first_diagnostic,
                    **w.result.record(),
                }
                for w in self.worst
            ],
            "params": dict(self.params),
        }

    def _breakdown(self, name: str) -> list[dict[str, Any]]:
        return [
            {"model": model, "task": task, "notation": notation, **figures}
            for model in dict.fromkeys(group.model for group in self.groups)
            for (task, notation), figures in breakdown(self, name, model).items()
        ]


def aggregate(
    results: Iterable[ItemResult],
    *,
    task_weights: Mapping[str, float] | None = None,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = SEED,
    worst: int = 10,
) -> Summary:
    """Return the means of a run's results.

    Every item of the truth must be among the results, with status ``missing`` where nothing answers it: its figures
    are 0 and it stays in the denominator. A figure that does not apply to an item (``None``: the duration of a list
    of pitches) leaves that item out of its mean; an item that failed with an ``error`` counts as a missing one, and 0
    everywhere where it carries no figures.

    Args:
        results: Of any tasks, notations and models together.
        task_weights: λ of equation 2 by task; equal where not given. They need not sum to one.
        resamples: Bootstrap resamples; 0 for no intervals.
        confidence: Of the intervals.
        seed: Of the bootstrap.
        worst: How many of the lowest items to keep.

    Raises:
        UnknownOptionError: a task weight for no task, or a negative one.
    """
    _check_weights(task_weights or {})
    held = list(results)
    by_group: defaultdict[tuple[str, str | None, str | None], list[ItemResult]] = defaultdict(list)
    for result in held:
        if result.notation is not None:
            by_group[result.task, result.notation, result.model].append(result)
        by_group[result.task, None, result.model].append(result)
    settings = {"resamples": resamples, "confidence": confidence, "seed": seed}
    order = sorted(by_group, key=_group_order)
    groups: list[Group] = []
    for key in order:
        task, notation, model = key
        last = groups[-1] if groups else None
        if last and (last.task, last.model, last.items) == (task, model, len(by_group[key])) and notation is None:
            groups.append(replace(last, notation=None))  # one notation is all there is
        else:
            groups.append(_group(key, by_group[key], settings))
    weights = {task: (task_weights or {}).get(task, 1.0) for task in TASKS}
    params = dict(held[0].params) if held else {}
    return Summary(
        groups, _overall(groups, weights), _worst(held, worst), {**params, **settings, "task_weights": weights}
    )


def breakdown(summary: Summary, name: str, model: str | None = None) -> dict[tuple[str, str | None], dict[str, float]]:
    """Return one of the paper's breakdowns: figure by name, by (task, notation).

    Args:
        summary: What was aggregated.
        name: ``recognition`` (pitch, duration, full; section 5.3) or ``generation`` (technical, fingering, layout;
            section 5.4).
        model: System that is meant; the only one of the summary where it is not given.
    """
    wanted = BREAKDOWNS[name]
    models = {group.model for group in summary.groups}
    if model is None and len(models) == 1:
        [model] = models
    return {
        (group.task, group.notation): {m: group.metrics[m].mean for m in wanted if m in group.metrics}
        for group in summary.groups
        if group.model == model and group.notation is not None and any(m in group.metrics for m in wanted)
    }


def value_of(result: ItemResult, metric: str) -> float | None:
    """Return a figure of a result as a number; 0 for one that failed without any, ``None`` where it does not apply."""
    if result.error is not None and not result.metrics:
        return 0.0
    value: Metric = result.metrics.get(metric)
    return float(value) if isinstance(value, int | float) else None


def _group_order(key: tuple[str, str | None, str | None]) -> tuple[int, str, bool, str]:
    task, notation, model = key
    return TASKS.index(task), model or "", notation is None, notation or ""


def _group(key: tuple[str, str | None, str | None], members: list[ItemResult], settings: Mapping[str, Any]) -> Group:
    names = dict.fromkeys(name for result in members for name in result.metrics if name not in NOT_AVERAGED)
    columns = {name: [value for result in members if (value := value_of(result, name)) is not None] for name in names}
    present = {name: column for name, column in columns.items() if column}
    estimates = estimate_means(list(present.values()), **settings)
    status = Counter(result.status.value for result in members)
    found = Counter(name for result in members for name in {d.name for d in result.diagnostics})
    return Group(
        *key,
        items=len(members),
        status={s.value: status[s.value] for s in Status},
        metrics=dict(zip(present, estimates, strict=True)),
        diagnostics=dict(sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))),
    )


def _overall(groups: Sequence[Group], weights: Mapping[str, float]) -> dict[str | None, dict[str, float]]:
    """Return Σ λ_k mean Φ_k over the tasks that each model was run on, with λ scaled to sum to one (equation 2)."""
    by_model: defaultdict[str | None, dict[str, Group]] = defaultdict(dict)
    for group in groups:
        if group.notation is None:
            by_model[group.model][group.task] = group
    overall: dict[str | None, dict[str, float]] = {}
    for model, tasks in by_model.items():
        total = sum(weights[task] for task in tasks)
        if not total:
            continue
        overall[model] = {
            name: sum(weights[task] * _mean(group, metric) for task, group in tasks.items()) / total
            for name, metric in (("lenient", "score"), ("strict", "strict_score"))
        }
    return overall


def _mean(group: Group, metric: str) -> float:
    return group.metrics[metric].mean if metric in group.metrics else 0.0


def _worst(results: Sequence[ItemResult], count: int) -> list[Worst]:
    scored = [(value_of(result, "score") or 0.0, index) for index, result in enumerate(results)]
    chosen = sorted(scored)[:count]
    return [
        Worst(results[index], score, next((d.name for d in results[index].diagnostics), None))
        for score, index in chosen
        if score < 1
    ]


def _check_weights(weights: Mapping[str, float]) -> None:
    for task, weight in weights.items():
        if task not in TASKS:
            raise UnknownOptionError(f"no task {task!r}; known: {', '.join(TASKS)}")
        if not 0 <= weight < float("inf"):
            raise UnknownOptionError(f"the weight of {task} must be 0 or more, not {weight}")
