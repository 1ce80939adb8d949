"""The notation comes back byte for byte from whatever it is wrapped in, and every character keeps its place."""

import importlib.util
import random
from pathlib import Path

import pytest

from onote_compiler.diagnostics import Report
from onote_compiler.extraction import detect, extract
from onote_compiler.ir.source import Source
from onote_compiler.profiles import load_profile

_spec = importlib.util.spec_from_file_location("wrapping", Path(__file__).with_name("wrapping.py"))
assert _spec is not None
assert _spec.loader is not None
wrapping = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(wrapping)


def answers(seed: int, count: int) -> list[tuple[str, str, str, str]]:
    """Draw wrapped answers: name of the wrapping, notation, its text, the answer."""
    rng = random.Random(seed)
    every = [(w, n, t) for w in wrapping.WRAPPINGS for n, texts in wrapping.NOTATIONS.items() for t in texts]
    return [(w, n, t, wrapping.WRAPPINGS[w](t, rng)) for w, n, t in rng.sample(every, count)]


@pytest.mark.parametrize("seed", [7, 2026, 31337])
def test_two_hundred_wrapped_answers(seed: int) -> None:
    wrong = []
    for name, notation, text, answer in answers(seed, 200):
        source = Source.whole(answer)
        found = extract(source, notation, load_profile("lenient"), Report(source))
        if found is None or found.text != text:
            wrong.append((name, notation, answer, found and found.text))
    assert not wrong


# One wrapping inside another, the inner one first.
TWICE = [
    ("thought", "json"), ("tagged", "json in fence"), ("channels", "reply"), ("byte order mark", "thought in brackets"),
    ("byte order mark", "reply"), ("json string", "draft"), ("json string", "dialogue"), ("fence", "reply"),
    ("program", "around"), ("quoted", "template"), ("around fence", "template"), ("preformatted", "json lines"),
    ("boxed", "thought"), ("sections", "channels"), ("json", "nested"), ("tildes", "nested"), ("json", "json"),
    ("fence", "escaped"), ("table below", "template"), ("draft", "json"),
]  # fmt: skip


@pytest.mark.parametrize(("inner", "outer"), TWICE, ids=[" in ".join(pair) for pair in TWICE])
def test_wrapped_twice(inner: str, outer: str) -> None:
    rng = random.Random(11)
    for notation, texts in wrapping.NOTATIONS.items():
        for text in texts:
            answer = wrapping.WRAPPINGS[outer](wrapping.WRAPPINGS[inner](text, rng), rng)
            source = Source.whole(answer)
            found = extract(source, notation, load_profile("lenient"), Report(source))
            assert found is not None, answer
            assert found.text.strip("\r\n") == text.strip("\r\n"), answer


def test_spans_lie_in_the_answer_however_it_is_cut_and_pasted() -> None:
    rng = random.Random(5)
    signs = [
        "",
        "|",
        "\n",
        "```\n",
        "\\boxed{",
        "}",
        '{"a":',
        '"""',
        "</think>",
        "\ufeff",
        "\\n",
        "or ",
        "1=D\n",
        "&#124;",
    ]
    for _ in range(400):
        notation = rng.choice(list(wrapping.NOTATIONS))
        text = rng.choice(wrapping.NOTATIONS[notation])
        for name in rng.choices(list(wrapping.WRAPPINGS), k=2):
            text = wrapping.WRAPPINGS[name](text, rng)
        for _ in range(rng.randrange(5)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(signs) + text[at + rng.randrange(4) :]
        source = Source.whole(text)
        report = Report(source)
        extract(source, notation, load_profile("lenient"), report)
        assert all(0 <= d.span.start <= d.span.end <= len(text) for d in report.diagnostics), text


def test_every_wrapping_of_every_notation_is_reported_and_keeps_places() -> None:
    rng = random.Random(1)
    for name, wrap in wrapping.WRAPPINGS.items():
        for notation, texts in wrapping.NOTATIONS.items():
            for text in texts:
                answer = wrap(text, rng)
                source = Source.whole(answer)
                report = Report(source)
                found = extract(source, notation, load_profile("lenient"), report)
                assert found is not None
                assert found.text == text
                assert bool(report.diagnostics) == (answer != text), (name, notation)
                at = [found.to_original(offset) for offset in range(len(found.text))]
                assert at == sorted(at)
                assert all(answer[a] in (c, "\\") for a, c in zip(at, found.text, strict=True))


def test_the_notation_of_a_wrapped_answer_is_recognised() -> None:
    for name, notation, text, answer in answers(3, 200):
        assert detect(answer).notation == notation, (name, text, answer)
