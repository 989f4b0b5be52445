"""Plugins: found, loaded and asked for their records; a broken one is named and left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

import pluggy

from matroidlab import __version__, hookspecs
from matroidlab.errors import PluginError, described, did_you_mean
from matroidlab.hookspecs import (
    PROJECT,
    Family,
    NamedMatroids,
    Pictures,
    PolicyFamily,
    ProblemFamily,
    QuestionFamily,
    RewardFamily,
)
from matroidlab.parameters import Record
from matroidlab.registry.faults import watched

HOME_OF_FAMILY: Mapping[str, str] = {
    "uniform": "matroidlab.families.uniform",
    "partition": "matroidlab.families.partition",
    "graphic": "matroidlab.families.graphic.record",
    "transversal": "matroidlab.families.transversal.record",
    "explicit": "matroidlab.families.explicit",
}
"""The module that registers each built-in family that is not made of other matroids."""

BUILT_IN: Mapping[type[Record[object]], tuple[str, ...]] = {
    Family: (*HOME_OF_FAMILY.values(), "matroidlab.derived.records"),
    RewardFamily: (
        "matroidlab.rewards.bernoulli",
        "matroidlab.rewards.beta",
        "matroidlab.rewards.gaussian",
        "matroidlab.rewards.empirical",
    ),
    PolicyFamily: ("matroidlab.bandits.records",),
}
"""The modules that register the library's own records, by the same hooks as plugins."""

BUILTINS = tuple(name for modules in BUILT_IN.values() for name in modules)
"""The names of these modules."""

HOOKS: Mapping[str, type[Record[object]]] = {
    "matroidlab_families": Family,
    "matroidlab_reward_models": RewardFamily,
    "matroidlab_policies": PolicyFamily,
    "matroidlab_problems": ProblemFamily,
    "matroidlab_questions": QuestionFamily,
}
"""The hooks that return records, each with the kind of record."""

SERVICES: Mapping[str, type[NamedMatroids] | type[Pictures]] = {
    "matroidlab_named_matroids": NamedMatroids,
    "matroidlab_pictures": Pictures,
}
"""The hooks that return one object, each with its type."""

ALL_HOOKS = (*HOOKS, *SERVICES)


@dataclass(frozen=True)
class Plugin:
    """The source of a record; a module that is not installed has no distribution.

    Attributes
    ----------
    name
        The name of its entry point, or of the module.
    distribution
        The distribution that installs it.
    version
        The version of the distribution.
    """

    name: str
    distribution: str = ""
    version: str = ""

    def __str__(self) -> str:
        return (
            f"{self.name!r} of {self.distribution} {self.version}"
            if self.distribution
            else repr(self.name)
        )


@dataclass(frozen=True)
class Offer:
    """A line of `matroidlab plugins`: a plugin with one of its records, or with its fault.

    Attributes
    ----------
    plugin
        The plugin.
    record
        A record that it offers; None if the plugin is broken.
    error
        The fault of a broken plugin.
    """

    plugin: Plugin
    record: Record[object] | None = None
    error: PluginError | None = None


class PluginManager(pluggy.PluginManager):
    """pluggy's manager, which also keeps the sources of plugins and the faults of broken ones."""

    def __init__(self) -> None:
        super().__init__(PROJECT)
        self.add_hookspecs(hookspecs)
        self.sources: dict[str, Plugin] = {}
        self.faults: list[Offer] = []

    def admit(self, source: Plugin, load: Callable[[], object]) -> None:
        """Load and register a plugin; if that fails, note the fault and unregister it."""
        try:
            self._load(source, load)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - third-party code
            self.refuse(source, error)

    def _load(self, source: Plugin, load: Callable[[], object]) -> None:
        with watched(str(source), "being imported"):
            plugin = load()
        if self.is_registered(plugin):
            return
        self._check_name(source)
        self.register(plugin, source.name)
        self._check_hooks(plugin)
        self.sources[source.name] = source

    def refuse(self, source: Plugin, cause: BaseException) -> None:
        """Note that a plugin is broken, and unregister it."""
        if self.has_plugin(source.name) and source.name not in self.sources:
            self.unregister(name=source.name)
        fault = PluginError(f"plugin {source} is broken: {described(cause)}")
        fault.__cause__ = cause
        self.faults.append(Offer(source, error=fault))

    def _check_name(self, source: Plugin) -> None:
        if source.name in self.sources:
            raise PluginError(
                f"the plugin name {source.name!r} is taken by {self.sources[source.name]}"
            )

    def _check_hooks(self, plugin: object) -> None:
        for name in dir(plugin):
            looks_like_a_hook = name.startswith(f"{PROJECT}_") and callable(getattr(plugin, name))
            if looks_like_a_hook and self.parse_hookimpl_opts(plugin, name) is None:
                raise PluginError(f"{name!r} is not marked with @matroidlab.hookimpl")
        callers = self.get_hookcallers(plugin)
        if not callers:
            raise PluginError(f"it implements no hook; known: {', '.join(ALL_HOOKS)}")
        for caller in callers:
            if not caller.has_spec():
                nearest = did_you_mean(caller.name, sorted(ALL_HOOKS))
                raise PluginError(f"there is no hook {caller.name!r}{nearest}")


def plugin_manager(
    modules: Iterable[str] = (), *, only: type[Record[object]] | None = None
) -> PluginManager:
    """Build a fresh manager with the built-ins, all installed plugins, and ``modules`` by name.

    A plugin that cannot be loaded is left out and noted in ``faults``. With ``only``, built-in
    modules that offer other kinds of records are not imported.
    """
    manager = with_modules(BUILTINS if only is None else BUILT_IN.get(only, ()))
    for source, load in installed():
        manager.admit(source, load)
    for name in modules:
        manager.admit(Plugin(name), partial(import_module, name))
    return manager


def with_modules(names: Iterable[str]) -> PluginManager:
    """Build a fresh manager with some of the library's own modules, and no plugin."""
    manager = PluginManager()
    for name in names:
        manager.admit(Plugin(name, "matroidlab", __version__), partial(import_module, name))
    return manager


def installed() -> Iterator[tuple[Plugin, Callable[[], object]]]:
    """List the installed plugins by name; none is imported before its function is called."""
    for point in sorted(entry_points(group=PROJECT), key=lambda point: (point.name, point.value)):
        yield _source(point), point.load


def _source(point: EntryPoint) -> Plugin:
    # A partially uninstalled distribution has entry points but neither name nor version: depending
    # on the version of Python, these are None or raise an error.
    try:
        found = (point.dist.name, point.dist.version) if point.dist else ("", "")
    except Exception:  # noqa: BLE001 - of any kind
        found = ("", "")
    name, version = found
    return Plugin(point.name, name or "?", version or "?")
