"""Reading files of predictions and truths into entries by id, whatever layout they have."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from onote_compiler.errors import DataError
from onote_compiler.parsing.driver import uncollected
from onote_compiler.registry import NOTATIONS

# Columns of the tables that the released scripts write for generated music.
_GENERATED = ("Generated_Score", "Generated Notation")
_NUMBER = ("Song_ID", "Item ID")
_TABLE_NOTATIONS = {"abc": "abc", "staff": "abc", "jianpu": "jianpu", "tab": "tab", "guitar": "tab"}
_READ = (suffix for entry in NOTATIONS.values() if entry.reads for suffix in entry.suffixes)
_TEXTS = frozenset(_READ) - {".json", ".jams"} | {".txt"}
_ID_FIELDS = ("id", "doc_id", "key", "file")
_ANSWER_FIELDS = ("prediction", "response", "output", "answer_text", "raw")


class Entry(NamedTuple):
    """One entry of a file.

    Attributes:
        id: As the file writes it.
        value: What stands under it.
        fields: What else the entry says (``notation``, ``key`` …), for layouts of one object an entry.
        file: Where it stands, for messages.
        at: Line or JSON path in that file.
    """

    id: str
    value: Any
    fields: dict[str, Any]
    file: str
    at: str = ""

    @property
    def place(self) -> str:
        """File, and line or JSON path."""
        return f"{self.file}, {self.at}" if self.at else self.file


def read_entries(path: Path, *, answers: bool) -> list[Entry]:
    """Return the entries of a file or directory.

    Layouts: a JSON object of id → value; a JSON list of objects with ``id`` or ``doc_id``; JSONL of such objects;
    a CSV table as the released scripts write it; a directory of one text file an id (``.json`` files decoded).

    Args:
        path: File or directory.
        answers: Whether the values wanted are answers (``prediction`` …) or the entries themselves.

    Raises:
        DataError: it cannot be read as any of these; the message names file and place.
    """
    if path.is_dir():
        return list(_directory(path))
    text = _text(path)
    if path.suffix == ".csv":
        return list(_table(text, path))
    if path.suffix in (".jsonl", ".ndjson"):
        return [_object_entry(value, path, f"line {n}", answers) for n, value in _lines(text, path)]
    if path.suffix.lower() in _TEXTS:
        raise DataError(f"{path}: is one text; name the folder that holds the texts, or a JSON file of id to text")
    data = decode(text, str(path))
    if isinstance(data, Pairs):
        return [Entry(key, value, {}, str(path), key) for key, value in data.entries]
    if isinstance(data, list):
        return [_object_entry(value, path, f"$[{i}]", answers) for i, value in enumerate(data)]
    raise DataError(f"{path}: must hold an object by id or a list of objects, not {type(data).__name__}")


class Pairs:
    """The top-level object of a file with every entry, also those whose key stands twice."""

    def __init__(self, entries: list[tuple[str, Any]]) -> None:
        self.entries = entries


def decode(text: str, place: str) -> Any:
    """Return decoded JSON, a top-level object as :class:`Pairs`.

    Raises:
        DataError: it is not JSON.
    """
    try:
        with uncollected(text):
            pairs = _top_level(text)
            value = json.loads(text) if pairs is None else Pairs(pairs)
    except json.JSONDecodeError as error:
        raise DataError(f"{place}, line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise DataError(f"{place}: not JSON that can be read: nested too deep or a number too long") from error
    return Pairs(list(value.items())) if isinstance(value, dict) else value


_BLANKS = re.compile(r"[ \t\n\r]*")
_KEY = re.compile(r'[ \t\n\r]*(?="(?:[^"\\\x00-\x1f]|\\.)*"[ \t\n\r]*:)')


def _top_level(text: str) -> list[tuple[str, Any]] | None:
    """Return the entries of an object, also those whose key stands twice; ``None`` for anything else.

    The values are read by the decoder, which is many times faster than asking it for the pairs of every object.
    """
    read = json.JSONDecoder().raw_decode
    entries: list[tuple[str, Any]] = []
    place = _skip(text, 0)
    if text[place : place + 1] != "{":
        return None
    while True:
        key = _KEY.match(text, place + 1)
        if key is None:
            return None
        name, place = read(text, key.end())
        value, place = read(text, _skip(text, _skip(text, place) + 1))
        entries.append((name, value))
        place = _skip(text, place)
        if text[place : place + 1] != ",":
            break
    return entries if text[place : place + 1] == "}" and _skip(text, place + 1) == len(text) else None


def _skip(text: str, place: int) -> int:
    blanks = _BLANKS.match(text, place)
    assert blanks is not None
    return blanks.end()


def _lines(text: str, path: Path) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            value = decode(line, f"{path}, line {number}")
            yield number, dict(value.entries) if isinstance(value, Pairs) else value


def _object_entry(value: Any, path: Path, at: str, answers: bool) -> Entry:
    place = f"{path}, {at}"
    if not isinstance(value, dict):
        raise DataError(f"{place}: must be an object with an id, not {type(value).__name__}")
    name = next((field for field in _ID_FIELDS if field in value), None)
    if name is None or isinstance(value[name], bool) or not isinstance(value[name], str | int):
        raise DataError(f'{place}: has no "id"')
    if not answers:
        return Entry(str(value[name]), value, value, str(path), at)
    field = next((field for field in _ANSWER_FIELDS if field in value), None)
    return Entry(str(value[name]), None if field is None else value[field], value, str(path), at)


def _table(text: str, path: Path) -> Iterator[Entry]:
    rows = csv.DictReader(text.lstrip("\ufeff").splitlines(keepends=True))
    columns = rows.fieldnames or []
    answer = next((name for name in _GENERATED if name in columns), None)
    number = next((name for name in _NUMBER if name in columns), None)
    if answer is None or number is None:
        raise DataError(f"{path}: a table of generated music has the columns {_NUMBER[1]} and {_GENERATED[1]}")
    try:
        for line, row in enumerate(rows, 2):
            written = (row.get("Format") or row.get("Task") or "").lower()
            fields = {"notation": _TABLE_NOTATIONS[written]} if written in _TABLE_NOTATIONS else {}
            yield Entry(str(row[number]), row[answer] or None, fields, str(path), f"row {line}")
    except csv.Error as error:
        raise DataError(f"{path}: not a table: {error}") from error


def _directory(path: Path) -> Iterator[Entry]:
    files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise DataError(f"{path}: holds no files")
    for file in files:
        text = _text(file)
        value: Any = text
        if file.suffix in (".json", ".jams"):
            value = decode(text, str(file))
            value = dict(value.entries) if isinstance(value, Pairs) else value
        yield Entry(file.stem, value, {}, str(file))


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from error
