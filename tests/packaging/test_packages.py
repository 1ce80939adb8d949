"""What the distribution lists must be what the tree holds: a forgotten package only shows once it is installed."""

import fnmatch
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SETUP: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
ELSEWHERE = {"onote_compiler.cli": "cli", "onote_compiler.grammars": "grammars", "onote_compiler.corpus": "corpus"}
CODE = {".py", ".pyc"}


def in_tree() -> set[str]:
    top = ROOT / "onote_compiler"
    found = {".".join(init.parent.relative_to(ROOT).parts) for init in top.rglob("__init__.py")}
    return found | set(ELSEWHERE)


def folder(package: str) -> Path:
    return ROOT / (ELSEWHERE.get(package) or package.replace(".", "/"))


def test_every_package_is_listed() -> None:
    assert set(SETUP["packages"]) == in_tree()


def test_mapped_folders_are_packages() -> None:
    assert SETUP["package-dir"] == ELSEWHERE
    assert all((ROOT / name / "__init__.py").exists() for name in ELSEWHERE.values())


def test_every_data_file_is_shipped() -> None:
    patterns: dict[str, list[str]] = SETUP["package-data"]
    inner = {folder(p) for p in SETUP["packages"]}
    for package in SETUP["packages"]:
        base = folder(package)
        for path in base.rglob("*"):
            if not path.is_file() or path.suffix in CODE or "__pycache__" in path.parts:
                continue
            if any(parent in inner and parent != base for parent in path.parents if base in parent.parents):
                continue  # it belongs to a package further in
            relative = path.relative_to(base).as_posix()
            assert any(fnmatch.fnmatch(relative, p) for p in patterns.get(package, [])), f"{package}: {relative}"
