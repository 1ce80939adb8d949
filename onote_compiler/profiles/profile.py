"""Profiles: what a text is held to. Each is a TOML file of severities by diagnostic name and a few settings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    """

    name: str
    description: str = ""
    severities: Mapping[str, Severity] = field(default_factory=dict)
    strict_grammar: bool = False
    candidate: str = "last"
    pickup: bool = True


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
        raise UnknownOptionError(f"cannot read profile {name}: {error}") from error
    return _profile(Path(name).stem, data)


def _profile(name: str, data: dict[str, Any]) -> Profile:
    base = load_profile(data["extends"]) if "extends" in data else Profile(name)
    severities = dict(base.severities)
    for severity in Severity:
        for rule_name in data.get("severity", {}).get(severity.value, []):
            if rule_name.partition(":")[0] not in catalogue():
                near = get_close_matches(rule_name, catalogue(), n=1)
                raise UnknownOptionError(
                    f"profile {name}: no diagnostic {rule_name!r}" + (f"; did you mean {near[0]}?" if near else "")
                )
            severities[rule_name] = severity
    return Profile(
        name=name,
        description=data.get("description", base.description),
        severities=MappingProxyType(severities),
        strict_grammar=data.get("strict_grammar", base.strict_grammar),
        candidate=data.get("candidate", base.candidate),
        pickup=data.get("pickup", base.pickup),
    )
