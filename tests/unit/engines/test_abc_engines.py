"""abc2midi and abcm2ps as judges, where they are installed."""

from pathlib import Path

import pytest

from onote_compiler.engines import ENGINES, EngineVerdict, Limits, render_text
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.source import Source

HEAD = "X:1\nT:Walk\nM:4/4\nL:1/4\nK:C\n"
CLEAN = HEAD + "CDEF|GABc|]\n"
HOSTILE = {
    "nothing": "", "null": "\0", "surrogate": "\ud800", "many heads": "X:1\n" * 3000, "open slurs": "(" * 50000,
    "open chords": "[" * 50000, "open graces": HEAD + "{" * 20000, "quotes": HEAD + '"' * 9999, "voices": "V:" * 9999,
    "one measure": HEAD + "C" * 99999, "endings": HEAD + "|1" * 9999, "durations": HEAD + "C99999999999/0 " * 99,
    "tuplets": HEAD + "(999:999:999 C" * 99, "lyrics": HEAD + "w:" + "a-" * 9999,
}  # fmt: skip
needs_abc = pytest.mark.skipif(
    any(ENGINES[name].version is None for name in ("abc2midi", "abcm2ps")), reason="abc2midi and abcm2ps needed"
)


def ask(text: str, name: str, target: str | None = None, limits: Limits | None = None) -> EngineVerdict:
    return render_text(text, name, target, source=Source.whole(text), limits=limits or Limits())


@needs_abc
@pytest.mark.parametrize(("name", "target", "start"), [
    ("abc2midi", None, b"MThd"), ("abcm2ps", None, b"<?xml"), ("abcm2ps", "ps", b"%!PS"),
])  # fmt: skip
def test_a_clean_tune_is_rendered(name: str, target: str | None, start: bytes) -> None:
    verdict = ask(CLEAN, name, target)
    assert (verdict.renderable, list(verdict.diagnostics), len(verdict.pages)) == (True, [], 1)
    assert verdict.pages[0].startswith(start)
    assert verdict.version
    assert verdict.available


@needs_abc
def test_errors_stand_where_the_engine_says() -> None:
    verdict = ask(HEAD + "C D & ] E F|\n", "abcm2ps")
    assert verdict.renderable is False
    assert {(d.code, d.line) for d in verdict.diagnostics} == {("ON902", 6)}
    verdict = ask(HEAD + "C D E- F | z |]\n", "abc2midi")
    assert [(d.name, d.severity.value, d.line) for d in verdict.diagnostics][:1] == [("engine-failed", "error", 6)]
    assert verdict.renderable is False


@needs_abc
def test_remarks_leave_a_tune_renderable() -> None:
    verdict = ask(HEAD + "CDEF|GAB|cBAG|]\n", "abc2midi")
    assert verdict.renderable is True
    assert [(d.code, d.severity.value, d.line) for d in verdict.diagnostics] == [("ON904", "warning", 6)]


@needs_abc
@pytest.mark.parametrize("name", ["abc2midi", "abcm2ps"])
@pytest.mark.parametrize("hostile", [
    "%%beginps\n(x) show\n%%endps\n", "%%abc-include FILE\n", "I:abc-include FILE\n", "%%format FILE\n",
    "%%beginsvg\n<script/>\n%%endsvg\n", "%%EPS FILE\n", "%%postscript (FILE) run\n", "%%MIDI drumon\n",
])  # fmt: skip
def test_directives_reach_no_file(name: str, hostile: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.abc"
    secret.write_text("X:7\nT:Secretword\nK:C\nG4|]\n")
    text = HEAD + hostile.replace("FILE", str(secret)) + "CDEF|GABc|]\n"
    inline = CLEAN.replace("|", f"|[I:abc-include {secret}]")
    for given in (text, inline):
        verdict = ask(given, name)
        assert not any(b"Secretword" in page or b"<script" in page for page in verdict.pages)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.abc"]


@needs_abc
@pytest.mark.parametrize("name", ["abc2midi", "abcm2ps"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_stops_a_batch(name: str, text: str) -> None:
    verdict = ask(text, name, limits=Limits(seconds=10, memory=1 << 30, output=1 << 20))
    assert verdict.renderable in (True, False)
    assert sum(map(len, verdict.pages)) <= 1 << 20
    assert len(verdict.diagnostics) < 500


def test_an_engine_that_is_missing_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onote_compiler.engines.table._version", lambda name: None)
    verdict = ask(CLEAN, "abc2midi")
    assert (verdict.renderable, verdict.available, verdict.pages) == (None, False, ())
    assert [(d.code, d.severity.value) for d in verdict.diagnostics] == [("ON901", "warning")]


def test_unknown_engines_and_outputs_are_refused() -> None:
    with pytest.raises(UnknownOptionError, match="did you mean abcm2ps"):
        ask(CLEAN, "abcmps")
    with pytest.raises(UnknownOptionError, match=r"abc2midi .* makes midi, not svg"):
        ask(CLEAN, "abc2midi", "svg")
