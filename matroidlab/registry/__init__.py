"""Which families, reward models, policies, problems and questions there are: the built-in ones and those of plugins.

>>> families()["uniform"].build(size=5, rank=2)
UniformMatroid(size=5, rank=2)
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from matroidlab.errors import PluginError, PluginWarning
from matroidlab.hookspecs import (
    Family,
    NamedMatroids,
    Pictures,
    PolicyFamily,
    ProblemFamily,
    QuestionFamily,
    Record,
    RewardFamily,
)
from matroidlab.registry.by_name import ByName
from matroidlab.registry.faults import blaming_plugin
from matroidlab.registry.nested_families import FAMILY, build_matroid, describe, with_nesting
from matroidlab.registry.plugins import (
    BUILTINS,
    HOOKS,
    SERVICES,
    Offer,
    Plugin,
    PluginManager,
    offers,
    plugin_manager,
    with_builtins,
)

__all__ = [
    "BUILTINS",
    "FAMILY",
    "HOOKS",
    "SERVICES",
    "ByName",
    "Known",
    "Offer",
    "Plugin",
    "PluginManager",
    "build_matroid",
    "built_in_families",
    "describe",
    "families",
    "known",
    "named_matroids",
    "offers",
    "pictures",
    "plugin_manager",
    "policies",
    "problems",
    "questions",
    "reward_models",
]

Kind = TypeVar("Kind", bound=Record[object])
Service = TypeVar("Service", NamedMatroids, Pictures)


@dataclass(frozen=True)
class Known:
    """Everything that plugins offer, by name; every hook was asked once."""

    families: Mapping[str, Family]
    """In those made of matroids, these are tables in plain data."""
    reward_models: Mapping[str, RewardFamily]
    policies: Mapping[str, PolicyFamily]
    problems: Mapping[str, ProblemFamily]
    questions: Mapping[str, QuestionFamily]
    plugins: Mapping[tuple[str, str], Plugin]
    """Who offers what, by kind and name."""


def known(manager: PluginManager | None = None) -> Known:
    """Ask the plugins of a manager, of a fresh one if none is given, and warn of the broken ones."""
    found = offers(manager)
    for offer in found:
        if offer.error is not None:
            warnings.warn(PluginWarning(str(offer.error)), stacklevel=3)
    plugins = {
        (offer.record.kind, offer.record.name): offer.plugin
        for offer in found
        if offer.record is not None
    }
    return Known(
        with_nesting(ByName(_records(Family, found), Family.kind), plugins),
        _by_name(RewardFamily, found),
        _by_name(PolicyFamily, found),
        _by_name(ProblemFamily, found),
        _by_name(QuestionFamily, found),
        plugins,
    )


def families(manager: PluginManager | None = None) -> Mapping[str, Family]:
    """Return the families of matroids by name; in those made of matroids, these are tables in plain data."""
    return known(manager).families


def reward_models(manager: PluginManager | None = None) -> Mapping[str, RewardFamily]:
    """Return the families of reward models by name."""
    return known(manager).reward_models


def policies(manager: PluginManager | None = None) -> Mapping[str, PolicyFamily]:
    """Return the policies by name."""
    return known(manager).policies


def problems(manager: PluginManager | None = None) -> Mapping[str, ProblemFamily]:
    """Return the problems by name."""
    return known(manager).problems


def questions(manager: PluginManager | None = None) -> Mapping[str, QuestionFamily]:
    """Return the yes-or-no questions about matroids by name."""
    return known(manager).questions


def named_matroids(manager: PluginManager | None = None) -> NamedMatroids | None:
    """Return the catalogue of named matroids, or None if no installed plugin has one (matroidlab-atlas does)."""
    return _service(manager, NamedMatroids)


def pictures(manager: PluginManager | None = None) -> Pictures | None:
    """Return what draws matroids, or None if no installed plugin can (matroidlab-atlas can)."""
    return _service(manager, Pictures)


def _service(manager: PluginManager | None, kind: type[Service]) -> Service | None:
    hook = next(name for name, its_kind in SERVICES.items() if its_kind is kind)
    found = getattr((plugin_manager() if manager is None else manager).hook, hook)()
    if found is not None and not isinstance(found, kind):
        raise PluginError(f"{hook} must return {kind.__name__}, got {found!r:.80}")
    return found


@cache
def built_in_families() -> Mapping[str, Family]:
    """Return the families that come with the library; plugins are not looked for, and nobody is asked twice."""
    return known(with_builtins()).families


def _by_name(kind: type[Kind], found: list[Offer]) -> Mapping[str, Kind]:
    offered = [(offer.record, offer.plugin) for offer in found]
    records = (
        blaming_plugin(record, plugin) for record, plugin in offered if isinstance(record, kind)
    )
    return ByName(records, kind.kind)


def _records(kind: type[Kind], found: list[Offer]) -> list[Kind]:
    return [offer.record for offer in found if isinstance(offer.record, kind)]
