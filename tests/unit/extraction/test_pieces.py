"""Edits keep the way back to the original."""

from hypothesis import given
from hypothesis import strategies as st

from onote_compiler.extraction.pieces import Edit, cut, edits_between, rewrite
from onote_compiler.ir.source import Source, Span


def applied(text: str, edits: list[Edit]) -> str:
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@st.composite
def edits_of(draw: st.DrawFn, text: str) -> list[Edit]:
    """Draw edits of a text, in order, none overlapping."""
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return [Edit(start, end, draw(st.sampled_from(["", "x", "yz"]))) for start, end in pairs]


@given(st.data(), st.text("abc", max_size=20))
def test_two_rounds_of_edits(data: st.DataObject, text: str) -> None:
    first = data.draw(edits_of(text))
    once = rewrite(Source.whole(text), first)
    assert once.text == applied(text, first)
    second = data.draw(edits_of(once.text))
    twice = rewrite(once, second)
    assert twice.text == applied(once.text, second)
    places = [twice.to_original(at) for at in range(len(twice.text))]
    assert places == sorted(places)
    assert all(0 <= place <= len(text) for place in places)
    assert applied(text, edits_between(twice)) == twice.text


def test_kept_characters_map_to_themselves() -> None:
    source = Source.whole("0123456789")
    view = rewrite(source, [Edit(0, 2), Edit(4, 5, "x"), Edit(7, 8)])
    assert view.text == "23x5689"
    assert [view.to_original(at) for at in range(7)] == [2, 3, 4, 5, 6, 8, 9]
    assert view.span_in_original(Span(2, 5)) == (4, 7)
    inner = cut(view, 1, 6)
    assert (inner.text, [inner.to_original(at) for at in range(5)]) == ("3x568", [3, 4, 5, 6, 8])


def test_nothing_to_edit() -> None:
    source = Source.whole("abc")
    assert rewrite(source, []).text == "abc"
    assert edits_between(source) == []
