"""Every rule of the catalogue is explained, and its examples do what they say."""

import re
from typing import Any

import pytest

from onote_compiler import convert, parse, score_item
from onote_compiler.api import expectation
from onote_compiler.diagnostics import Rule, catalogue, find_rule
from onote_compiler.diagnostics.explain import GROUPS, explain

RULES = list(catalogue().values())
WITH_EXAMPLES = [rule for rule in RULES if rule.format]


def names(rule: Rule, text: str) -> set[str]:
    """Names of what is found in a text, read as the rule's examples are."""
    given: dict[str, Any] = dict(rule.given)
    target, task = given.pop("to", None), given.pop("task", None)
    if task:
        notation = None if rule.format == "answer" else rule.format
        return {d.name for d in score_item(task, text, notation=notation, **given).diagnostics}
    if target:
        return {d.name for d in convert(text, rule.format, target, **given).losses}
    asked = expectation(given.pop("expect_meter", None), given.pop("expect_key", None), given.pop("measures", None))
    return {d.name for d in parse(text, rule.format, expect=asked, **given).diagnostics}


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=lambda rule: rule.name)
def test_bad_example_has_the_fault_and_good_one_has_not(rule: Rule) -> None:
    assert rule.name in names(rule, rule.bad)
    assert rule.name not in names(rule, rule.good)


def test_every_rule_that_needs_no_engine_has_examples() -> None:
    without = {rule.name for rule in RULES if not rule.format and rule.code[2] != "9"}
    assert without <= {"out-of-range"}  # what no reader reports yet has no example


def test_codes_are_unique_and_grouped() -> None:
    codes = [rule.code for rule in RULES]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"ON[1-9]\d\d", code) and code[2] in GROUPS for code in codes)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_says_what_and_why(rule: Rule) -> None:
    assert rule.summary.endswith(".")
    assert rule.why.endswith(".")
    text = explain(rule.code.lower())
    assert rule.summary in text
    assert rule.why in text
    assert find_rule(rule.name.upper()) is rule


def test_explaining_nothing_that_exists() -> None:
    with pytest.raises(KeyError):
        explain("ON000")
