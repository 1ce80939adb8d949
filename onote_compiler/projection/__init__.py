"""Canonical projection of scores."""

from onote_compiler.projection.model import Form, ProjectedEvent, Projection, SoundingNote, Ties
from onote_compiler.projection.project import measure_onsets, project

__all__ = ["Form", "ProjectedEvent", "Projection", "SoundingNote", "Ties", "measure_onsets", "project"]
