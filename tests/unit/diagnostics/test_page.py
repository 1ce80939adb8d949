"""The page of the documentation that lists the diagnostics is the one that the catalogue gives."""

from pathlib import Path

from onote_compiler.profiles.document import catalogue_page

PAGE = Path(__file__).parents[3] / "docs" / "diagnostics.md"


def test_page_is_up_to_date() -> None:
    fresh = catalogue_page() == PAGE.read_text(encoding="utf-8")
    assert fresh, "run python -m onote_compiler.profiles.document > docs/diagnostics.md"
