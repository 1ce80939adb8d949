"""Profiles: what a text is held to. Each is a TOML file of severities by diagnostic name and a few settings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from onote_compiler.diagnostics.catalogue import catalogue
from onote_compiler.diagnostics.model import Severity
from onote_compiler.errors import UnknownOptionError

BUILT_IN = ("lenient", "standard", "onote", "smg")


@dataclass(frozen=True)
class Profile:
    """What a text is held to.

    Attributes:
        name: Its name.
        description: One sentence for help texts.
        severities: Severity by diagnostic name; the catalogue's default holds for the others.
        strict_grammar: Whether the strict grammar of the format must accept the text.
        candidate: Which of several scores in an answer is read: ``last`` or ``first``.
        pickup: Whether the first measure may be short, and those at repeats and at the end complement it.
        key: Key that the task asks for, as people write it; ``None`` where it leaves that open.
        meter: Meter that the task asks for.
        measures: Number of measures that the task asks for.
    """

    name: str
    description: str = ""
    severities: Mapping[str, Severity] = field(default_factory=dict)
    strict_grammar: bool = False
    candidate: str = "last"
    pickup: bool = True
    key: str | None = None
    meter: str | None = None
    measures: int | None = None


_SETTINGS: Mapping[str, type] = {
    "description": str, "strict_grammar": bool, "candidate": str, "pickup": bool, "key": str, "meter": str,
    "measures": int,
}  # fmt: skip
_CANDIDATES = ("last", "first")


@lru_cache(maxsize=64)
def load_profile(name: str) -> Profile:
    """Return a built-in profile by name, or the one in the TOML file at that path.

    Raises:
        UnknownOptionError: no such profile, or the file is not a profile.
    """
    if name in BUILT_IN:
        text = (files("onote_compiler.profiles") / f"{name}.toml").read_text(encoding="utf-8")
        return _profile(name, tomllib.loads(text))
    if not name.endswith(".toml"):
        near = get_close_matches(name, BUILT_IN, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; known: {', '.join(BUILT_IN)}, or a path ending in .toml"
        raise UnknownOptionError(f"no profile {name!r}{hint}")
    try:
        data = tomllib.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise UnknownOptionError(f"cannot read profile {name}: {said}") from error
    except (ValueError, RecursionError) as error:
        raise UnknownOptionError(f"cannot read profile {name}: a number too long or tables nested too deep") from error
    return _profile(Path(name).stem, data)


def _profile(name: str, data: dict[str, Any]) -> Profile:
    base = load_profile(_extended(name, data["extends"])) if "extends" in data else Profile(name)
    own = _severities(name, data.get("severity", {}))
    kept = {key: value for key, value in base.severities.items() if key.partition(":")[0] not in own}
    severities = {**kept, **own}
    settings = {key: value for key, value in data.items() if key not in ("extends", "severity")}
    for key, value in settings.items():
        if key not in _SETTINGS:
            raise UnknownOptionError(
                f"profile {name}: no setting {key!r}{_near(key, [*_SETTINGS, 'extends', 'severity'])}"
            )
        if type(value) is not _SETTINGS[key]:
            raise UnknownOptionError(f"profile {name}: {key} must be of type {_SETTINGS[key].__name__}, not {value!r}")
    if settings.get("candidate", "last") not in _CANDIDATES:
        raise UnknownOptionError(f"profile {name}: candidate must be {' or '.join(_CANDIDATES)}")
    if settings.get("measures", 1) < 1:
        raise UnknownOptionError(f"profile {name}: measures must be at least 1")
    return replace(base, name=name, severities=MappingProxyType(severities), **settings)


def _extended(name: str, base: Any) -> str:
    """Return the profile that another extends: a built-in one, so that no chain of files goes round in circles."""
    if base not in BUILT_IN:
        raise UnknownOptionError(f"profile {name}: extends must be one of {', '.join(BUILT_IN)}")
    return str(base)


def _severities(name: str, listed: Any) -> dict[str, Severity]:
    """Return severities by diagnostic name from lists of names by severity."""
    severities: dict[str, Severity] = {}
    known = [severity.value for severity in Severity]
    known_names = {*catalogue(), *(f"{rule.name}:{kind}" for rule in catalogue().values() for kind in rule.variants)}
    if not isinstance(listed, dict) or not all(isinstance(names, list) for names in listed.values()):
        raise UnknownOptionError(f"profile {name}: severity must be a table of lists of names: {', '.join(known)}")
    for severity, names in listed.items():
        if severity not in known:
            raise UnknownOptionError(f"profile {name}: no severity {severity!r}; known: {', '.join(known)}")
        for rule_name in names:
            if not isinstance(rule_name, str) or rule_name not in known_names:
                near = _near(str(rule_name), sorted(known_names))
                raise UnknownOptionError(f"profile {name}: no diagnostic {rule_name!r}{near}")
            if severities.get(rule_name, Severity(severity)) is not Severity(severity):
                raise UnknownOptionError(f"profile {name}: {rule_name} has two severities")
            severities[rule_name] = Severity(severity)
    return severities


def _near(word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]}?" if near else ""
