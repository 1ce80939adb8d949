"""Programs that run on, fill memory or disk, or leave things behind."""

import sys
import time
from pathlib import Path

import pytest

from onote_compiler.engines.model import Failure, Limits
from onote_compiler.engines.sandbox import Finished, run_limited

SMALL = Limits(seconds=20, memory=1 << 29, output=1 << 16)


def run(code: str, limits: Limits = SMALL, **given: bytes) -> Finished:
    return run_limited([sys.executable, "-I", "-c", code], given, limits)


def test_what_it_says_and_leaves_comes_back() -> None:
    code = (
        "import sys; print('out'); print('err', file=sys.stderr); open('page', 'wb').write(open('text', 'rb').read(3))"
    )
    done = run(code, text=b"abc")
    assert (done.status, done.stdout, done.stderr) == (0, "out\n", "err\n")
    assert done.files == {"page": b"abc"}
    assert done.failure is None


def test_it_starts_in_an_empty_directory_without_the_user_s_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    done = run("import os; print(os.listdir(), 'SECRET_TOKEN' in os.environ, os.environ['HOME'] == os.getcwd())")
    assert done.stdout == "[] False True\n"


def test_a_run_without_end_is_stopped() -> None:
    done = run("import time; time.sleep(600)", Limits(seconds=0.5))
    assert (done.failure, done.files) == (Failure.TIMEOUT, {})


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_what_it_started_is_ended_with_it() -> None:
    code = "import os, time\nif not (child := os.fork()): time.sleep(600)\nprint(child, flush=True); time.sleep(600)"
    done = run(code, Limits(seconds=2))
    assert done.failure is Failure.TIMEOUT
    for _ in range(100):
        if not alive(done.stdout.strip()):
            return
        time.sleep(0.05)
    pytest.fail("the child is alive")


def alive(process: str) -> bool:
    try:
        return Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_memory_is_limited() -> None:
    done = run("x = bytearray(4 << 30)", SMALL)
    assert done.status != 0
    assert not done.files


def test_endless_output_is_cut_off() -> None:
    done = run("while True: print('x' * 4096)", SMALL)
    assert done.failure is not None or done.status != 0
    assert len(done.stdout) <= 1 << 16


def test_a_file_may_not_grow_beyond_the_limit() -> None:
    done = run("f = open('page', 'wb')\nwhile True: f.write(b'x' * 4096)", SMALL)
    assert not done.files or len(done.files["page"]) <= SMALL.output


def test_many_files_count_together() -> None:
    done = run("for i in range(5): open(f'p{i}', 'wb').write(b'x' * 30000)", SMALL)
    assert (done.failure, done.files) == (Failure.LIMIT, {})


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    assert run(f"import os; os.symlink({str(secret)!r}, 'page')").files == {}


def test_a_crash_is_told_from_a_limit() -> None:
    assert run("import os; os.abort()").failure is Failure.CRASH
