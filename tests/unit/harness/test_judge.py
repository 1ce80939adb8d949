"""The judge: votes parsed and validated, nothing taken on trust."""

import json
from collections.abc import Mapping

import pytest

from onote_compiler.errors import DataError
from onote_compiler.harness.judge import judge, post, read_vote

VOTE = {"motif": 3, "contour": 2.5, "rhythm": 4, "form": 3}


NO_VOTES = [
    "", "4/5", "{}", "{" * 5000 + "}" * 5000, '{"motif": 3}', json.dumps([VOTE])[:-3],
    *(json.dumps({**VOTE, "form": value}) for value in (6, "3", True, float("nan"), None)),
]  # fmt: skip


@pytest.mark.parametrize("answer", NO_VOTES)
def test_what_is_no_vote(answer: str) -> None:
    assert read_vote(answer) is None


def test_a_vote_with_words_around_it() -> None:
    assert read_vote(f"Gladly:\n```json\n{json.dumps(VOTE)}\n```") == VOTE


def test_median_of_valid_votes_and_count_of_the_others() -> None:
    said = iter([json.dumps({**VOTE, "motif": n}) for n in (1, 5, 2)] + ["no"])
    seen: list[tuple[str, Mapping[str, str], dict[str, object]]] = []

    def send(address: str, headers: Mapping[str, str], body: bytes) -> bytes:
        seen.append((address, headers, json.loads(body)))
        return json.dumps({"choices": [{"message": {"content": next(said)}}]}).encode()

    found = judge("1(1/1) |", "Jianpu", endpoint="http://here/v1/", model="m", key="k", votes=4, send=send)
    assert found.points == {**VOTE, "motif": 2}
    assert (len(found.votes), found.invalid, found.model) == (3, 1, "m")
    assert seen[0][0] == "http://here/v1/chat/completions"
    assert seen[0][1]["Authorization"] == "Bearer k"


def test_braces_in_the_piece_do_no_harm() -> None:
    def send(address: str, headers: Mapping[str, str], body: bytes) -> bytes:
        assert "{CDE}" in json.loads(body)["messages"][0]["content"]
        return json.dumps({"choices": [{"message": {"content": None}}]}).encode()

    assert judge("{CDE}", "ABC", endpoint="http://x", model="m", votes=1, send=send).points == {}


@pytest.mark.parametrize("body", [b"", b"[]", b'{"choices": []}', b'{"error": "no"}'])
def test_an_endpoint_of_another_kind(body: bytes) -> None:
    with pytest.raises(DataError):
        judge("x", "ABC", endpoint="http://x", model="m", votes=1, send=lambda *_: body)


def test_only_http() -> None:
    with pytest.raises(DataError, match="http"):
        post("file:///etc/hostname", {}, b"")
