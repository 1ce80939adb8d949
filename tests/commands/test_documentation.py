"""Every console block of the README and the documentation prints what it shows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^(?P<indent> *)``` ?console\n(?P<body>[\s\S]*?)^ *```$", re.MULTILINE)


def sessions() -> Iterator[object]:
    for page in PAGES:
        for number, block in enumerate(BLOCK.finditer(page.read_text(encoding="utf-8")), 1):
            lines = [line.removeprefix(block["indent"]) for line in block["body"].splitlines()]
            yield pytest.param(lines, id=f"{page.relative_to(ROOT)}-{number}")


def steps(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each command (continued with a backslash at the end of its line) with what it prints."""
    command, printed = "", list[str]()
    for line in lines:
        if line.startswith("$ "):
            if command:
                yield command, printed
            command, printed = line[2:], []
        elif command.endswith("\\"):
            command += "\n" + line
        else:
            printed.append(line)
    yield command, printed


def test_there_are_blocks() -> None:
    assert len(list(sessions())) >= 5


@pytest.mark.parametrize("lines", list(sessions()))
def test_block_prints_what_it_shows(lines: list[str], tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    for command, printed in steps(lines):
        done = subprocess.run(
            ["bash", "-c", command], check=False, capture_output=True, text=True, cwd=tmp_path, timeout=120,
            env={**os.environ, "PATH": path},
        )  # fmt: skip
        shown = (done.stdout + done.stderr).rstrip("\n").split("\n")
        assert [line.rstrip() for line in shown] == [line.rstrip() for line in printed or [""]]
