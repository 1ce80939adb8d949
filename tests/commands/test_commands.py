"""Each block of the Markdown files here is a command with what it must print.

A block starts with ``$ onote …``; standard input, if any, follows up to a line ``^D``; then comes what it prints on
standard output, with lines of standard error marked ``2> ``, and last ``=> N`` where the exit status is not 0.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from onote_compiler.cli.main import group

HERE = Path(__file__).parent
BLOCK = re.compile(r"^```\n\$ onote (?P<command>.*)\n(?P<body>[\s\S]*?)^```$", re.MULTILINE)


def blocks() -> Iterator[object]:
    for path in sorted(HERE.glob("*.md")):
        for number, match in enumerate(BLOCK.finditer(path.read_text(encoding="utf-8")), 1):
            yield pytest.param(match["command"], match["body"], id=f"{path.stem}-{number}")


def test_there_are_blocks() -> None:
    assert len(list(blocks())) > 10


@pytest.mark.parametrize(("command", "body"), list(blocks()))
def test_command(command: str, body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin, mark, expected = body.rpartition("^D\n")
    if not mark:
        expected = body
    monkeypatch.chdir(HERE)
    result = CliRunner().invoke(group, shlex.split(command), input=stdin)
    printed = result.stdout + "".join(f"2> {line}\n".replace(" \n", "\n") for line in result.stderr.splitlines())
    if result.exit_code:
        printed += f"=> {result.exit_code}\n"
    assert printed == expected
