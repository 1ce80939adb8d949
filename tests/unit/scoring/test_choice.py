"""Choices in answers, as people would read them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onote_compiler.parsing.driver import FusedMachine, machine
from onote_compiler.scoring.choice import _Mentions, read_choice


@pytest.mark.parametrize(
    ("answer", "letter"),
    [
        ("A", "A"),
        ("b", "B"),
        (" C ", "C"),
        ("(D)", "D"),
        ("**B**", "B"),
        ("[C]", "C"),
        ("c)", "C"),
        ("(d)", "D"),
        ("Ｂ", "B"),
        ("（Ｃ）", "C"),
        ("B.", "B"),
        ("Answer: C", "C"),
        ("Answer: **C**", "C"),
        ("answer is b", "B"),
        ("The answer is B.", "B"),
        ("The correct answer is (B).", "B"),
        ("The answer is A because the first note is C4.", "A"),
        ("I'd say C", "C"),
        ("I would go with D, as bar 2 has a tie.", "D"),
        ("I choose A", "A"),
        ("答案是C", "C"),
        ("答案：Ｄ", "D"),
        ("选B", "B"),
        ("我选 A。", "A"),
        ("正确答案为 C", "C"),
        ("Not A, but B", "B"),
        ("It isn't A; B fits.", "B"),
        ("A is wrong, so B.", "B"),
        ("A is incorrect because of the tie. C is correct.", "C"),
        ("We can rule out A and B. The answer is D.", "D"),
        ("不是A，是B", "B"),
        ("B, not C", "B"),
        ("A4 is shown, so B", "B"),
        ("A quick look gives C", "C"),
        ("A chord of C E G is written, hence option D.", "D"),
        ("D\n\nBar two has an A.", "D"),
        ("B. The notes are C4 D4.", "B"),
        ("\\boxed{D}", "D"),
        ("The answer is $\\boxed{\\text{B}}$.", "B"),
        ("The tonic is A minor: option B", "B"),
        ("The answer is A minor, which is option C.", "C"),
        ("<think>A or B? The answer is A</think> C", "C"),
        ("<think>hm, the answer is A</think>\n\nAnswer: D", "D"),
        ("the answer is A\n</think>\nB", "B"),
        ('{"answer": "D"}', "D"),
        ('```json\n{"choice": "B", "why": "option A is wrong"}\n```', "B"),
        ('{"answer": "C) C4 D4"}', "C"),
        ("Option A shows a half note. Option B shows a dotted quarter. So the answer is B.", "B"),
        ("The answer is B. Wait, the answer is C.", "C"),
        ("A. C4 D4\nB. E4 F4\nC. G4\nD. A4\n\nAnswer: C", "C"),
        ("Comparing A, B, C and D, only B matches.", "B"),
        ("C is the answer", "C"),
        ("Final answer: option (A)", "A"),
        ("The correct option is D", "D"),
        ("A、B都不对，选C", "C"),
        ("b) C4", "B"),
        ("I would eliminate B and D. Between A and C, C is better.", "C"),
        ("C, as the dotted half note D is followed by E", "C"),
        ("应该选择B选项", "B"),
        ("<answer>B</answer>", "B"),
        ("It can't be A, B or D, so it must be C", "C"),
        ("I don't know, maybe C", "C"),
        ("B rather than A", "B"),
        ("Rather than A, B", "B"),
        ("D over C", "D"),
        ("C > B", "C"),
        ("> C", "C"),
        ("Answer: B (not C)", "B"),
        ("Answer B or rather C", "C"),
        ("B, or more precisely C", "C"),
        ("A... no, B", "B"),
        ("A. Wait, actually B.", "B"),
        ("The answer is B. Wait, let me double check C: it has a dot.", "B"),
        ("All of them but C are wrong", "C"),
        ("None but A", "A"),
        ("除了C都不对", "C"),
        ("A错误，B正确", "B"),
        ("A和B都错，C对", "C"),
        ("排除A和B，C正确", "C"),
        ("B 比 A 好，选 B", "B"),
        ("A: no\nB: no\nC: yes\nD: no", "C"),
        ("A ❌ B ❌ C ✅ D ❌", "C"),
        ("B because A has a wrong rhythm", "B"),
        ("D (A, B and C have the wrong meter)", "D"),
        ("I can't hear it well, B?", "B"),
        ("I am not certain: B", "B"),
        ("C\n\nNo other option fits.", "C"),
        ("A isn't right, B is", "B"),
        ("The first chord is G, the second D, so the answer is B", "B"),
        ("The key is C. Answer: D", "D"),
        ("Not A, B", "B"),
        ("not B nor C nor D; A", "A"),
    ],
)
def test_one_letter(answer: str, letter: str) -> None:
    found = read_choice(answer)
    assert (found.letter, found.double) == (letter, ())


@pytest.mark.parametrize(
    ("answer", "double"),
    [
        ("B or C", ("B", "C")),
        ("Both C and D", ("C", "D")),
        ("ABCD", ("A", "B", "C", "D")),
        ("The answer is A or B.", ("A", "B")),
        ("A/B", ("A", "B")),
        ("B 或 C", ("B", "C")),
        ("I'd say B or maybe C", ("B", "C")),
        ("(A) or (B)", ("A", "B")),
        ("\\boxed{AB}", ("A", "B")),
        ("\\boxed{A, B}", ("A", "B")),
    ],
)
def test_double_answers(answer: str, double: tuple[str, ...]) -> None:
    found = read_choice(answer)
    assert (found.letter, found.double) == (None, double)


@pytest.mark.parametrize(
    "answer",
    [
        "", "none of these", "I don't know", "Because of the sharp", "Option", "E", "1", "无法确定",
        "The melody is C E G.", "A quarter note, then C4", "<think>the answer is B", "I cannot determine the answer.",
        "A. C4 D4\nB. E4 F4\nC. G4\nD. A4", "A.\nB.\nC.\nD.", "N/A", "The time signature is C", "The note is B.", "Bb",
        "A, B, C and D are all wrong",
    ],
)  # fmt: skip
def test_no_letter(answer: str) -> None:
    found = read_choice(answer)
    assert (found.letter, found.double) == (None, ())


@pytest.mark.parametrize(
    "answer", ["I don't know", "I cannot determine the answer.", "none of these", "无法确定", "都不对"]
)
def test_abstentions(answer: str) -> None:
    assert read_choice(answer).abstained


def test_letters_that_the_options_have() -> None:
    assert read_choice("The answer is F", "ABCDEF").letter == "F"
    assert read_choice("The answer is F", "ABCD").letter is None


def test_the_grammar_runs_fused() -> None:
    assert isinstance(machine("choice", _Mentions), FusedMachine)


@given(st.text(alphabet="ABCDE abc.,()[]*\\boxed{}<>think/答案是选不\n\"':oris", max_size=200))
def test_never_raises(answer: str) -> None:
    found = read_choice(answer)
    assert found.letter is None or (found.letter in "ABCD" and not found.double)


class Counted(str):
    """A text that counts the characters which slices and searches look at."""

    looked_at = 0

    def __getitem__(self, key: Any) -> str:
        found = super().__getitem__(key)
        self.looked_at += len(found)
        return found

    def find(self, *args: Any) -> int:
        found = super().find(*args)
        self.looked_at += (len(self) if found < 0 else found) - args[1]
        return found

    def rfind(self, sign: str, start: int = 0, end: int | None = None) -> int:
        found = super().rfind(sign, start, end)
        self.looked_at += (len(self) if end is None else end) - max(found, start)
        return found


@pytest.mark.parametrize(
    "unit", ["A ", "B or ", "(A", "not ", "A is wrong ", "A. x\n", "a\n", "A, ", "A. x</think>\n", "A" + " " * 50]
)
def test_what_stands_around_letters_is_looked_at_a_few_times_only(unit: str) -> None:
    text = Counted(unit * (20_000 // len(unit)))
    machine("choice", _Mentions).run(str(text), _Mentions(text, "ABCD"))
    assert text.looked_at <= 4 * len(text)
