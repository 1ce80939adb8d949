"""Writing numbered notation in any of its dialects."""

from __future__ import annotations

from onote_compiler.diagnostics import Report
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.score import Score
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.jianpu.beats import write_critic, write_unicode
from onote_compiler.notations.jianpu.degrees import DegreeFinder
from onote_compiler.notations.jianpu.lines import lines_of, single_line
from onote_compiler.notations.jianpu.lywriter import write_ly
from onote_compiler.notations.jianpu.timed import write_data, write_formatb
from onote_compiler.notations.jianpu.writing import Writing, beats_a_minute
from onote_compiler.notations.losses import report_common_losses, report_instruments

_LY_OCTAVES = 3


def write(score: Score, options: WriteOptions, report: Report) -> str:
    """Write a score in numbered notation.

    Args:
        score: What to write; a score without bar lines gets those of its meter.
        options: Dialect (``formatb``, ``critic``, ``jianpu-ly``, ``unicode``, ``data``); key to write in, where not the
            score's own. Further options: ``header`` (whether key and meter may be written: by default in all dialects
            but ``data``; format B and the critic's dialect then get a header line unless the piece is in C major and
            4/4), ``octave_base`` and ``minor`` as for the reader, ``respell`` (notes outside the scale are spelled by
            the key).
        report: Takes the losses.
    """
    dialect = options.dialect or "formatb"
    more = options.options
    ly = dialect == "jianpu-ly"
    if ly and more.get("minor") == "do":
        raise UnknownOptionError("jianpu-ly has no keys in which do is the minor tonic; write its minor keys la-based")
    finder = DegreeFinder(
        score.notation, report, more.get("octave_base", "standard"), more.get("minor", "la"),
        max_alter=1 if ly else 2, max_octave=_LY_OCTAVES if ly else 99, respell=bool(more.get("respell", False)),
    )  # fmt: skip
    writing = Writing(finder, report, options.key, bool(more.get("header", dialect != "data")))
    if ly:
        report_instruments(score, report)
        return write_ly(score, lines_of(score), writing)
    if dialect == "data":
        report_common_losses(score, report, bars=False)
        return write_data(lines_of(score), writing)
    line = single_line(score, report)
    if dialect == "unicode":
        title = f"Title: {score.metadata.title}\n" if score.metadata.title else ""
        tempo = score.metadata.tempo and beats_a_minute(score.metadata.tempo)
        written = ("title", "tempo") if tempo else ("title",)
        report_common_losses(score, report, bars=False, repeats=False, written=written)
        return title + (f"♩={tempo}\n" if tempo else "") + write_unicode(line, writing)
    report_common_losses(score, report, bars=False)
    return write_formatb(line, writing) if dialect == "formatb" else write_critic(line, writing)
