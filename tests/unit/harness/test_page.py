"""The report as a page: what it shows, and that nothing in an answer can act on it."""

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from onote_compiler.cli.main import group
from onote_compiler.harness.comparisons import compared_metrics
from onote_compiler.harness.explanations import with_alignments
from onote_compiler.harness.page import render_page
from onote_compiler.scoring import Item, aggregate, contrast, score_batch
from onote_compiler.scoring.parameters import DEFAULTS

TRUTH = ["C4(1/4)", "D4(1/4)", "E4(1/4)", "F4(1/4)", "G4(1/1)"]
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)> C4(1/4) D4(1/4) </pre><b>&amp;"
ITEMS = [
    Item("right", " ".join(TRUTH), TRUTH, "pitchdur"),
    Item("wrong", "C4(1/4) D#4(1/4) F4(1/4) G4(1/1) A4(1/4)", TRUTH, "pitchdur"),
    Item("absent", None, TRUTH, "pitchdur"),
    Item("<img src=y onerror=alert(3)>", HOSTILE, TRUTH, "pitchdur", model="<i>m</i>"),
]


class Elements(HTMLParser):
    """Collects the elements of a page, their attributes, and its text; complains of what is not closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page_of(items: Sequence[Item], task: str = "ast") -> str:
    summary = aggregate(score_batch(task, items))
    return render_page(with_alignments(summary, {task: items}, DEFAULTS), {task: items})


def test_every_element_is_closed_and_none_comes_from_an_answer() -> None:
    found = Elements(page_of(ITEMS))
    assert not found.open
    assert not {"script", "img", "b", "i", "link", "iframe", "svg"} & set(found.names)
    assert not [name for name, _ in found.attributes if name.startswith("on") or name in ("src", "href")]
    assert "<script>alert(1)</script>" in found.text  # as text


def test_the_page_needs_nothing_else() -> None:
    assert not re.search(r"https?:|url\(|@import", page_of(ITEMS))


def test_an_item_is_shown_with_alignment_diagnostics_and_texts() -> None:
    said = Elements(page_of(ITEMS)).text
    assert "3 of 6 tokens agree, 1 other, 1 left out, 1 added; first in measure 1" in said
    assert "D4(1/4) D#4(1/4)" in said  # truth above, answer below
    assert "E4(1/4) –" in said
    assert "absent: 0.000" in said
    assert "no answer" in said
    assert "error[ON" in said
    assert "^^^^" in said


def test_all_settings_are_shown() -> None:
    said = Elements(page_of(ITEMS)).text
    for name in DEFAULTS.fields():
        assert f" {name} " in said


def test_generated_music_is_shown_rule_by_rule() -> None:
    pieces = [Item("a", "X:1\nT:t\nM:4/4\nL:1/4\nK:C\nCDEF|GABc|]\n", None, "abc", measures=3)]
    said = Elements(page_of(pieces, "smg")).text
    assert "measure_count: 2 measures, 3 asked for" in said
    # Two measures of the three that were asked for: 1 - 1/3.
    assert "measure_count 0.667 0.667" in said


def test_a_wrong_choice_is_named() -> None:
    assert "chose A" in Elements(page_of([Item("q", "A", "B")], "vsu")).text


def test_long_texts_and_alignments_are_cut() -> None:
    long = [Item("long", "C4(1/4) " * 3000, ["D4(1/4)"] * 3000, "pitchdur")]
    page = page_of(long)
    assert len(page) < 150_000
    assert "2600 more" in page
    assert "more characters" in page


def test_two_systems_stand_side_by_side() -> None:
    first, second = (list(score_batch("ast", ITEMS[i : i + 2])) for i in (0, 1))
    found = contrast(first, [*second, first[0]], compared_metrics("ast"))
    page = render_page(aggregate(first), {"ast": ITEMS}, contrasts=found, names=("<u>", "b"))
    assert "AST, transcription: &lt;u&gt; (first) against b (second)" in page


@pytest.mark.parametrize("option", [[], ["--output", "json"]])
def test_the_command_writes_it(tmp_path: Path, option: list[str]) -> None:
    rows = [{"id": item.id, "prediction": item.prediction, "reference": TRUTH} for item in ITEMS]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page = tmp_path / "report.html"
    asked = ["score", "ast", str(answers), "--notation", "pitchdur", "--html", str(page), *option]
    done = CliRunner().invoke(group, asked)
    assert done.exit_code == 0, done.output
    assert "3 of 6 tokens agree" in page.read_text(encoding="utf-8")
    missing = CliRunner().invoke(group, [*asked[: -1 - len(option)], str(tmp_path / "no" / "r.html"), *option])
    assert missing.exit_code == 2


def test_json_explains_the_lowest_items(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"id": "w", "prediction": ITEMS[1].prediction, "reference": TRUTH}), encoding="utf-8")
    done = CliRunner().invoke(group, ["score", "ast", str(answers), "--notation", "pitchdur", "--output", "json"])
    [worst] = json.loads(done.stdout)["summary"]["worst"]
    assert [pair["kind"] for pair in worst["alignment"]] == ["equal", "replace", "delete", "equal", "equal", "insert"]
    assert (worst["alignment"][1]["truth"]["measure"], worst["alignment"][1]["answer"]["pitch"]) == (1, "D#4")
