"""The grammar covers every text, and the fused loop calls the handlers as stock Lark does."""

from pathlib import Path
from random import Random

import music21
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.reader import Reader, read
from onote_compiler.notations.base import ReadContext
from onote_compiler.parsing.driver import FusedMachine, TreeMachine, machine
from onote_compiler.parsing.grammar import load_grammar

RELAXED = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
NAMES = [name for name in dir(Reader) if name.isupper()]
RULES = ["header", "block", "open_block", "chord", "open_chord", "grace", "open_grace"]


def _token(name: str) -> object:
    return lambda self, text, start: self.log.append((name, text, start))


def _rule(name: str) -> object:
    return lambda self: self.log.append(name)


class Recorder:
    def __init__(self) -> None:
        self.log: list[object] = []


for _name in NAMES:
    setattr(Recorder, _name, _token(_name))
for _name in RULES:
    setattr(Recorder, _name, _rule(_name))

FUSED = machine("abc", Recorder)
TREE = TreeMachine(load_grammar("abc"))


def same(text: str) -> bool:
    fused, tree = Recorder(), Recorder()
    FUSED.run(text, fused)
    TREE.run(text, tree)
    return fused.log == tree.log


def test_the_reader_runs_on_the_fused_loop() -> None:
    assert isinstance(machine("abc", Reader), FusedMachine)
    assert isinstance(FUSED, FusedMachine)


@RELAXED
@given(data=st.data())
def test_fused_is_stock_lark_on_broken_tunes(data: st.DataObject, broken_texts: st.SearchStrategy[str]) -> None:
    assert same(data.draw(broken_texts))


@RELAXED
@given(st.text(alphabet="ABcz[]{}()|:\"!+%&\\\n\r ~.-<>=^_/12KXw,'y", max_size=60))
def test_fused_is_stock_lark_on_any_text(text: str) -> None:
    assert same(text)


def test_fused_is_stock_lark_on_real_tunes_and_what_typing_makes_of_them() -> None:
    random = Random(7)
    books = sorted((Path(music21.__file__).parent / "corpus").rglob("*.abc"))
    assert len(books) > 100
    for book in random.sample(books, 12):
        text = book.read_text(encoding="utf-8", errors="replace")[:4000]
        assert same(text), book
        for _ in range(3):
            at = random.randrange(len(text))
            assert same(text[:at] + random.choice('[]{}"!(|&+%\n\\') + text[at + random.randrange(3) :]), (book, at)


@pytest.mark.parametrize(
    "unit",
    ["[", "]", "{", '"', "(", ")", "!", "+", "%", "\\", "\n", " ", "|", ":", "&", "^", "C", "C>", "(3", "[K:", "[V:1]",
     "\r", "%%begintext\n", '"a', "[C", "{C", "!a", "X:1\n", "K:C\nC", "w:a\n", "C\nw:a\n", "\n\nV:1\nC", "|1", "C-",
     "~", "9", "é"],
)  # fmt: skip
def test_one_unit_over_and_over_is_read(unit: str) -> None:
    source = Source.whole("X:1\nT:t\nM:4/4\nL:1/8\nK:C\nC|" + unit * (4_000 // len(unit)))
    assert read(source, ReadContext(), Report(source)) is not None


@pytest.mark.parametrize(
    ("body", "tokens"),
    [
        ("ABcd e", ["NOTES ABcd ", "NOTE e"]),
        ("A2B,3c'", ["NOTES A2B,3c'"]),
        ("ABc/d", ["NOTES AB", "NOTE c/", "NOTE d"]),
        ("ABc-d", ["NOTES AB", "NOTE c-", "NOTE d"]),
        ("AB>cd", ["NOTE A", "NOTE B>", "NOTES cd"]),
        ("AB > cd", ["NOTE A", "NOTE B > ", "NOTES cd"]),
        ("AB^cd", ["NOTES AB", "NOTE ^c", "NOTE d"]),
        ("AB12", ["NOTE A", "NOTE B12"]),
        ("AB.c", ["NOTES AB", "SYMBOL .", "NOTE c"]),
        ("AB1.5", ["NOTE A", "NOTE B1.5"]),
        ("AB:|", ["NOTES AB", "BARLINE :|"]),
        ("abcdefgabc", ["NOTES abcdefga", "NOTES bc"]),
    ],
)
def test_plain_notes_stand_together_and_others_alone(body: str, tokens: list[str]) -> None:
    recorder = Recorder()
    FUSED.run(f"X:1\nK:C\n{body}", recorder)
    at = recorder.log.index("header") + 1
    found = [f"{entry[0]} {entry[1]}" for entry in recorder.log[at:] if isinstance(entry, tuple)]
    assert [token for token in found if not token.startswith("EOL")] == tokens
