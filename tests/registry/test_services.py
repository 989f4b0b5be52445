"""Two hooks return one object instead of records: names of matroids, and pictures of them."""

from pathlib import Path

import pytest

from matroidlab import NamedMatroids, Pictures, UniformMatroid, hookimpl
from matroidlab.errors import PluginError
from matroidlab.registry import named_matroids, pictures
from matroidlab.registry.plugins import Plugin, PluginManager


class Names:
    @hookimpl
    def matroidlab_named_matroids(self) -> NamedMatroids:
        return NamedMatroids(lambda: ["pair"], lambda _: UniformMatroid(2, 1), lambda _: "pair")


class Drawings:
    @hookimpl
    def matroidlab_pictures(self) -> Pictures:
        return Pictures(lambda _: None, lambda _, path: path.name, lambda _, __: None)


class NotNames:
    @hookimpl
    def matroidlab_named_matroids(self) -> object:
        return "names"


def manager_with(*plugins: object) -> PluginManager:
    manager = PluginManager()
    for plugin in plugins:
        manager.admit(Plugin(type(plugin).__name__), lambda plugin=plugin: plugin)  # type: ignore[misc]
    assert manager.faults == []
    return manager


def test_a_plugin_names_matroids_and_another_draws_them() -> None:
    manager = manager_with(Names(), Drawings())
    names = named_matroids(manager)
    assert names is not None
    assert names.matroid("pair") == UniformMatroid(2, 1)
    assert names.name_of(UniformMatroid(2, 1)) == "pair"
    drawer = pictures(manager)
    assert drawer is not None
    assert drawer.draw(UniformMatroid(2, 1), Path("it.svg")) == "it.svg"


def test_without_such_a_plugin_there_is_none() -> None:
    assert named_matroids(manager_with()) is None
    assert pictures(manager_with(Names())) is None


def test_something_else_is_refused() -> None:
    with pytest.raises(
        PluginError, match="matroidlab_named_matroids must return NamedMatroids, got 'names'"
    ):
        named_matroids(manager_with(NotNames()))
