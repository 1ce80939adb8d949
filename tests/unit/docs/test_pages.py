"""The documentation: its example notation is complete and does what the page shows; every page is listed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
EXAMPLE = (DOCS / "adding-a-notation.md").read_text(encoding="utf-8")
SESSION = re.compile(r"^```text\n(\$ .*?)^```$", re.MULTILINE | re.DOTALL)
TITLED = re.compile(r'^``` \{ \.\w+ title="([^"]+)" \}\n(.*?)^```$', re.MULTILINE | re.DOTALL)
REGISTRY = "onote_compiler/registry.py"


def commands() -> Iterator[object]:
    for block in SESSION.findall(EXAMPLE):
        command, _, printed = block.removeprefix("$ ").partition("\n")
        yield pytest.param(command, printed.rstrip("\n"), id=command[:60])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds a copy of the package with the example in it, and ``bin/onote`` to run it."""
    top = tmp_path_factory.mktemp("docs")
    package = top / "package" / "onote_compiler"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "onote_compiler", package, ignore=ignored)
    for folder in ("cli", "grammars", "corpus"):
        shutil.copytree(ROOT / folder, package / folder, ignore=ignored)
    for name, text in TITLED.findall(EXAMPLE):
        target = package / name.removeprefix("onote_compiler/")
        if name == REGISTRY:
            table = target.read_text(encoding="utf-8")
            text = table.replace("_TABLE = (\n", f"_TABLE = (\n{text}", 1)
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
    script = top / "bin" / "onote"
    script.parent.mkdir()
    script.write_text(
        f'#!/bin/sh\nPYTHONPATH={package.parent} exec {sys.executable} -P -c '
        '"from onote_compiler.cli.main import main; main()" "$@"\n'
    )  # fmt: skip
    script.chmod(0o755)
    return top


@pytest.mark.skipif(os.name == "nt", reason="the commands are those of a Unix shell")
@pytest.mark.parametrize(("command", "printed"), list(commands()))
def test_command(place: Path, command: str, printed: str) -> None:
    environment = {**os.environ, "PATH": f"{place / 'bin'}:{os.environ['PATH']}", "ONOTE_NO_CACHE": "1"}
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT / "corpus" / "tunes", env=environment, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
    )  # fmt: skip
    assert done.stdout.rstrip("\n") == printed


def test_there_are_commands() -> None:
    assert len(list(commands())) == 3


def test_example_is_complete() -> None:
    names = {name for name, _ in TITLED.findall(EXAMPLE)}
    assert {"reader.py", "writer.py", "__init__.py", "registry.py"} == {Path(n).name for n in names if n[-3:] == ".py"}


def test_every_page_is_in_the_navigation() -> None:
    listed = set(re.findall(r"([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
