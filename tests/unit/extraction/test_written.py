"""What our own writers write is notation from its first character to its last, with and without its dialect named."""

from importlib.resources import files

import pytest

from onote_compiler import convert, parse
from onote_compiler.diagnostics import Report
from onote_compiler.extraction import extract
from onote_compiler.ir.source import Source
from onote_compiler.profiles import load_profile
from onote_compiler.registry import NOTATIONS

TUNES = {
    entry.name: entry.read_text(encoding="utf-8") for entry in (files("onote_compiler.corpus") / "tunes").iterdir()
}
TARGETS = [
    (entry.name, dialect)
    for entry in NOTATIONS.values()
    if entry.writes and not entry.binary
    for dialect in entry.dialects or (None,)
    if entry.name in ("abc", "jianpu", "tab", "pitchdur", "musixqa")
]


def notation_of(name: str) -> str:
    return next(n.name for n in NOTATIONS.values() if "." + name.partition(".")[2] in n.suffixes)


@pytest.mark.parametrize("name", sorted(TUNES))
def test_comes_back_byte_for_byte(name: str) -> None:
    score = parse(TUNES[name], notation_of(name), bare=True).score
    assert score is not None
    for target, dialect in TARGETS:
        text = str(convert(score, target=target, to_dialect=dialect).output)
        for asked in {None, dialect}:
            source = Source.whole(text)
            report = Report(source)
            found = extract(source, target, load_profile("lenient"), report, asked)
            assert found is not None, (target, dialect, asked)
            assert found.text == text, (target, dialect, asked)
            assert not report.diagnostics, (target, dialect, asked)


def test_every_dialect_is_written() -> None:
    assert {("jianpu", "jianpu-ly"), ("jianpu", "unicode"), ("tab", "linear"), ("pitchdur", "vsu")} <= set(TARGETS)
