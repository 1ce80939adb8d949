"""The second release's scores (reference scripts at commit 6e18e68), faults included.

AST counts the blocks that difflib matches over the length of the *answer*; CNC is difflib's ratio. The structural
checks of generated music stand in :mod:`onote_compiler.scoring.compat.r2_smg`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from onote_compiler.errors import UnknownOptionError
from onote_compiler.scoring.compat import r1
from onote_compiler.scoring.compat.r2_smg import score_smg

__all__ = ["score_ast", "score_cnc", "score_smg", "score_vsu"]

OPEN_STRINGS = {"S1": 64, "S2": 59, "S3": 55, "S4": 50, "S5": 45, "S6": 40}
NOTE_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
# Replaced in this order, anywhere in a token and without a change of octave: Cb4 becomes B4.
FLATS = (("Bb", "A#"), ("Eb", "D#"), ("Ab", "G#"), ("Db", "C#"), ("Gb", "F#"), ("Cb", "B"), ("Fb", "E"))

_JIANPU_TOKEN = re.compile(r"(?P<octave>[\^_]{0,2})(?P<degree>[0-7])\((?P<duration>[^)]*)\)|\|")
_FRET = re.compile(r"(?P<string>S[1-6])_F(?P<fret>\d+)")
_PARENTHESISED = re.compile(r"\(.*\)")
_JIANPU_NOTE = re.compile(r"(?P<pitch>[_<>]*\d)\s*\(\s*(?P<duration>\d+/?\d*)\s*\)")


def matched(truth: Sequence[Any], answer: Sequence[Any]) -> int:
    """Return how many elements stand in difflib's matching blocks."""
    if not truth or not answer:
        return 0
    return sum(block.size for block in SequenceMatcher(None, truth, answer).get_matching_blocks())


def similarity(truth: Sequence[Any], answer: Sequence[Any]) -> float:
    """Return difflib's ratio, called SR there; 0 where either side is empty."""
    if not truth or not answer:
        return 0.0
    return 2.0 * matched(truth, answer) / (len(truth) + len(answer))


def precision(truth: Sequence[Any], answer: Sequence[Any]) -> float:
    """Return the matched share of the answer in percent, called MP there: what was left out costs nothing."""
    return matched(truth, answer) / len(answer) * 100 if answer else 0.0


def score_ast(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of the item's notation: ``pitchdur``, ``jianpu`` or ``tab`` (linear)."""
    notation = item.get("notation") or "pitchdur"
    scorers = {"pitchdur": _ast_staff, "abc": _ast_staff, "jianpu": _ast_jianpu, "tab": _ast_guitar}
    if notation not in scorers:
        raise UnknownOptionError(f"release r2 transcribes no notation {notation!r}")
    return scorers[notation](item.get("prediction"), item.get("reference"))


def _sharps(text: str) -> str:
    for flat, sharp in FLATS:
        text = text.replace(flat, sharp)
    return text


def _three(truth: list[tuple[str, str, str]], answer: list[tuple[str, str, str]]) -> dict[str, Any]:
    names = ("full", "pitch", "duration")
    figures = {
        name: precision([token[column] for token in truth], [token[column] for token in answer])
        for column, name in enumerate(names)
    }
    return {**figures, "pred_count": len(answer)}


def _ast_staff(prediction: Any, reference: Any) -> dict[str, Any]:
    truth = [_sharps(token) for token in r1.staff_tokens(reference)[: r1.TRUTH_LIMIT]]
    answer = [_sharps(token) for token in r1.clip_answer(prediction).split()]
    return _three([(t, *r1.split_token(t)) for t in truth], [(t, *r1.split_token(t)) for t in answer])


def _jianpu_tokens(text: str) -> list[tuple[str, str, str]]:
    """Return token, degree (its octave is dropped) and duration; bar lines count in all three."""
    tokens = []
    for match in _JIANPU_TOKEN.finditer(text):
        if match[0] == "|":
            tokens.append(("|", "|", "|"))
        elif match["duration"]:
            tokens.append((match[0], match["degree"], match["duration"]))
    return tokens


def _ast_jianpu(prediction: Any, reference: Any) -> dict[str, Any]:
    truth = " ".join(str(staff) for staff in reference.values())
    for written, sign in (("<<", "^^"), (">>", ""), ("<", "^"), (">", "")):
        truth = truth.replace(written, sign)
    words = prediction.strip().split()
    if len(words) > 100:
        words = words[:80]
    end = r1.loop_cut(words, 8)
    # The cut to 80 words is thrown away again unless there is a loop; so are they in the script.
    answer = prediction if end == len(words) else " ".join(words[:end])
    return _three(_jianpu_tokens(truth)[:100], _jianpu_tokens(answer))


def _ast_guitar(prediction: Any, reference: Any) -> dict[str, Any]:
    answer = []
    for token in prediction.strip().split()[:60]:
        for part in token.split("+"):
            match = _FRET.match(part)
            if match:
                midi = OPEN_STRINGS[match["string"]] + int(match["fret"])
                answer.append(f"{NOTE_NAMES[midi % 12]}{midi // 12 - 1}")
    truth = reference.split() if isinstance(reference, str) else list(reference)
    return {"pitch": precision(truth, answer), "matched": matched(truth, answer), "pred_count": len(answer)}


def score_cnc(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fractions of the item's mode.

    ``guitar_to_staff`` and ``staff_to_jianpu`` give ``total``, ``jianpu_to_staff`` gives ``pitch rhythm total``.
    """
    mode = item.get("mode") or "guitar_to_staff"
    scorers = {
        "guitar_to_staff": _guitar_to_staff,
        "jianpu_to_staff": _jianpu_to_staff,
        "staff_to_jianpu": _staff_to_jianpu,
    }
    if mode not in scorers:
        raise UnknownOptionError(f"release r2 converts nothing in mode {mode!r}")
    return scorers[mode](item.get("prediction"), item.get("reference"))


def _guitar_to_staff(prediction: Any, reference: Any) -> dict[str, Any]:
    if isinstance(prediction, dict):
        prediction = prediction.get("pitches")
    if not prediction:
        return {"total": 0.0}
    answer = [name.upper() for name in prediction]
    return {"total": similarity([name.upper() for name in reference], answer)}


def _jianpu_to_staff(prediction: Any, reference: Any) -> dict[str, Any]:
    if not prediction or not reference:
        return {"pitch": 0.0, "rhythm": 0.0, "total": 0.0}
    pitch = similarity(_without_parentheses(reference), _without_parentheses(prediction))
    rhythm = similarity(_parentheses(reference), _parentheses(prediction))
    return {"pitch": pitch, "rhythm": rhythm, "total": (pitch + rhythm) / 2}


def _without_parentheses(tokens: Any) -> list[str]:
    return [_PARENTHESISED.sub("", token) for token in tokens]


def _parentheses(tokens: Any) -> list[str]:
    found = (_PARENTHESISED.search(token) for token in tokens)
    return [match[0] if match else "" for match in found]


def _staff_to_jianpu(prediction: Any, reference: Any) -> dict[str, Any]:
    if not prediction:
        return {"total": 0.0}
    staves = [staff for staff in ("treble", "bass") if staff in reference]
    scores = [_one_staff(prediction.get(staff, ""), reference[staff]) for staff in staves]
    return {"total": sum(scores) / len(scores) if scores else 0.0}


def _one_staff(prediction: Any, reference: Any) -> float:
    if not prediction:
        return 0.0
    answer, truth = (
        [(m["pitch"], m["duration"]) for m in _JIANPU_NOTE.finditer(str(s).replace("（", "(").replace("）", ")"))]
        for s in (prediction, reference)
    )
    if not truth:
        return 0.0
    pitch = similarity([pitch for pitch, _ in truth], [pitch for pitch, _ in answer])
    rhythm = similarity([length for _, length in truth], [length for _, length in answer])
    return (pitch + rhythm) / 2


def score_vsu(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the letter found and whether it is the answer's; an empty answer is ``UNKNOWN``."""
    letter = r1.option_letter(item.get("prediction") or "")
    return {"letter": letter, "correct": letter == str(item.get("reference")).upper()}
