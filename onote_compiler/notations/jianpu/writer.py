"""Writing numbered notation in any of its dialects."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.score import Metadata, Score
from onote_compiler.notations.base import WriteOptions
from onote_compiler.notations.jianpu.beats import write_critic, write_unicode
from onote_compiler.notations.jianpu.degrees import DegreeFinder
from onote_compiler.notations.jianpu.lines import lines_of, single_line
from onote_compiler.notations.jianpu.lywriter import write_ly
from onote_compiler.notations.jianpu.timed import write_data, write_formatb
from onote_compiler.notations.jianpu.writing import Writing, lost_names, tempo_sign
from onote_compiler.notations.losses import report_common_losses

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
    lost = lost_names(score)
    if ly:
        return write_ly(score, lines_of(score), writing, lost)
    if dialect == "data":
        report_common_losses(score, report, bars=False, written=("parts",), more=lost)
        return write_data(lines_of(score), writing)
    line = single_line(score, report)
    if dialect == "unicode":
        report_common_losses(
            score, report, bars=False, repeats=False, written=("title", "tempo", "tempo-words"), more=lost
        )
        return _heading(score.metadata) + write_unicode(line, writing)
    report_common_losses(score, report, bars=False, more=lost)
    return write_formatb(line, writing) if dialect == "formatb" else write_critic(line, writing)


_BEATS = {Fraction(n, 16): sign for n, sign in ((4, "♩"), (6, "♩."), (2, "♪"), (3, "♪."))}


def _heading(metadata: Metadata) -> str:
    """Return the lines above a printed piece: its title, its tempo."""
    lines = [f"Title: {' '.join(metadata.title.split())}"] if metadata.title else []
    tempo = metadata.tempo
    sign, speed = tempo_sign(tempo, _BEATS) if tempo is not None else (None, None)
    number = f"{sign}={_decimal(speed)}" if speed is not None else ""
    if tempo is not None and tempo.text:
        lines.append(f"Tempo: {' '.join(tempo.text.split())} {number}".rstrip())
    elif number:
        lines.append(number)
    return "".join(f"{line}\n" for line in lines)


def _decimal(value: Fraction) -> str:
    """Return a speed with as many decimals as it has, three at most."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")
