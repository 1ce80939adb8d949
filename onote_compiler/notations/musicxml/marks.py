"""What is written on notes and between them: decorations, chord symbols, words, signs of navigation."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from onote_compiler.ir.events import Mark
from onote_compiler.notations.musicxml.elements import child, element, inside

# Decorations by name: group of notations, and element.
_DECORATIONS = {
    "staccato": ("articulations", "staccato"), ">": ("articulations", "accent"), "accent": ("articulations", "accent"),
    "emphasis": ("articulations", "accent"), "tenuto": ("articulations", "tenuto"),
    "wedge": ("articulations", "staccatissimo"), "^": ("articulations", "strong-accent"),
    "marcato": ("articulations", "strong-accent"), "breath": ("articulations", "breath-mark"),
    "trill": ("ornaments", "trill-mark"), "mordent": ("ornaments", "mordent"), "lowermordent": ("ornaments", "mordent"),
    "uppermordent": ("ornaments", "inverted-mordent"), "pralltriller": ("ornaments", "inverted-mordent"),
    "turn": ("ornaments", "turn"), "invertedturn": ("ornaments", "inverted-turn"),
    "upbow": ("technical", "up-bow"), "downbow": ("technical", "down-bow"), "open": ("technical", "open-string"),
    "thumb": ("technical", "thumb-position"), "snap": ("technical", "snap-pizzicato"), "plus": ("technical", "stopped"),
    "+": ("technical", "stopped"), "harmonic": ("technical", "harmonic"),
}  # fmt: skip
_DYNAMICS = frozenset({"pppp", "ppp", "pp", "p", "mp", "mf", "f", "ff", "fff", "ffff", "sfz"})
_PLACES = {"^": "above", "_": "below"}
_SIGNS = {
    "segno": ("segno", {"segno": "segno"}), "coda": ("coda", {"coda": "coda"}),
    "fine": ("words", {"fine": "yes"}), "dacoda": ("words", {"tocoda": "coda"}),
    "tocoda": ("words", {"tocoda": "coda"}),
}  # fmt: skip
_JUMPS = (("dacapo", {"dacapo": "yes"}), ("dc", {"dacapo": "yes"}), ("dalsegno", {"dalsegno": "segno"}),
          ("ds", {"dalsegno": "segno"}))  # fmt: skip
_CHORD = re.compile(r"([A-G])([#b♯♭]?)([^/]{0,20})(?:/([A-G])([#b♯♭]?))?")
_ALTERS = {"#": 1, "♯": 1, "b": -1, "♭": -1}
_KINDS = {
    "": "major", "maj": "major", "m": "minor", "min": "minor", "-": "minor", "7": "dominant", "m7": "minor-seventh",
    "min7": "minor-seventh", "maj7": "major-seventh", "dim": "diminished", "dim7": "diminished-seventh",
    "aug": "augmented", "+": "augmented", "m7b5": "half-diminished", "6": "major-sixth", "m6": "minor-sixth",
    "9": "dominant-ninth", "maj9": "major-ninth", "m9": "minor-ninth", "sus2": "suspended-second",
    "sus4": "suspended-fourth", "sus": "suspended-fourth", "5": "power",
}  # fmt: skip


def before_note(mark: Mark) -> Element | None:
    """Return the element that a mark becomes before its note; ``None`` where it belongs to the note itself."""
    if mark.kind == "chord-symbol":
        return first(navigation(mark.text), harmony(mark.text), words(mark.text))
    if mark.kind == "annotation":
        place = _PLACES.get(mark.text[:1])
        bare = mark.text[1:] if mark.text[:1] in (*_PLACES, "<", ">", "@") else mark.text
        return first(navigation(bare), words(bare, place or "above"))
    if mark.kind in ("decoration", "navigation"):
        if mark.text in _DYNAMICS:
            made = element("direction", placement="below")
            child(child(child(made, "direction-type"), "dynamics"), mark.text)
            return made
        return navigation(mark.text)
    return None


def on_note(mark: Mark, notations: Element) -> bool:
    """Write a mark among the notations of its note; return whether there is a way to."""
    if mark.kind == "fingering" or (mark.kind == "decoration" and mark.text in "012345" and mark.text):
        child(inside(notations, "technical"), "fingering", mark.text)
        return True
    if mark.kind not in ("decoration", "technique"):
        return False
    if mark.text in ("fermata", "invertedfermata"):
        child(notations, "fermata", type="upright" if mark.text == "fermata" else "inverted")
    elif mark.text == "arpeggio":
        child(notations, "arpeggiate")
    elif mark.text in _DECORATIONS:
        group, name = _DECORATIONS[mark.text]
        child(inside(notations, group), name)
    else:
        return False
    return True


def first(*made: Element | None) -> Element | None:
    """Return the first element that there is (one without children counts as false)."""
    return next((one for one in made if one is not None), None)


def words(text: str, place: str = "above") -> Element:
    """Return a direction of words."""
    made = element("direction", placement=place)
    child(child(made, "direction-type"), "words", text)
    return made


def rehearsal(text: str) -> Element:
    """Return a direction that labels a part."""
    made = element("direction", placement="above")
    child(child(made, "direction-type"), "rehearsal", text)
    return made


def navigation(text: str) -> Element | None:
    """Return the direction of a segno, coda, D.C., D.S. or Fine; ``None`` where the text is none of them."""
    bare = "".join(character for character in text.lower() if character.isalpha())
    shown, sound = _SIGNS.get(bare, (None, {}))
    if shown is None:
        rest = ("", "alfine", "alcoda")
        found = next((sound for name, sound in _JUMPS if bare.startswith(name) and bare[len(name) :] in rest), None)
        if found is None:
            return None
        shown, sound = "words", found
    made = element("direction", placement="above")
    child(child(made, "direction-type"), shown, text if shown == "words" else None)
    child(made, "sound", **sound)
    return made


def harmony(text: str) -> Element | None:
    """Return a chord symbol; ``None`` where the text names no root."""
    found = _CHORD.fullmatch(text)
    if found is None:
        return None
    root, alter, kind, bass, bass_alter = found.groups()
    made = element("harmony")
    _note(child(made, "root"), "root", root, alter)
    child(made, "kind", _KINDS.get(kind, "other"), text_=kind)
    if bass:
        _note(child(made, "bass"), "bass", bass, bass_alter)
    return made


def _note(parent: Element, prefix: str, step: str, alter: str) -> None:
    child(parent, f"{prefix}-step", step)
    if alter:
        child(parent, f"{prefix}-alter", _ALTERS[alter])


def lyric(mark: Mark, going_on: bool) -> Element:
    """Return a syllable.

    Args:
        mark: The syllable; a hyphen at its end says that the word goes on, ``_`` alone that the last one is held.
        going_on: Whether the syllable before it said so.
    """
    made = element("lyric", number=max(1, mark.number))
    if mark.text == "_":
        child(made, "extend")
        return made
    more = mark.text.endswith("-") and len(mark.text) > 1
    child(made, "syllabic", ("middle" if more else "end") if going_on else ("begin" if more else "single"))
    child(made, "text", mark.text[:-1] if more else mark.text)
    return made
