"""Plugins import the public names of the core, and other plugins only where that is allowed."""

from pathlib import Path

import pytest

import matroidlab
from matroidlab.registry.scaffold import KINDS, write_plugin
from support.arrows import imported_names, sources_of

PROJECT = Path(__file__).parents[2]

# The rooms whose names plugins may import; nothing inside a room, except the modules named here.
PUBLIC = {
    "algorithms",
    "bandits",
    "bandits.new_items",
    "bandits.short_reprs",
    "bandits.regret_bounds",
    "cli",
    "errors",
    "files",
    "hookspecs",
    "kernels",
    "named_files",
    "orderability",
    "parameters",
    "protocol",
    "registry",
    "rewards",
    "simulation",
    "subsets",
    "testing",
    "types",
    "work",
}


FOR_COMMANDS = {
    "interruption",
    "options",
    "paragraphs",
    "parameters",
    "progress",
    "tables",
    "long_work",
}


PUBLIC |= {f"cli.{module}" for module in FOR_COMMANDS}


# Our plugins that may import one another.
BELOW_PLUGINS = {
    "matroidlab_experiments": {"matroidlab_evaluation"},
    "matroidlab_serving": {"matroidlab_evaluation"},
    "matroidlab_bench": {"matroidlab_experiments", "matroidlab_evaluation", "matroidlab_serving"},
}


PLUGINS = sorted(PROJECT.glob("plugins/*/matroidlab_*"))


def private_imports(plugin: Path) -> list[str]:
    """Return what a plugin imports from the core's rooms that is not one of their public names."""
    names = [
        name for source in sources_of(plugin) for _, name in imported_names(source, plugin.name)
    ]
    face = {"__version__", *matroidlab.__all__}
    inside = [name.removeprefix("matroidlab.") for name in names if name.startswith("matroidlab.")]
    return [
        name
        for name in inside
        if name not in face | PUBLIC and name.rpartition(".")[0] not in PUBLIC
    ]


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.name)
def test_plugins_import_the_public_face_only(plugin: Path) -> None:
    assert private_imports(plugin) == []


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.name)
def test_plugins_import_no_other_plugin_but_those_below(plugin: Path) -> None:
    names = {
        name.split(".")[0]
        for source in sources_of(plugin)
        for _, name in imported_names(source, plugin.name)
    }
    others = {name for name in names if name.startswith("matroidlab_")} - {plugin.name}
    assert others <= BELOW_PLUGINS.get(plugin.name, set())


def test_new_plugins_import_the_public_face_only(tmp_path: Path) -> None:
    new = write_plugin("new", KINDS, tmp_path)
    assert private_imports(new.folder / new.name.module) == []


def test_a_plugin_that_imports_what_is_private_is_caught(tmp_path: Path) -> None:
    public = "from matroidlab import Family\nfrom matroidlab.errors import PluginError\n"
    private = "from matroidlab.base import MatroidBase\nfrom matroidlab.rewards.beta import Beta\n"
    (tmp_path / "__init__.py").write_text(public + private)
    assert private_imports(tmp_path) == ["base.MatroidBase", "rewards.beta.Beta"]
