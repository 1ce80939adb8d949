"""Which string a row is: its label first, its place second; and which rows are one system."""

from __future__ import annotations

from itertools import permutations

import pytest

from onote_compiler import parse, project
from onote_compiler.notations.tab.labels import continues, letter, numbered, out_of_order, spelled
from onote_compiler.theory.tunings import STANDARD, parse_tuning

STRINGS = {"e": "-0---3-", "B": "---1---", "G": "-----0-", "D": "-2-----", "A": "-------", "E": "-3-----"}
SOUNDS = [["G2", "E3", "E4"], "C4", ["G3", "G4"]]
ORDERS = ["eBDGAE", "BeGDAE", "eBGDEA", "EeBGDA", "GeABED", "AEDGeB", "BGDAEe"]


def drawn(order: str, gaps: dict[int, str] | None = None) -> str:
    """Return the six rows in an order, with ``gaps`` before the rows of these numbers."""
    return "\n".join((gaps or {}).get(at, "") + f"{name}|{STRINGS[name]}|" for at, name in enumerate(order))


def read(text: str, profile: str = "lenient") -> tuple[list[object], list[str]]:
    result = parse(text, "tab", profile=profile, bare=True)
    found = [] if result.score is None else list(project(result.score).pitches)
    return found, [d.name for d in result.diagnostics]


@pytest.mark.parametrize("profile", ["lenient", "onote", "smg"])
@pytest.mark.parametrize("order", ORDERS)
def test_labels_decide_whatever_the_order(order: str, profile: str) -> None:
    found, names = read(drawn(order), profile)
    assert found == SOUNDS
    assert names.count("order-reversed") == 1
    assert "missing-string" not in names


def test_every_order_of_six_strings() -> None:
    for order in permutations("eBGDAE"):
        assert out_of_order(order, STANDARD) == tuple("eBGDAE".index(label) + 1 for label in order)
        assert spelled(order) == STANDARD


def test_usual_orders_are_not_reported_as_mixed() -> None:
    assert "order-reversed" not in read(drawn("eBGDAE"))[1]
    assert "order-reversed" in read(drawn("EADGBe"))[1]


def test_systems_in_different_orders() -> None:
    found, names = read(f"{drawn('eBDGAE')}\n\n{drawn('eBGDAE')}\n{drawn('BeGDAE')}")
    assert found == SOUNDS * 3
    assert names.count("order-reversed") == 2


def test_two_strings_of_one_name() -> None:
    assert out_of_order(tuple("EBDGAE"), STANDARD) == (1, 2, 4, 3, 5, 6)
    assert out_of_order(("E2", "B3", "D3", "G3", "A2", "E4"), STANDARD) == (6, 2, 4, 3, 5, 1)
    drop = parse_tuning("drop D")
    assert drop is not None
    assert out_of_order(tuple("eBDGAD"), drop) == (1, 2, 4, 3, 5, 6)
    assert spelled(tuple("eBDGAD")) == drop


def test_a_set_of_labels_with_a_slip_is_read_by_position() -> None:
    assert out_of_order(tuple("eBGDDE"), STANDARD) is None
    assert (
        read("\n".join(f"{name}|{cell}|" for name, cell in zip("eBGDDE", STRINGS.values(), strict=True)))[0] == SOUNDS
    )


def test_rows_out_of_order_that_lack_strings() -> None:
    found, names = read("e|-0-|\nG|-2-|\nB|-1-|\nA|-3-|")
    assert found == [["C3", "A3", "C4", "E4"]]
    assert names.count("missing-string") == 2


def test_numbers() -> None:
    assert numbered(tuple(letter(label) for label in ("6th", "string 3")), STANDARD) == (6, 3)


@pytest.mark.parametrize("profile", ["lenient", "onote"])
@pytest.mark.parametrize("gaps", [{3: "\n"}, {1: "\n"}, {2: "\n", 4: "\n"}, {5: " \n\n"}])
@pytest.mark.parametrize("order", ["eBGDAE", "EADGBe"])
def test_a_blank_line_inside_a_system(order: str, gaps: dict[int, str], profile: str) -> None:
    found, names = read(drawn(order, gaps), profile)
    assert found == SOUNDS
    assert "missing-string" not in names
    assert "truncated" not in names


def test_a_blank_line_inside_every_system() -> None:
    text = drawn("eBGDAE", {3: "\n"})
    assert read(f"{text}\n\n{text}")[0] == SOUNDS * 2


def test_unlabelled_halves() -> None:
    rows = [f"|{cell}|" for cell in STRINGS.values()]
    assert read("\n".join(rows[:3]) + "\n\n" + "\n".join(rows[3:]))[0] == SOUNDS


def test_whole_systems_are_not_joined() -> None:
    assert read(f"{drawn('eBGDAE')}\n\n{drawn('eBGDAE')}")[0] == SOUNDS * 2
    assert not continues(tuple("GDAE"), tuple("GDAE"), None)
    assert not continues(tuple("eBGDAE"), ("B",), None)
    assert not continues(tuple("eB"), tuple("AE"), None)
    assert not continues(tuple("eBG"), tuple("eBG"), None)
    assert continues(tuple("eBGD"), tuple("AE"), None)
