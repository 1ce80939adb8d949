"""Writing jianpu-ly's input language."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.diagnostics import Report
from onote_compiler.ir.events import Event, Note, Rest
from onote_compiler.ir.meter import Tempo
from onote_compiler.ir.score import Direction, Measure, Score
from onote_compiler.ir.source import Span
from onote_compiler.notations.jianpu.degrees import Degree
from onote_compiler.notations.jianpu.lines import Line
from onote_compiler.notations.jianpu.lymarks import Verses, mark_words
from onote_compiler.notations.jianpu.lysections import meter_words, sections, whole_rest
from onote_compiler.notations.jianpu.rhythm import Run, runs
from onote_compiler.notations.jianpu.writing import Writing, accidental, key_name, lasting, tempo_sign
from onote_compiler.notations.losses import report_metadata, section_ends

_LENGTHS = ("", "q", "s", "d", "h")
_GRACE_LENGTHS = {Fraction(1, 8): "q", Fraction(1, 32): "d", Fraction(1, 64): "h"}
_MEASURES_A_LINE = 4
_NAVIGATION = {"fine": "Fine", "d.c.": "DC"}
_SWITCHES = ("OnePage", "NoBarNums", "NoIndent", "RaggedLast", "SeparateTimesig", "WithStaff", "angka", "PartMidi")


def write_ly(score: Score, lines: list[Line], writing: Writing, lost: list[str]) -> str:
    """Return jianpu-ly's input: headers, then each voice as a part, four measures a line.

    Args:
        score: What to write.
        lines: Its voices.
        writing: The state of writing it.
        lost: What the headers do not say.
    """
    metadata = score.metadata
    _report_metadata(score, writing.report, lost)
    head = [(name, value) for name, value in (("title", metadata.title), ("composer", metadata.composer)) if value]
    own = metadata.fields if score.notation == "jianpu" else ()
    head += [field for field in own if field[0] not in ("L", "H")]
    parts = [_Part(line, writing).text(metadata.tempo if index == 0 else None) for index, line in enumerate(lines)]
    if parts:
        parts[0] += "".join(f"\n{name}: {words}" for name, words in own if name in ("L", "H"))
    return "".join(f"{name}={' '.join(value.split())}\n" for name, value in head) + "\nNextPart\n".join(parts) + "\n"


def _report_metadata(score: Score, report: Report, lost: list[str]) -> None:
    measures = [measure for voice in score.voices for measure in voice.measures]
    tempi = [score.metadata.tempo, *(direction.value for m in measures for direction in m.directions)]
    exact = all(_tempo(tempo)[1] for tempo in tempi if isinstance(tempo, Tempo))
    written = ["title", "composer", "tempo", "tempo-changes", "parts"]
    written += ["fields"] if score.notation == "jianpu" else []
    report_metadata(score, report, written=written, more=[*lost, *([] if exact else ["exact tempo"])])
    if score.metadata.part_order:
        span = measures[0].span if measures else Span(0, 0)
        report.add("lost-structure", span, "the order in which parts are played cannot be written here")


# Note lengths as jianpu-ly writes them before a tempo, in sixteenths.
_BEATS = {
    Fraction(n, 16): sign for n, sign in ((16, "1"), (8, "2"), (12, "2."), (4, "4"), (6, "4."), (2, "8"), (3, "8."))
}


def _tempo(tempo: Tempo) -> tuple[str, bool]:
    """Return the word of a tempo, nothing for one without number, and whether it says the number exactly."""
    sign, speed = tempo_sign(tempo, _BEATS)
    if speed is None:
        return "", True
    whole = max(round(speed), 1)
    return f"{sign}={whole}", whole == speed


class _Part:
    """One voice being written."""

    def __init__(self, line: Line, writing: Writing) -> None:
        self._line = line
        self._writing = writing
        self._marks_before = False
        self._lost_marks: list[Event] = []
        self._lost_directions: list[Direction] = []
        self._verses = Verses()

    def text(self, tempo: Tempo | None) -> str:
        """Return the part, headed by key, meter and tempo."""
        measures, writing = self._line.measures, self._writing
        writing.begin(self._line)
        first_key = key_name(writing.key)
        plan = sections(measures)
        meters, unfit = meter_words(measures, plan)
        for place in plan.lost:
            writing.report.add("lost-structure", measures[place].span, "a repeat or ending that cannot be written")
        for place in unfit:
            number = measures[place].number
            writing.report.add("lost-structure", measures[place].span, "no meter fits this measure", measure=number)
        writing.once("lost-structure", section_ends(measures), "double bar lines between sections cannot be written")
        rows = []
        again = any(block.starts[0] == 0 and any(meters[1 : block.end]) for block in plan.blocks)
        for index, measure in enumerate(measures):
            meter = [meters[index]] if meters[index] and (index or again) else []
            words = [*plan.before[index], *meter, *self._measure(measure), *plan.after[index]]
            rows.append(" ".join(words))
        writing.once("lost-mark", [e.span for e in self._lost_marks], "marks that jianpu-ly has no word for")
        held = [event.span for event in self._verses.lost]
        writing.once("lost-mark", held, "a syllable of its own on a note that is slurred or tied to")
        lost = [direction.span for direction in self._lost_directions]
        writing.once("lost-structure", lost, "directions that jianpu-ly has no word for")
        speed = _tempo(tempo)[0] if tempo is not None else ""
        head = " ".join([first_key, *meters[:1], *([speed] if speed else [])])
        name = [f"instrument={self._line.name}"] if self._line.name else []
        before = " OctavesBefore" if self._marks_before else ""
        return "\n".join([*name, head + before, *_lines(rows), *self._verses.lines()])

    def _measure(self, measure: Measure) -> list[str]:
        spans = iter(runs([event.duration for event in measure.events if not event.grace]))
        words: list[str] = []
        graces: list[Event] = []
        run: Run | None = None
        rest = whole_rest(measure)
        place = 0
        directions = list(measure.directions)
        at = 0
        for step in self._writing.steps(measure):
            if isinstance(step, str):
                words += [step] if "=" in step else []
                continue
            while directions and directions[0].at <= at:
                words += self._direction(directions.pop(0))
            at += 1
            if step.grace:
                graces.append(step)
                continue
            if run is None or place >= run.end:
                run = next(spans)
                words += [f"{run.actual}["] if run.actual > 1 else []
            words += self._grace(graces, "g[{}]")
            words += [f"R*{rest.measures}"] if step is rest else self._event(step, run)
            place += 1
            words += ["]"] if run.actual > 1 and place == run.end else []
        for direction in directions:
            words += self._direction(direction)
        return words + self._grace(graces, "[{}]g")

    def _direction(self, direction: Direction) -> list[str]:
        text = direction.text
        if direction.kind == "navigation" and text.lower() in _NAVIGATION:
            return [_NAVIGATION[text.lower()]]
        if direction.kind == "part" and text.isalnum() and text.isupper() and len(text) <= 4:
            return [f"letter{text}"]
        if direction.kind == "tempo" and isinstance(direction.value, Tempo) and direction.value.bpm:
            return [_tempo(direction.value)[0]]
        if text in _SWITCHES:
            return [text]
        if direction.kind in ("navigation", "part", "tempo", "text"):
            self._lost_directions.append(direction)
        return []

    def _grace(self, graces: list[Event], form: str) -> list[str]:
        if not graces:
            return []
        text = ""
        for event in graces:
            for degree in self._writing.finder.of(event, self._writing.key)[:1]:
                text += _GRACE_LENGTHS.get(event.duration or Fraction(1, 16), "") + self._marked_before(degree, text)
        graces.clear()
        return [form.format(text)] if text else []

    def _event(self, event: Event, run: Run) -> list[str]:
        """Return the words of one event: a digit or chord for each sign its length takes, tied, then its marks."""
        found = lasting(event, Fraction(run.actual or 1, run.normal), self._writing)
        digits = self._digits(event)
        words: list[str] = []
        for sign in found:
            words += ["~"] if words and digits != "0" else []
            words.append(_LENGTHS[sign.lines] + digits + "." * sign.dots)
            words += ["-"] * sign.dashes
        if digits != "0" and self._writing.is_tied(event):
            words.append("~")
        marked, lost = mark_words(event)
        if lost:
            self._lost_marks.append(event)
        self._verses.take(event)
        return words + marked

    def _digits(self, event: Event) -> str:
        if isinstance(event, Rest):
            return "0"
        if isinstance(event, Note) and event.pitch is None:
            return "x"
        degrees = self._writing.finder.of(event, self._writing.key)
        if not degrees:
            return "0"
        if len(degrees) == 1:
            degree = degrees[0]
            return f"{accidental(degree.alter)}{degree.degree}{_octave(degree)}"
        text = ""
        for degree in degrees:
            text += self._marked_before(degree, text)
        return text

    def _marked_before(self, degree: Degree, before: str) -> str:
        """Return a digit of several in one word, its octave marks before it."""
        octave = _octave(degree)
        if octave and before:
            self._marks_before = True
        return f"{accidental(degree.alter)}{octave}{degree.degree}"


def _lines(rows: list[str]) -> list[str]:
    """Join measures into lines; the last one is never a measure alone."""
    starts = list(range(0, max(len(rows) - 1, 1), _MEASURES_A_LINE))
    return [" ".join(rows[at:end]) for at, end in zip(starts, [*starts[1:], len(rows)], strict=True)]


def _octave(degree: Degree) -> str:
    return "'" * degree.octave if degree.octave > 0 else "," * -degree.octave
