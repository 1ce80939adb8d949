"""The built-in profiles against the table they implement, and profiles that users write."""

from pathlib import Path

import pytest

from onote_compiler import parse
from onote_compiler.diagnostics import Severity, catalogue
from onote_compiler.errors import UnknownOptionError
from onote_compiler.profiles import BUILT_IN, load_profile

# Names and what lenient, standard, onote and smg make of them: E(rror) or W(arning).
TABLE = {
    "empty no-score wrong-format": "EEEE",
    "bad-token bad-pitch bad-octave bad-duration missing-duration conflicting-octave unclosed-chord unclosed-group "
    "unclosed-grace tuplet-short truncated mixed-dialect fret-range string-conflict missing-string row-length "
    "ambiguous-digits": "EEEE",
    "markdown-fence prose-before prose-after json-wrapper escaped-newlines html-entity fullwidth bom unicode-dash "
    "unicode-bar several-scores": "WWEE",
    "missing-field bad-key bad-meter bad-unit-length bad-tempo": "WEEE",
    "field-order": "WWEE",
    "width missing-beat-row missing-barline order-reversed rhythm-row-mismatch bar-line": "WWEE",
    "bar-sum empty-bar voice-length": "WEWE",
    "span out-of-range measure-count key-mismatch meter-mismatch unmatched-repeat dangling-tie": "WWWE",
    "missing-final-bar ambiguous-accidental suspected-octave-digit suspected-flat-letter assumed-key "
    "runaway-repetition": "WWWW",
}  # fmt: skip
ROWS = [(name, verdicts) for names, verdicts in TABLE.items() for name in names.split()]


@pytest.mark.parametrize(("name", "expected"), ROWS, ids=[name for name, _ in ROWS])
def test_severity(name: str, expected: str) -> None:
    found = [load_profile(profile).severities.get(name, catalogue()[name].severity) for profile in BUILT_IN]
    assert "".join(severity.value[0].upper() for severity in found) == expected


def test_settings() -> None:
    assert [load_profile(name).strict_grammar for name in BUILT_IN] == [False, False, True, True]
    assert [load_profile(name).pickup for name in BUILT_IN] == [True, True, False, False]
    assert all(load_profile(name).description.endswith(".") for name in BUILT_IN)


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_profile_of_one_s_own(tmp_path: Path) -> None:
    name = written(
        tmp_path,
        'description = "Mine."\nextends = "standard"\ncandidate = "first"\nmeter = "3/4"\nmeasures = 2\nkey = "G"\n'
        '[severity]\nerror = ["missing-final-bar"]\nwarning = ["bar-sum"]\nignored = ["prose-before"]\n',
    )
    held = load_profile(name)
    assert (held.name, held.candidate, held.severities["voice-length"]) == ("mine", "first", Severity.ERROR)
    tune = "Here:\n\nX:1\nT:T\nM:4/4\nL:1/4\nK:C\nC D E F | F G | C D E F |\n"
    found = {d.name: d.severity.value for d in parse(tune, "abc", profile=name).diagnostics}
    assert found == {
        "missing-final-bar": "error",
        "bar-sum": "warning",
        "key-mismatch": "warning",
        "meter-mismatch": "warning",
        "measure-count": "warning",
    }


def test_a_name_without_variant_stands_for_all_of_them(tmp_path: Path) -> None:
    tune = "X:1\nM:2/4\nL:1/4\nK:C\nC D |]\n"
    assert [d.name for d in parse(tune, "abc", profile="standard").diagnostics] == ["missing-field"]
    ignoring = written(tmp_path, 'extends = "standard"\n[severity]\nignored = ["missing-field"]\n')
    assert not parse(tune, "abc", profile=ignoring).diagnostics
    load_profile.cache_clear()
    apart = written(tmp_path, '[severity]\nignored = ["missing-field"]\nerror = ["missing-field:T"]\n')
    assert [d.severity.value for d in parse(tune, "abc", profile=apart).diagnostics] == ["error"]


def test_the_first_candidate(tmp_path: Path) -> None:
    name = written(tmp_path, 'candidate = "first"\n')
    drafts = "```\nC4(1/4) D4(1/4)\n```\nBetter:\n```\nE4(1/4) F4(1/4)\n```\n"
    first, last = parse(drafts, "pitchdur", profile=name), parse(drafts, "pitchdur")
    assert (first.source.text, last.source.text) == ("C4(1/4) D4(1/4)", "E4(1/4) F4(1/4)")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("strickt_grammar = true", "did you mean strict_grammar"),
        ('pickup = "no"', "pickup must be of type bool"),
        ('candidate = "best"', "candidate must be last or first"),
        ("measures = 0", "at least 1"),
        ('extends = "other.toml"', "extends must be one of"),
        ('[severity]\nerror = ["bar-sums"]', "did you mean bar-sum"),
        ('[severity]\nerror = ["missing-field:t"]', "did you mean missing-field:"),
        ('[severity]\nerror = ["bad-token:linebreak"]', "did you mean bad-token:line-break"),
        ('[severity]\nerror = ["bar-sum"]\nignored = ["bar-sum"]', "bar-sum has two severities"),
        ("[severity]\nerror = [5]", "no diagnostic 5"),
        ('[severties]\nerror = ["bar-sum"]', "did you mean severity"),
        ('[severity]\nfatal = ["bar-sum"]', "no severity 'fatal'"),
        ('severity = "error"', "severity must be a table"),
        ("a = [", "cannot read profile"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(UnknownOptionError, match=complaint):
        load_profile(written(tmp_path, text))


def test_no_such_profile() -> None:
    with pytest.raises(UnknownOptionError, match="did you mean lenient"):
        load_profile("lenent")
    with pytest.raises(UnknownOptionError, match="cannot read profile"):
        load_profile("nowhere/none.toml")


def test_a_number_of_too_many_digits_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("measures = " + "9" * 5000)
    with pytest.raises(UnknownOptionError, match="cannot read profile"):
        load_profile(str(path))
