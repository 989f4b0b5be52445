"""The counters of an engine."""

from dataclasses import dataclass


@dataclass
class Counters:
    """How often each thing has happened so far."""

    lists: int = 0
    answers: int = 0
    """Lists with at least one answer."""
    learnt: int = 0
    """Lists that were learnt, those of `Engine.learn_from` included."""
    expired: int = 0
    plans: int = 0
