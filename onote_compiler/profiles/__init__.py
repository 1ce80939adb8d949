"""Profiles: lenient, standard, onote, smg, and what users add."""

from onote_compiler.profiles.profile import BUILT_IN, Profile, load_profile

__all__ = ["BUILT_IN", "Profile", "load_profile"]
