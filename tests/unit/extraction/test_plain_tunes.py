"""Texts that are plainly one tune are taken as they are: just those that a closer look takes whole as well."""

import importlib
from random import Random

import pytest

from onote_compiler.diagnostics import Report
from onote_compiler.extraction.tunes import is_plain_tune
from onote_compiler.ir.source import Source
from onote_compiler.profiles import load_profile

extract_module = importlib.import_module("onote_compiler.extraction.extract")
TUNE = (
    "X:1\nT:Été & co: the {first}\nC:trad. % said\n%%scale 0.7\nM:4/4\nL:1/8\nQ:1/4=120\nK:D\n"
    'A|"D"d2fd {e}d2 (3ABc|!trill!d4 A3>B|1 d2 [DFA]2- [DFA]4:|2 d8|\\\n'
    "w: la-la * li\nK:G\n|:~G2.A2 B'2^c,2|z4 x4::d|]\n\n"
)
PLAIN = TUNE.replace("Été & co: the {first}", "Été: the {first}")
STRANGE = [
    "\n\n", "Here is", "`", "&amp;", "e|--2--3-|\n", "D|-0-0-|\n", "\\n", "<think>", '{"a":1}\n', '["x"]\n', "1. ",
    "- ", "> ", "X:2\n", "|---|---|\n", "words here\n", "[|", "{", '"', "!", "%x\n", "T:y\n", "m 1 | ", "A|B\n", "♯",
    "１", "1|2|3\n", "| A | B |\n", "g|3 2 1 -- |\n", "b|0-2-|\n", "\r\n", "E: x\n", "\ufeff", "<b>", "Beat|1 2\n",
]  # fmt: skip


def looked_through(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str | None, int]:
    """Return what is found in a text looked at line by line, and how many diagnostics that takes."""
    source = Source.whole(text)
    report = Report(source)
    with monkeypatch.context() as patch:
        patch.setattr(extract_module, "is_plain_tune", lambda text: False)
        found = extract_module.extract(source, "abc", load_profile("lenient"), report)
    return (None if found is None else found.text), len(report.diagnostics)


def test_a_plain_tune_is_plain() -> None:
    assert is_plain_tune(PLAIN)
    assert is_plain_tune(PLAIN.rstrip())
    assert is_plain_tune(PLAIN.replace("\n", "\r\n"))


@pytest.mark.parametrize(
    "text",
    [
        TUNE, f"\n{PLAIN}", f"```\n{PLAIN}```\n", f"{PLAIN}X:2\nK:C\nC|\n", f"{PLAIN}It has a bright feel.\n",
        PLAIN.replace("K:D\n", ""), PLAIN.split("K:D")[0] + "K:D\n", PLAIN.replace("|]", "|] the end"), "",
    ],
)  # fmt: skip
def test_others_are_looked_at_line_by_line(text: str) -> None:
    assert not is_plain_tune(text)


def test_what_is_plain_is_taken_whole_by_the_closer_look_too(monkeypatch: pytest.MonkeyPatch) -> None:
    random, plain = Random(11), 0
    texts = [PLAIN]
    for strange in STRANGE:
        for _ in range(12):
            at = random.randrange(len(PLAIN))
            at = PLAIN.rfind("\n", 0, at) + 1 if random.random() < 0.6 else at
            texts.append(PLAIN[:at] + strange + PLAIN[at + random.choice((0, 0, 1, 5)) :])
    for text in texts:
        if is_plain_tune(text):
            plain += 1
            assert looked_through(text, monkeypatch) == (text, 0)
    assert plain > 20
