"""The families, reward models, policies, problems and questions, built-in and of plugins.

>>> families()["uniform"].build(size=5, rank=2)
UniformMatroid(size=5, rank=2)
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from matroidlab.errors import PluginError, PluginWarning
from matroidlab.hookspecs import (
    Family,
    NamedMatroids,
    Pictures,
    PolicyFamily,
    ProblemFamily,
    QuestionFamily,
    RewardFamily,
)
from matroidlab.parameters import ByName, Record
from matroidlab.protocol import Matroid
from matroidlab.registry.faults import blaming_plugin
from matroidlab.registry.nested_families import FAMILY, build_matroid, describe, with_nesting
from matroidlab.registry.offers import offers
from matroidlab.registry.plugins import (
    BUILT_IN,
    BUILTINS,
    HOME_OF_FAMILY,
    HOOKS,
    SERVICES,
    Offer,
    Plugin,
    PluginManager,
    installed,
    plugin_manager,
    with_modules,
)

__all__ = [
    "BUILTINS",
    "FAMILY",
    "HOOKS",
    "SERVICES",
    "ByName",
    "KnownRecords",
    "Offer",
    "Plugin",
    "PluginManager",
    "build_matroid",
    "built_in_families",
    "built_in_family",
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
    "svg_of",
]

Kind = TypeVar("Kind", bound=Record[object])
Service = TypeVar("Service", NamedMatroids, Pictures)


@dataclass(frozen=True)
class KnownRecords:
    """The records of all plugins by name, from one call of each hook."""

    families: Mapping[str, Family]
    """In plain data, the matroids that a family is made of are tables."""
    reward_models: Mapping[str, RewardFamily]
    """The reward models by name."""
    policies: Mapping[str, PolicyFamily]
    """The policies by name."""
    problems: Mapping[str, ProblemFamily]
    """The problems by name."""
    questions: Mapping[str, QuestionFamily]
    """The questions of the census by name."""
    plugins: Mapping[tuple[str, str], Plugin]
    """The plugins by kind and name of their records."""


def known(manager: PluginManager | None = None) -> KnownRecords:
    """Collect the records of a manager's plugins (by default, all); warn of broken ones."""
    found = _asked(manager)
    return KnownRecords(
        _families(found),
        _by_name(RewardFamily, found),
        _by_name(PolicyFamily, found),
        _by_name(ProblemFamily, found),
        _by_name(QuestionFamily, found),
        _plugins(found),
    )


def families(manager: PluginManager | None = None) -> Mapping[str, Family]:
    """Return the families of matroids by name.

    In plain data, the matroids that a family is made of are tables.
    """
    return _families(_asked(manager, Family))


def reward_models(manager: PluginManager | None = None) -> Mapping[str, RewardFamily]:
    """Return the families of reward models by name."""
    return _by_name(RewardFamily, _asked(manager, RewardFamily))


def policies(manager: PluginManager | None = None) -> Mapping[str, PolicyFamily]:
    """Return the policies by name."""
    return _by_name(PolicyFamily, _asked(manager, PolicyFamily))


def problems(manager: PluginManager | None = None) -> Mapping[str, ProblemFamily]:
    """Return the problems by name."""
    return _by_name(ProblemFamily, _asked(manager, ProblemFamily))


def questions(manager: PluginManager | None = None) -> Mapping[str, QuestionFamily]:
    """Return the yes-or-no questions about matroids by name."""
    return _by_name(QuestionFamily, _asked(manager, QuestionFamily))


def named_matroids(manager: PluginManager | None = None) -> NamedMatroids | None:
    """Return the catalogue of named matroids, None if no plugin has one (matroidlab-atlas does)."""
    return _service(manager, NamedMatroids)


def pictures(manager: PluginManager | None = None) -> Pictures | None:
    """Return the drawer of matroids, None if no plugin has one (matroidlab-atlas does)."""
    return _service(manager, Pictures)


def svg_of(matroid: Matroid) -> str | None:
    """Return the picture of a matroid for a notebook as SVG, None if no plugin draws one."""
    drawer = _installed_pictures()
    return None if drawer is None else drawer.svg(matroid)


@cache
def _installed_pictures() -> Pictures | None:
    return pictures()


def _service(manager: PluginManager | None, kind: type[Service]) -> Service | None:
    hook = next(name for name, its_kind in SERVICES.items() if its_kind is kind)
    found = _first_answer(hook) if manager is None else getattr(manager.hook, hook)()
    if found is not None and not isinstance(found, kind):
        raise PluginError(f"{hook} must return {kind.__name__}, got {found!r:.80}")
    return found


def _first_answer(hook: str) -> Any:
    """Ask the installed plugins one by one, so that none is imported after the answer."""
    manager = PluginManager()
    for source, load in installed():
        manager.admit(source, load)
        found = getattr(manager.hook, hook)()
        if found is not None:
            return found
    return None


@cache
def built_in_families() -> Mapping[str, Family]:
    """Return the families that come with the library, without looking for plugins."""
    return families(with_modules(BUILT_IN[Family]))


def built_in_family(name: str) -> Family | None:
    """Return a built-in family that is not made of other matroids; only its module is imported.

    >>> built_in_family("graphic").name
    'graphic'
    """
    if name not in HOME_OF_FAMILY:
        return None
    return families(with_modules([HOME_OF_FAMILY[name]]))[name]


def _asked(manager: PluginManager | None, only: type[Record[object]] | None = None) -> list[Offer]:
    found = offers(manager, only=only)
    for offer in found:
        if offer.error is not None:
            warnings.warn(PluginWarning(str(offer.error)), stacklevel=3)
    return found


def _families(found: list[Offer]) -> Mapping[str, Family]:
    records = [offer.record for offer in found if isinstance(offer.record, Family)]
    return with_nesting(ByName(records, Family.kind), _plugins(found))


def _by_name(kind: type[Kind], found: list[Offer]) -> Mapping[str, Kind]:
    offered = [(offer.record, offer.plugin) for offer in found]
    records = (
        blaming_plugin(record, plugin) for record, plugin in offered if isinstance(record, kind)
    )
    return ByName(records, kind.kind)


def _plugins(found: list[Offer]) -> dict[tuple[str, str], Plugin]:
    offered = [(offer.record, offer.plugin) for offer in found]
    return {(record.kind, record.name): plugin for record, plugin in offered if record is not None}
