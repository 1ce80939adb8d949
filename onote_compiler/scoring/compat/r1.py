"""The first release's scores (reference scripts at commit 2753ee4), faults included.

Nothing here goes through our readers: the scripts compare strings. What each of them does differently from the
paper is listed, with examples, in ``docs/reference-discrepancies.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any

from rapidfuzz.distance import Levenshtein

TRUTH_LIMIT = 100
ANSWER_LIMIT = 80
ANSWER_KEPT = 60
LOOP_LENGTH = 6

_TOKEN = re.compile(r"(?P<pitch>[A-Ga-g][#b]?\d)\((?P<duration>[^)]+)\)")
_CNC_NOTE = re.compile(r"(?P<pitch>[A-Ga-g][#b]?\d)\s*\(\s*(?P<duration>\d+/?\d*)\s*\)")
_LETTER_SEARCHES = tuple(re.compile(pattern).search for pattern in (r"^[A-D]$", r"\b[A-D]\b", r"[A-D]"))


def score_ast(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the percentages ``full``, ``pitch``, ``duration`` and the two token counts.

    Edit distance over strings; the truth is cut to 100 tokens, the answer to 60 once it has more than 80, and at
    the first run of six equal tokens.
    """
    truth = staff_tokens(item.get("reference"))[:TRUTH_LIMIT]
    answer = clip_answer(item.get("prediction")).split()
    truth_parts = [split_token(token) for token in truth]
    answer_parts = [split_token(token) for token in answer]
    return {
        "full": percentage(truth, answer),
        "pitch": percentage([pitch for pitch, _ in truth_parts], [pitch for pitch, _ in answer_parts]),
        "duration": percentage([length for _, length in truth_parts], [length for _, length in answer_parts]),
        "gt_count": len(truth),
        "pred_count": len(answer),
    }


def staff_tokens(piece: Any) -> list[str]:
    """Return the truth as the scripts list it: bar by bar, the whole treble staff, then the bass.

    A pitch that is a list becomes its Python text; an entry without pitch or duration is left out.
    """
    if not piece or "bars" not in piece:
        return []
    return [
        f"{note.get('pitch')}({note.get('duration')})"
        for bar in piece["bars"]
        for staff in ("treble", "bass")
        for note in bar.get("staves", {}).get(staff, [])
        if note.get("pitch") and note.get("duration")
    ]


def clip_answer(answer: Any) -> str:
    """Return what the scripts keep of an answer: 60 tokens of one over 80, nothing after a loop's first token."""
    if not answer:
        return ""
    tokens = answer.strip().split()
    if len(tokens) > ANSWER_LIMIT:
        tokens = tokens[:ANSWER_KEPT]
    return " ".join(tokens[: loop_cut(tokens, LOOP_LENGTH)])


def loop_cut(tokens: list[str], length: int) -> int:
    """Return how many tokens stand up to and with the first of ``length`` equal ones; all where there is no loop."""
    for start in range(len(tokens) - length + 1):
        if len(set(tokens[start : start + length])) == 1:
            return start + 1
    return len(tokens)


def split_token(token: str) -> tuple[str, str]:
    """Return pitch and duration of a token, or the token itself and nothing where it is no note."""
    match = _TOKEN.match(token)
    return (match["pitch"], match["duration"]) if match else (token, "")


def percentage(truth: list[str], answer: list[str]) -> float:
    """Return one minus the normalised edit distance, in percent; two empty sequences are alike."""
    if not truth and not answer:
        return 100.0
    if not truth or not answer:
        return 0.0
    distance = Levenshtein.distance(truth, answer)
    return max(0.0, 1.0 - distance / max(len(truth), len(answer))) * 100.0


def score_cnc(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fractions ``pitch``, ``rhythm``, ``total`` (``full`` mode) or ``pitch``, ``total`` (``pitch_only``).

    The figure is difflib's ratio with its heuristic for popular elements left on; in ``full`` mode tokens that the
    pattern does not find are dropped from both sides.
    """
    answer, truth = item.get("prediction"), item.get("reference")
    mode = item.get("mode", "full")
    if not answer or not truth:
        return {"pitch": 0.0, "total": 0.0} | ({"rhythm": 0.0} if mode == "full" else {})
    if mode == "pitch_only":
        pitch = ratio(answer, truth)
        return {"pitch": pitch, "total": pitch}
    if mode != "full":
        raise AttributeError("the script returns nothing for another mode")
    answer_pitches, answer_lengths = _found_notes(answer)
    truth_pitches, truth_lengths = _found_notes(truth)
    pitch, rhythm = _ratio_of_texts(answer_pitches, truth_pitches), _ratio_of_texts(answer_lengths, truth_lengths)
    return {"pitch": pitch, "rhythm": rhythm, "total": pitch * 0.5 + rhythm * 0.5}


def ratio(first: Any, second: Any) -> float:
    """Return difflib's ratio; it depends on the order of the arguments."""
    return SequenceMatcher(None, first, second).ratio()


def _ratio_of_texts(first: list[str], second: list[str]) -> float:
    """Return :func:`ratio`; equal lists need no matching: it goes on over what is too common to begin at."""
    return 1.0 if first == second else ratio(first, second)


def _found_notes(entries: Any) -> tuple[list[str], list[str]]:
    pitches: list[str] = []
    lengths: list[str] = []
    for entry in entries:
        match = _CNC_NOTE.search(str(entry).replace("（", "(").replace("）", ")"))
        if match:
            pitch, length = match.groups()
            pitches.append(pitch)
            lengths.append(length)
    return pitches, lengths


def score_vsu(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the letter found and whether it is the answer's."""
    letter = option_letter(item.get("prediction"))
    return {"letter": letter, "correct": letter == str(item.get("reference")).upper()}


def option_letter(answer: Any) -> str:
    """Return the whole answer, the first word, or the first letter anywhere that is A to D; else ``UNKNOWN``."""
    text = answer.strip().upper()
    for search in _LETTER_SEARCHES:
        match = search(text)
        if match:
            return str(match[0])
    return "UNKNOWN"
