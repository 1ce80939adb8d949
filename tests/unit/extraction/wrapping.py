"""Answers as models give them: a notation, wrapped. What the wrapping adds is known, so the notation must come back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

Wrapping = Callable[[str, random.Random], str]

NOTATIONS: dict[str, list[str]] = {
    "abc": [
        "X:1\nT:Evening\nM:4/4\nL:1/8\nK:G\n|: G2AB c2BA | G2FE D4 :|\n",
        "X:1\nT:The Hill & the Vale\nC:Trad.\nM:6/8\nL:1/8\nQ:3/8=100\nK:Em\n"
        "|:\"Em\"EGB eBG|\"D\"FAd fdA|\\\nEGB e2f|1 gfe B3:|2 gfe e3|]\nw: la la la\n",
        "X:3\nT:Two voices\nM:3/4\nL:1/4\nK:F\nV:1\nA B c | d3 |]\nV:2\nF,2 C, | [B,,F,]3 |]\n",
        "X:1\nT:Paused\nM:2/4\nL:1/16\nK:C\n\nC2D2E2F2 | (3GAB c4 z2 |\n\nA>B c<d {ga}g4 | !fermata!C8 |]\n",
        "X:7\r\nT:Lines of DOS\r\nM:C|\r\nL:1/4\r\nK:Bb\r\nB c d e | f2 d2 | B4 |]\r\n",
    ],
    "jianpu": [
        "1(1/4) 2(1/4) 3(1/4) 5(1/4) | 3(1/2) 1(1/2) |",
        "_5(1/8) 1(1/8) ^1(1/4) 0(1/4) 3(3/8) 2(1/8) | 6(1/1) |",
        "1=D 3/4\n1(1/4) 3(1/4) 5(1/4) | ^1(3/4) |\n5(1/4) 3(1/4) 2(1/4) | 1(3/4) |",
        "1 - (3 4) 0 | 5 6 5 - | (1 2) (3 4) 5 5 | 1 - - - |",
        "1=C 4/4\nq1 q2 3 4 5 | 6 - 5 - | 1' 7 6 5 | 1 - - -",
    ],
    "pitchdur": [
        "C4(1/4) D4(1/4) E4(1/2)",
        "F#4(1/8) Bb3(1/8) C##5(3/16) Dbb4(1/16) B-1(1/1) G9(1/4)",
        "A4(1/4) A4(1/4) A4(1/4) A4(1/4)\nB4(1/2) G4(1/2)",
        "sC#4 e.A2 qA2~ qA2 h.F5",
    ],
    "tab": [
        "Beat|1...2...3...4...|\ne   |----------------|\nB   |------------1---|\nG   |--------0-------|\n"
        "D   |----2-----------|\nA   |3---------------|\nE   |----------------|",
        "e|-0-----|-3-----|\nB|---1---|---0---|\nG|-----0-|-----0-|\nD|-2-----|-------|\nA|-3-----|-2-----|\nE|-------|-3-----|"
        "\n\ne|-----0-|\nB|---1---|\nG|-0-----|\nD|-------|\nA|-------|\nE|-------|",
        "    Am        G\ne|-0-------3-------|\nB|-1-------0-------|\nG|-2-------0-------|\nD|-2-------0-------|\n"
        "A|-0-------2-------|\nE|---------3-------|",
        "S6_F0+S5_F2 S1_F3 S2_F1 S1_F0 S3_F12",
    ],
}  # fmt: skip

PROSE = [
    "Sure! Here is a short tune in G major:",
    "Below is the transcription you asked for. I listened to A4 (440 Hz) and to a B flat:",
    "I hear a B flat, then a C and a D, so the piece is in F.",
    "Here's my answer.",
    "The melody has 8 measures in 4/4 and it ends on the tonic (1).",
    "### Result",
    "以下是简谱：",
    "Print this on A4 paper, please; see page 12 of Bach's notebook.",
]
CODA = [
    "This tune has a bright feel and repeats twice.",
    "Technical Score: 5/5\nAesthetic Score: 4/5",
    "Note: the key is C major; I was unsure about the E4 at the end.",
    "Let me know if you'd like a bass line added!",
    "- The first phrase rises to A.\n- The second one falls back to D and ends.",
]


def _prose(rng: random.Random) -> str:
    return "\n".join(rng.sample(PROSE, rng.randint(1, 2)))


def _ended(text: str) -> str:
    """A text that ends its last line, so that a mark on the next line does not touch it."""
    return text if text.endswith("\n") else text + "\n"


def _fence(tag: str) -> Wrapping:
    return lambda text, rng: f"```{tag}\n{_ended(text)}```\n"


def _long_fence(text: str, rng: random.Random) -> str:
    return f"~~~~~ text\n{_ended(text)}~~~~~"


def _nested(text: str, rng: random.Random) -> str:
    return f"````markdown\n```abc\n{_ended(text)}```\n````\n"


def _open_fence(text: str, rng: random.Random) -> str:
    return f"{_prose(rng)}\n\n```\n{text}"


def _indented_fence(text: str, rng: random.Random) -> str:
    inner = "".join(f"   {line}" if line.strip() else line for line in _ended(text).splitlines(keepends=True))
    return f"1. {_prose(rng)}\n\n   ```\n{inner}   ```\n"


def _before(text: str, rng: random.Random) -> str:
    return f"{_prose(rng)}\n\n{text}"


def _after(text: str, rng: random.Random) -> str:
    return f"{_ended(text)}\n{rng.choice(CODA)}\n"


def _around(text: str, rng: random.Random) -> str:
    return f"{_prose(rng)}\n\n{_ended(text)}\n{rng.choice(CODA)}"


def _around_fence(text: str, rng: random.Random) -> str:
    return f"{_prose(rng)}\n\n```\n{_ended(text)}```\n\n{rng.choice(CODA)}\n"


def _thought(text: str, rng: random.Random) -> str:
    return f"<think>\nMaybe C4(1/4)? Or 1(1/4) 2(1/4) |\nX:1\nK:C\nCDEF|\n</think>\n\n{text}"


def _thought_without_start(text: str, rng: random.Random) -> str:
    return f"So it begins with C4(1/4) D4(1/4), then 5(1/4).\n</think>\n{text}"


def _tagged(text: str, rng: random.Random) -> str:
    return f"<reasoning>Starts on G.</reasoning>\n<answer>\n{_ended(text)}</answer>"


def _json_value(text: str, rng: random.Random) -> str:
    return json.dumps({"id": 7, rng.choice(["answer", "notation", "abc", "output"]): text, "confidence": 0.9})


def _json_lines(text: str, rng: random.Random) -> str:
    value = {"explanation": "It goes up, then down.", "result": {"score": text}}
    return json.dumps(value, indent=2, ensure_ascii=False)


def _json_in_fence(text: str, rng: random.Random) -> str:
    return f"{_prose(rng)}\n\n```json\n{json.dumps({'answer': text})}\n```\n"


def _fence_in_json(text: str, rng: random.Random) -> str:
    return json.dumps({"answer": f"{_prose(rng)}\n```\n{_ended(text)}```"})


def _json_string(text: str, rng: random.Random) -> str:
    return json.dumps(text)


def _escaped(text: str, rng: random.Random) -> str:
    return json.dumps(text)[1:-1]


def _quoted(text: str, rng: random.Random) -> str:
    return f'"""{text}"""'


def _marked(text: str, rng: random.Random) -> str:
    return f"\ufeff{text}"


def _draft(text: str, rng: random.Random) -> str:
    fenced = f"```\n{_ended(text)}```\n"
    return f"First draft:\n\n{fenced}\nThat was not right, so here it is again:\n\n{fenced}"


def _boxed(text: str, rng: random.Random) -> str:
    """In a box of TeX, whose closing bracket stands on a line of its own as the text may end in a bar line."""
    return f"{_prose(rng)}\n\\[\\boxed{{\n{_ended(text)}}}\\]" if "\n" in text else f"\\boxed{{{text}}}"


def _program(text: str, rng: random.Random) -> str:
    return f'```python\nscore = """\n{_ended(text)}"""\nprint(score)\n```\n'


def _template(text: str, rng: random.Random) -> str:
    return f"<|start_header_id|>assistant<|end_header_id|>\n\n{text}{rng.choice(['<|eot_id|>', '<|im_end|>', '</s>'])}"


def _channels(text: str, rng: random.Random) -> str:
    thought = "It may begin with C4(1/4) D4(1/4), or 1(1/4) 2(1/4)."
    return (
        f"<|channel|>analysis<|message|>{thought}<|end|><|start|>assistant<|channel|>final<|message|>{text}<|return|>"
    )


def _thought_in_brackets(text: str, rng: random.Random) -> str:
    opening, closing = rng.choice([("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷"), ("<thinking>", "</thinking>")])
    return f"{opening}Maybe C4(1/4) D4(1/4)?\nX:1\nK:C\nCDEF|\n{closing}\n\n{text}"


def _sections(text: str, rng: random.Random) -> str:
    return f"# Answer\n\n## Score\n\n{_ended(text)}\n---\n\n## Notes\n\n{rng.choice(CODA)}\n"


def _preformatted(text: str, rng: random.Random) -> str:
    return f"<p>{_prose(rng)}</p>\n<pre><code>\n{_ended(text)}</code></pre>\n"


def _stray_fence(text: str, rng: random.Random) -> str:
    return f"{_ended(text)}```"


def _dialogue(text: str, rng: random.Random) -> str:
    return f"User: Please write it down.\nAssistant: Of course.\n\n{text}"


def _table_below(text: str, rng: random.Random) -> str:
    return f"{_ended(text)}\n| Measure | Beats |\n| --- | --- |\n| 1 | 4 |\n| 2 | 4 |\n"


def _api_reply(text: str, rng: random.Random) -> str:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": f"{_prose(rng)}\n\n{text}"}}]})


def _bare(text: str, rng: random.Random) -> str:
    return text


WRAPPINGS: dict[str, Wrapping] = {
    "bare": _bare, "fence": _fence(""), "tagged fence": _fence("abc"), "wrong tag": _fence("python"),
    "long fence": _fence("text"), "tildes": _long_fence, "nested": _nested, "open fence": _open_fence,
    "indented fence": _indented_fence, "before": _before, "after": _after, "around": _around,
    "around fence": _around_fence, "thought": _thought, "thought without start": _thought_without_start,
    "tagged": _tagged, "json": _json_value, "json lines": _json_lines, "json in fence": _json_in_fence,
    "fence in json": _fence_in_json, "json string": _json_string, "escaped": _escaped, "quoted": _quoted,
    "byte order mark": _marked, "draft": _draft, "boxed": _boxed, "program": _program, "template": _template,
    "channels": _channels, "thought in brackets": _thought_in_brackets, "sections": _sections,
    "preformatted": _preformatted, "stray fence": _stray_fence, "dialogue": _dialogue, "table below": _table_below,
    "reply": _api_reply,
}  # fmt: skip
