"""External programs that render notation, run as judges: each in a process of its own, with limits."""

from onote_compiler.engines.model import DEFAULT_LIMITS, Complaint, EngineVerdict, Failure, Limits, Rendering
from onote_compiler.engines.rendering import render_text
from onote_compiler.engines.table import ENGINES, Engine, engine

__all__ = [
    "DEFAULT_LIMITS",
    "ENGINES",
    "Complaint",
    "Engine",
    "EngineVerdict",
    "Failure",
    "Limits",
    "Rendering",
    "engine",
    "render_text",
]
