"""Running a program on hostile input: an empty directory, and limits of time, memory and output.

What a text could make a program read or write is kept from it elsewhere (:mod:`onote_compiler.engines.cleaning`);
this keeps it from running on, filling the memory, or filling the disk.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from onote_compiler.engines.model import Failure, Limits

# The limits are set by the shell that becomes the program: setting them between fork and exec in Python is not safe
# where threads run. A system without one of them goes on without it.
_LIMITED = 'ulimit -t "$1" 2>/dev/null; ulimit -v "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null; shift 3; exec "$@"'
_BLOCK = 512
_SHOWN = 1 << 16


@dataclass(frozen=True)
class Finished:
    """How a run ended.

    Attributes:
        status: Exit status; negative for the signal that ended it.
        stdout: The first 64 kB of standard output.
        stderr: The same of standard error.
        files: What it left in its directory, by name; nothing where it was stopped.
        failure: Why it was stopped, or ``None``.
    """

    status: int
    stdout: str
    stderr: str
    files: Mapping[str, bytes]
    failure: Failure | None = None


def run_limited(command: Sequence[str], given: Mapping[str, bytes], limits: Limits) -> Finished:
    """Run a program in an empty directory that holds ``given`` and nothing else.

    Args:
        command: The program, by its full path, and its arguments.
        given: Files to put there, by name.
        limits: What it may use; with all its children it is ended when the time is over.
    """
    with tempfile.TemporaryDirectory(prefix="onote-") as name, tempfile.TemporaryDirectory(prefix="onote-") as said:
        folder = Path(name)
        for file, data in given.items():
            (folder / file).write_bytes(data)
        with Path(said, "out").open("w+b") as out, Path(said, "err").open("w+b") as err:
            seconds = str(max(1, round(limits.seconds)))
            bounds = [seconds, str(limits.memory // 1024), str(max(1, limits.output // _BLOCK))]
            process = subprocess.Popen(
                ["/bin/sh", "-c", _LIMITED, "sh", *bounds, *command], cwd=folder, env=_environment(folder),
                stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
            )  # fmt: skip
            late = _wait(process, limits.seconds)
            shown, complained = _head(Path(said, "out")), _head(Path(said, "err"))
        failure = Failure.TIMEOUT if late else _stopped(process.returncode)
        files, whole = ({}, True) if failure else _left(folder, given, limits.output)
        return Finished(process.returncode, shown, complained, files, failure if whole else Failure.LIMIT)


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment without the user's own settings and secrets."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    own = {"HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    return kept | own


def _wait(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for a process, and end whatever it started; return whether its time ran out."""
    try:
        process.wait(seconds)
        return False
    except subprocess.TimeoutExpired:
        return True
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _stopped(status: int) -> Failure | None:
    """Return what the signal that ended a process says; shells report those of children as 128 and more."""
    ended = -status if status < 0 else status - 128 if status > 128 else 0
    if not ended:
        return None
    if ended == signal.SIGXCPU:
        return Failure.TIMEOUT
    return Failure.LIMIT if ended in (signal.SIGXFSZ, signal.SIGKILL) else Failure.CRASH


def _left(folder: Path, given: Mapping[str, bytes], most: int) -> tuple[dict[str, bytes], bool]:
    """Return the plain files of a directory that were not given, and whether they were within the limit."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.iterdir()):
        if path.name in given or path.is_symlink() or not path.is_file():
            continue
        most -= path.stat().st_size
        if most < 0:
            return {}, False
        files[path.name] = path.read_bytes()
    return files, True


def _head(path: Path) -> str:
    with path.open("rb") as stream:
        return stream.read(_SHOWN).decode("utf-8", errors="replace")
