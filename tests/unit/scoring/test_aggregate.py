"""Means with the truth as denominator, intervals, comparison of systems, batches."""

import os
import pickle
import signal
from typing import Any

import pytest

from onote_compiler.errors import DataError, UnknownOptionError
from onote_compiler.scoring import Item, ItemResult, Parameters, aggregate, breakdown, compare_systems, score_batch
from onote_compiler.scoring import batch as batch_module
from onote_compiler.scoring.bootstrap import estimate_means, paired_bootstrap
from onote_compiler.scoring.items import Status

TRUTH = ["C4(1/4)", "D4(1/4)", "E4(1/4)", "F4(1/4)"]
RIGHT = " ".join(TRUTH)


def result(name: str, score: float, *, task: str = "ast", notation: str = "abc", **more: Any) -> ItemResult:
    metrics = more.pop("metrics", {"score": score, "strict_score": score, "pitch": score})
    return ItemResult(name, task, notation, more.pop("status", Status.OK), True, metrics, **more)


def test_missing_answers_stay_in_the_denominator() -> None:
    items = [Item("1", RIGHT, TRUTH, "pitchdur"), *(Item(str(i), None, TRUTH, "pitchdur") for i in range(2, 11))]
    summary = aggregate(score_batch("ast", items))
    group = next(g for g in summary.groups if g.notation == "pitchdur")
    assert (group.items, group.status) == (10, {"ok": 1, "invalid": 0, "missing": 9})
    assert group.metrics["full"].mean == pytest.approx(0.1)
    assert summary.overall[None] == {"lenient": pytest.approx(0.1), "strict": pytest.approx(0.1)}


def test_items_that_failed_count_nothing() -> None:
    broken = result("b", 0.0, status=Status.INVALID, metrics={}, error="malformed")
    summary = aggregate([result("a", 1.0), broken])
    assert summary.groups[0].metrics["pitch"].mean == 0.5


def test_figures_that_do_not_apply_leave_the_item_out_of_their_mean() -> None:
    rows = [result("a", 1.0), result("b", 0.0, metrics={"score": 0.0, "pitch": None})]
    metrics = aggregate(rows).groups[0].metrics
    assert (metrics["pitch"].mean, metrics["pitch"].count) == (1.0, 1)
    assert (metrics["score"].mean, metrics["score"].count) == (0.5, 2)


def test_overall_is_the_weighted_mean_over_tasks_not_items() -> None:
    rows = [result(str(i), 1.0) for i in range(9)] + [result("v", 0.0, task="vsu")]
    assert aggregate(rows).overall[None]["lenient"] == 0.5
    assert aggregate(rows, task_weights={"vsu": 3}).overall[None]["lenient"] == 0.25
    with pytest.raises(UnknownOptionError):
        aggregate(rows, task_weights={"vsu": -1})
    with pytest.raises(UnknownOptionError):
        aggregate(rows, task_weights={"asr": 1})


def test_systems_are_kept_apart() -> None:
    summary = aggregate([result("1", 1.0, model="x"), result("1", 0.0, model="y")])
    assert {m: f["lenient"] for m, f in summary.overall.items()} == {"x": 1.0, "y": 0.0}


def test_worst_items_first_and_perfect_ones_never() -> None:
    summary = aggregate([result("a", 1.0), result("b", 0.2), result("c", 0.1)], worst=5)
    assert [w.result.id for w in summary.worst] == ["c", "b"]


def test_breakdown_by_notation() -> None:
    summary = aggregate([result("a", 1.0), result("b", 0.5, notation="tab")])
    assert breakdown(summary, "recognition") == {("ast", "abc"): {"pitch": 1.0}, ("ast", "tab"): {"pitch": 0.5}}


def test_summary_is_plain_values() -> None:
    record = aggregate([result("a", 0.5)]).record()
    assert record["groups"][0]["metrics"]["pitch"]["mean"] == 0.5
    assert record["params"]["resamples"] == 1000


def test_interval_of_a_fair_coin_is_that_of_the_binomial() -> None:
    """100 tosses, half heads: the central 95 % of Binomial(100, 1/2) runs from 40 to 60."""
    [found] = estimate_means([[0.0, 1.0] * 50], resamples=4000)
    assert found.mean == 0.5
    assert found.low == pytest.approx(0.40, abs=0.02)
    assert found.high == pytest.approx(0.60, abs=0.02)


def test_interval_of_a_constant_is_a_point() -> None:
    assert estimate_means([[0.7] * 5])[0] == (estimate_means([[0.7]])[0].__class__)(pytest.approx(0.7), 0.7, 0.7, 5)


def test_paired_bootstrap_sees_what_is_constant_and_what_is_noise() -> None:
    first = [0.1 * (i % 10) + 0.05 for i in range(50)]
    better = paired_bootstrap(first, [value - 0.05 for value in first])
    assert better.difference.mean == pytest.approx(0.05)
    assert better.p_value < 0.05
    noise = paired_bootstrap([0.0, 1.0] * 20, [1.0, 0.0] * 20)
    assert noise.p_value > 0.5
    assert paired_bootstrap([0.5], [0.5]).p_value == 1.0
    with pytest.raises(ValueError, match="paired"):
        paired_bootstrap([1.0], [])


def test_systems_are_compared_on_shared_items() -> None:
    found = compare_systems([result("1", 1.0), result("2", 1.0)], [result("1", 0.5), result("3", 0.0)])
    assert (found.first, found.second, found.difference.count) == (1.0, 0.5, 1)
    with pytest.raises(DataError):
        compare_systems([result("1", 1.0)], [result("2", 1.0)])


def _items(count: int) -> list[Item]:
    return [Item(str(i), RIGHT if i % 3 else "C4(1/4) D4(1/4)", TRUTH, "pitchdur") for i in range(count)]


def test_workers_give_the_same_in_the_same_order() -> None:
    alone = list(score_batch("ast", _items(150)))
    shared = list(score_batch("ast", _items(150), workers=2))
    assert [(r.id, r.metrics) for r in alone] == [(r.id, r.metrics) for r in shared]
    assert pickle.loads(pickle.dumps(alone[0])) == alone[0]


def test_a_malformed_truth_costs_its_item_only() -> None:
    found = list(score_batch("ast", [Item("bad", RIGHT, 5), Item("good", RIGHT, TRUTH, "pitchdur")]))
    assert found[0].error is not None
    assert found[0].status is Status.INVALID
    assert found[1].metrics["full"] == 1.0


def _deadly(task: str, item: Item, params: Parameters) -> ItemResult:
    if item.id == "7":
        os.kill(os.getpid(), signal.SIGKILL)
    return result(item.id, 1.0)


def test_a_killed_worker_costs_its_item_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_module, "result_of", _deadly)
    found = list(score_batch("ast", _items(40), workers=2))
    assert [r.id for r in found] == [str(i) for i in range(40)]
    assert [r.id for r in found if r.error] == ["7"]


def test_unknown_task_at_once() -> None:
    with pytest.raises(UnknownOptionError):
        score_batch("asr", [])


def test_few_pairs_cannot_say_much() -> None:
    """Four differences of one sign: under random signs one in eight draws is as clear on either side."""
    assert paired_bootstrap([0.5, 0.6, 0.7, 0.8], [0.1, 0.1, 0.1, 0.1]).p_value == 1 / 8
