"""Random ABC for the property tests: real tokens in random order, with and without junk between them."""

import pytest
from hypothesis import strategies as st

notes = st.tuples(
    st.sampled_from(["", "", "", "", "^", "_", "=", "^^", "__", "^/"]),
    st.sampled_from("ABCDEFGabcdefg"),
    st.sampled_from(["", "", "", "'", ",", ",,"]),
    st.sampled_from(["", "", "", "2", "3", "4", "/", "//", "3/2", "/4", "2/3"]),
    st.sampled_from(["", "", "", "", "-"]),
).map("".join)
chords = st.lists(notes, min_size=1, max_size=3).map(lambda inner: f"[{''.join(inner)}]")
graces = st.tuples(st.sampled_from(["{", "{/"]), st.lists(notes, min_size=1, max_size=3)).map(
    lambda parts: f"{parts[0]}{''.join(parts[1])}}}"
)
signs = st.sampled_from(
    [
        "|",
        "|",
        "|",
        "||",
        "|]",
        "[|",
        "|:",
        ":|",
        "::",
        "|1",
        ":|2",
        "[1",
        "[2",
        "|1,3",
        ".|",
        "[|]",
        "|::",
        "::|",
        "|1-3",
        "z",
        "z2",
        "x",
        "Z",
        "Z2",
        "X",
        "(3",
        "(2",
        "(5:4",
        "(3:2:2",
        "(",
        ")",
        ".(",
        "&",
        "y",
        ">",
        "<",
        ">>",
        "-",
        "$",
        '"Am"',
        '"^text"',
        "!trill!",
        "!fine!",
        "!D.C.!",
        "!segno!",
        "~",
        ".",
        "T",
        "u",
        "H",
        "+p+",
        "[K:D]",
        "[K:Em clef=bass]",
        "[M:3/4]",
        "[L:1/16]",
        "[Q:1/4=90]",
        "[P:A]",
        "[V:2]",
        "[r:note]",
        "[K:none]",
        "\n",
        "\n",
        "\\\n",
        "\nK:F\n",
        "\nV:2\n",
        "\nV:1\n",
        "\nP:B\n",
        "\n% comment\n",
        "\n%%text\n",
        "\n%%begintext\nA line of text, 1900\nC D |]\n%%endtext\n",
        "\nN:note\n",
        "\nw: la-la * li_ | lu~lo\n",
        "\nw: other verse\n",
        '\ns: !trill! * "G"\n',
        "\nM:6/8\n",
        "\nW:words\n",
        "\n\n",
    ]
)
junk = st.sampled_from(
    [
        "#",
        "[",
        "]",
        "{",
        "}",
        '"',
        "^",
        "=",
        "!",
        "h",
        "%",
        "(1",
        "*",
        "♯",
        "0",
        "1.5",
        ":",
        "+",
        "\ufeff",
        "\n# Part B\n",
        "\nA slow part\n",
        "\n%%begintext\n",
    ]
)
headers = st.sampled_from(
    [
        "X:1\nT:t\nM:4/4\nL:1/8\nK:C\n",
        "X:1\nK:Gm\n",
        "X:1\nT:t\nM:6/8\nK:D\n",
        "X:1\nM:C|\nL:1/4\nK:F#m clef=treble-8\n",
        'X:1\nT:t\nP:AB\nM:2/4\nL:1/16\nQ:1/4=100\nV:1 octave=-1\nV:2 name="low" clef=bass\nK:Edor\n',
        "T:late\nX:1\nM:3/4\nK:A\n",
        "M:4/4\n\nX:1\nT:t\nK:C\n",
        "X:1\n%%propagate-accidentals octave\nU:W=!wedge!\nK:E\n",
        "",
    ]
)
tokens = st.one_of(notes, notes, notes, notes, chords, graces, signs, signs)
tunes = st.tuples(headers, st.lists(st.tuples(tokens, st.sampled_from(["", "", " "])).map("".join), max_size=40)).map(
    lambda parts: parts[0] + "".join(parts[1]) + "\n"
)
broken_tunes = st.tuples(headers, st.lists(st.one_of(tokens, tokens, tokens, junk), max_size=40)).map(
    lambda parts: parts[0] + "".join(parts[1])
)


@pytest.fixture(scope="session")
def tune_texts() -> st.SearchStrategy[str]:
    """Texts that hold only ABC."""
    return tunes


@pytest.fixture(scope="session")
def broken_texts() -> st.SearchStrategy[str]:
    """Texts with junk between the tokens."""
    return broken_tunes
