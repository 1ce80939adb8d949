"""Grammars of the notations in which every note is written with its duration: formats A, B and C."""

from __future__ import annotations

from fractions import Fraction

from onote_compiler.decoding.fill import Fill
from onote_compiler.decoding.model import Grammar, Maybe, Name, Sequence, Text, times
from onote_compiler.decoding.task import Task, key_text
from onote_compiler.errors import UnknownOptionError
from onote_compiler.ir.key import Key
from onote_compiler.ir.pitch import SEMITONES, STEPS, pitch
from onote_compiler.theory.movable_do import scale_of

_ABC_ACCIDENTALS = {"_": -1, "=": 0, "^": 1}
_ALTERATIONS = {"": 0, "#": 1, "##": 2, "b": -1, "bb": -2}
_EVENT = Name("EVENT")


def abc_grammar(task: Task, fill: Fill) -> Grammar:
    """Return the grammar of format A: a fixed header, measures of notes and rests, each measure exact.

    The unit note length is the grid, so every length is a whole number.
    """
    if task.grid.numerator != 1 or task.grid.denominator & (task.grid.denominator - 1):
        raise UnknownOptionError(f"ABC has no unit note length {task.grid}; write 1/8 or 1/16, and ask for tuplets")
    elements: dict[int, list[Sequence]] = {size: [_abc_note(size)] for size in task.sizes()}
    for size in task.triplets():
        elements.setdefault(2 * size, []).append((Text("(3"), *_abc_note(size) * 3))
    measure, rules = fill(task.steps, elements, Maybe(" "))
    key = task.key or Key()
    header = f"X:1\nT:{task.title}\nM:{task.meter}\nL:{task.grid}\nK:{key_text(key)}\n"
    line_or_space = Name("GAP")
    body = (*times((*measure, Text(" |"), line_or_space), task.measures - 1), *measure, Text(" |]"))
    terminals = {"EVENT": _abc_pitches(task, key) | {"z"}}
    if task.measures > 1:
        terminals["GAP"] = frozenset(" \n")
    return Grammar(f"ABC: {task}", {"start": ((Text(header), *body),), **rules}, terminals)


def jianpu_grammar(task: Task, fill: Fill) -> Grammar:
    """Return the grammar of format B: measures of degrees and rests with durations, each measure exact."""
    measure, rules = fill(task.steps, _timed(task), Text(" "))
    start = (*measure, Text(" |"), *times((Text(" "), *measure, Text(" |")), task.measures - 1))
    words = _jianpu_pitches(task) | {"0"}
    return Grammar(f"Jianpu: {task}", {"start": (start,), **rules}, {"EVENT": words})


def pitchdur_grammar(task: Task, fill: Fill) -> Grammar:
    """Return the grammar of format C: notes with durations that fill the measures, none over a measure's end."""
    measure, rules = fill(task.steps, _timed(task), Text(" "))
    start = (*measure, *times((Text(" "), *measure), task.measures - 1))
    names = frozenset(
        f"{step}{sign}{octave}"
        for step in STEPS
        for sign, alter in _ALTERATIONS.items()
        for octave in range(-1, 10)
        if pitch(step, alter, octave).midi in task.pitches
    )
    return Grammar(f"Pitch-duration: {task}", {"start": (start,), **rules}, {"EVENT": names})


def _timed(task: Task) -> dict[int, list[Sequence]]:
    """Return notes with a written duration, and triplets of them, by grid steps."""
    elements: dict[int, list[Sequence]] = {size: [(_EVENT, _duration(size * task.grid))] for size in task.sizes()}
    for size in task.triplets():
        member = (_EVENT, _duration(size * task.grid * 2 / 3))
        elements.setdefault(2 * size, []).append((*member, Text(" "), *member, Text(" "), *member))
    return elements


def _duration(value: Fraction) -> Text:
    return Text(f"({value.numerator}/{value.denominator})")


def _abc_note(size: int) -> Sequence:
    return (_EVENT, Text(str(size))) if size > 1 else (_EVENT,)


def _abc_pitches(task: Task, key: Key) -> frozenset[str]:
    """Return the spellings of the notes in range, with or without an accidental.

    A note without one may be altered by the key or by an accidental earlier in its measure, of which a grammar knows
    nothing: it is allowed where each of these pitches is in range. At the ends of the range it takes an accidental.
    """
    words: set[str] = set()
    for step in STEPS:
        bare = {*_ABC_ACCIDENTALS.values(), int(key.alterations.get(step, 0))}
        for octave in range(-2, 11):
            name = _abc_octave(step, octave)
            natural = 12 * (octave + 1) + SEMITONES[step]
            words.update(sign + name for sign, alter in _ABC_ACCIDENTALS.items() if natural + alter in task.pitches)
            if all(natural + alter in task.pitches for alter in bare):
                words.add(name)
    return _some(words, task)


def _abc_octave(step: str, octave: int) -> str:
    return step.lower() + "'" * (octave - 5) if octave > 4 else step + "," * (4 - octave)


def _jianpu_pitches(task: Task) -> frozenset[str]:
    scale = scale_of(task.key or Key())
    return _some(
        {
            ("^" * octave or "_" * -octave) + str(degree)
            for degree in range(1, 8)
            for octave in range(-6, 7)
            if scale.pitch(degree, octave=octave).midi in task.pitches
        },
        task,
    )


def _some(words: set[str], task: Task) -> frozenset[str]:
    if not words:
        raise UnknownOptionError(f"no note of the key lies between MIDI {task.pitches[0]} and {task.pitches[-1]}")
    return frozenset(words)
