"""The railroad diagrams of the documentation are those of the grammars as they stand."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"


def test_pictures_are_up_to_date() -> None:
    pytest.importorskip("railroad")
    spec = importlib.util.spec_from_file_location("draw_grammars", DOCS / "draw_grammars.py")
    assert spec is not None
    assert spec.loader is not None
    drawing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(drawing)
    for name in drawing.PICTURES:
        assert (DOCS / "notations" / f"grammar-{name}.svg").read_text(encoding="utf-8") == drawing.draw(name), name
