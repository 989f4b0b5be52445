"""What may import what, how long a file may be, and what `import matroidlab` must not load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import matroidlab
import matroidlab.families as families_
from matroidlab import bandits, derived, rewards
from matroidlab.registry.scaffold import KINDS, write_plugin
from support.arrows import imported_names, reach, wrong_imports

ROOT = Path(matroidlab.__file__).parent
PROJECT = Path(__file__).parents[1]

# Each unit, and those right below it; a unit may import whatever its arrows reach. Siblings never import each other.
ARROWS: dict[str, tuple[str, ...]] = {
    "errors": (),
    "types": ("errors",),
    "kernels": ("types",),
    "answers": ("types",),
    "protocol": ("answers", "kernels"),
    "type_faults": (),
    "questions": ("protocol",),
    "hookspecs": ("questions", "type_faults"),
    "algorithms": ("hookspecs",),
    "base": ("algorithms",),
    "families": ("base", "subsets"),
    "derived": ("base",),
    "catalogue": ("families", "derived"),
    "subsets": ("algorithms",),
    "orderability": ("subsets",),
    "structure": ("catalogue", "orderability"),
    "rewards": ("algorithms",),
    "bandits": ("algorithms",),
    "constraint": ("algorithms",),
    "simulation": ("bandits", "constraint"),
    "nesting": ("hookspecs",),
    "interrupts": ("errors",),
    "named_faults": ("hookspecs", "interrupts"),
    "registry": ("nesting", "named_faults"),
    "scaffold": ("registry",),
    "serving": ("bandits", "families", "registry"),
    "experiments": ("registry", "rewards", "simulation"),
    "formats": ("structure",),
    "census": ("formats", "experiments"),
    "report": ("experiments", "structure"),
    "conformance": ("orderability",),
    "__init__": ("report", "census", "conformance", "serving"),
    "cli": ("__init__", "scaffold"),
    "__main__": ("cli",),
    "testing": ("__init__",),
}
HOMES = {name: module.split(".")[1] for name, module in matroidlab._HOME_OF.items()} | {"__version__": "errors"}

# What a plugin may import from: these modules themselves, nothing inside them.
PUBLIC = {
    "errors", "types", "kernels", "catalogue", "structure", "formats", "orderability", "rewards", "bandits",
    "constraint", "simulation", "serving", "testing",
}  # fmt: skip


def test_imports_follow_the_arrows() -> None:
    assert wrong_imports(ROOT, ARROWS, HOMES) == []


@pytest.mark.parametrize(
    ("place", "source", "fault"),
    [
        ("bandits/iucb.py", "from matroidlab.families import UniformMatroid", "bandits must not import families"),
        ("bandits/iucb.py", "from matroidlab import UniformMatroid", "bandits must not import families"),
        ("bandits/iucb.py", "import matroidlab.families.uniform", "bandits must not import families"),
        ("bandits/iucb.py", "from ..families import UniformMatroid", "bandits must not import families"),
        ("bandits/iucb.py", "from matroidlab import rewards", "bandits must not import rewards"),
        ("bandits/iucb.py", "import matroidlab", "bandits must not import __init__"),
        ("bandits/iucb.py", "from matroidlab import *", r"bandits must not import \*"),
        ("base.py", "def later():\n    from matroidlab import registry", "base must not import registry"),
        ("derived/dual.py", "from matroidlab.families.uniform import x", "derived must not import families"),
        (
            "families/uniform.py",
            "from matroidlab_atlas.catalogue import catalogue",
            "families must not import catalogue",
        ),
        ("cli/check.py", "from matroidlab.testing import x", "cli must not import testing"),
        ("scaffold/writing.py", "from matroidlab.cli import main", "scaffold must not import cli"),
        ("kernels/greedy.py", "from matroidlab.protocol import Matroid", "kernels must not import protocol"),
        ("utils.py", "", "'utils' is not in the table of arrows"),
    ],
)
def test_a_wrong_import_is_caught(tmp_path: Path, place: str, source: str, fault: str) -> None:
    impostor = tmp_path / "matroidlab" / place
    impostor.parent.mkdir(parents=True)
    impostor.write_text(source)
    (found,) = wrong_imports(tmp_path / "matroidlab", ARROWS, HOMES)
    assert found.startswith(place)
    assert found.endswith(fault.replace("\\", ""))


def names_in(source: Path) -> set[str]:
    """All names and attributes that a file mentions."""
    nodes = list(ast.walk(ast.parse(source.read_text())))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | {
        node.attr for node in nodes if isinstance(node, ast.Attribute)
    }


def types_asked_for(source: Path) -> set[str]:
    """The names of types that a file asks for: in ``isinstance``, ``issubclass``, or compared with ``type(...)``."""
    asked: list[ast.expr] = []
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"isinstance", "issubclass"}:
            asked += node.args[1:]
        if isinstance(node, ast.Compare) and "type(" in ast.unparse(node.left):
            asked += node.comparators
    return {part.id for one in asked for part in ast.walk(one) if isinstance(part, ast.Name)}


BELOW_REGISTRY = sorted(reach(ARROWS, "registry") | {"simulation", "constraint", "bandits", "rewards", "structure"})
SWITCHES = {"is_numba_there", "can_compile", "enabled", "find_spec", "pays", "compile_once", "seconds_in_numpy"}


def test_nobody_outside_kernels_asks_what_is_compiled() -> None:
    others = [source for source in ROOT.rglob("*.py") if "kernels" not in source.relative_to(ROOT).parts]
    assert {str(source.relative_to(ROOT)): found for source in others if (found := names_in(source) & SWITCHES)} == {}


def test_nothing_below_the_registry_asks_for_a_policy_a_reward_model_or_a_family_by_type() -> None:
    concrete = {name for module in (bandits, rewards, families_, derived) for name in module.__all__}
    concrete -= {"Confidence", "Bounds", "Statistics"}
    places = [place for unit in BELOW_REGISTRY for place in (f"{unit}/**/*.py", f"{unit}.py")]
    sources = [source for place in places for source in ROOT.glob(place)]
    assert len(sources) > 90
    found = {str(source.relative_to(ROOT)): types_asked_for(source) & concrete for source in sources}
    assert {place: asked for place, asked in found.items() if asked} == {}


def test_nothing_below_the_command_line_reaches_it_and_nothing_reaches_the_testing_kit() -> None:
    assert {unit for unit in ARROWS if "cli" in reach(ARROWS, unit)} == {"cli", "__main__"}
    assert {unit for unit in ARROWS if "testing" in reach(ARROWS, unit)} == {"testing"}
    assert {unit for unit in ARROWS if "families" in reach(ARROWS, unit)} == {
        "families", "catalogue", "structure", "formats", "census", "serving", "report", "__init__", "cli", "__main__",
        "testing",
    }  # fmt: skip


def private_imports(plugin: Path) -> list[str]:
    """What the package of a plugin imports from matroidlab beside its public face."""
    names = [name for source in plugin.rglob("*.py") for _, name in imported_names(source, plugin.name)]
    face = {*PUBLIC, *matroidlab.__all__}
    return [
        name
        for name in names
        if name.startswith("matroidlab.") and (name.split(".")[1] not in face or name.count(".") > 2)
    ]


@pytest.mark.parametrize("plugin", sorted(PROJECT.glob("plugins/*/matroidlab_*")), ids=lambda plugin: plugin.name)
def test_plugins_import_the_public_face_only(plugin: Path) -> None:
    assert private_imports(plugin) == []


def test_new_plugins_import_the_public_face_only(tmp_path: Path) -> None:
    new = write_plugin("new", KINDS, tmp_path)
    assert private_imports(new.folder / new.name.module) == []


def test_a_plugin_that_imports_what_is_private_is_caught(tmp_path: Path) -> None:
    public = "from matroidlab import Family\nfrom matroidlab.errors import PluginError\n"
    private = "from matroidlab.base import MatroidBase\nfrom matroidlab.rewards.beta import Beta\n"
    (tmp_path / "__init__.py").write_text(public + private)
    assert private_imports(tmp_path) == ["matroidlab.base.MatroidBase", "matroidlab.rewards.beta.Beta"]


def test_no_file_is_past_250_lines() -> None:
    folders = [PROJECT / name for name in ("matroidlab", "plugins", "tests", "typings", "docs")]
    sources = [source for folder in folders for ending in ("py", "pyi") for source in folder.rglob(f"*.{ending}")]
    lengths = {str(source.relative_to(PROJECT)): len(source.read_text().splitlines()) for source in sources}
    assert {name: length for name, length in lengths.items() if length > 250} == {}
    assert "tests/test_architecture.py" in lengths


def test_importing_the_package_loads_no_library_and_no_plugin() -> None:
    heavy = {"numpy", "networkx", "numba", "pluggy", "click", "rich", "hypothesis", "matroidlab_laminar"}
    program = f"import matroidlab, sys; print({heavy} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_every_name_of_the_face_is_there_and_lives_where_it_says() -> None:
    for name in matroidlab.__all__:
        assert getattr(matroidlab, name) is not None
    assert set(matroidlab.__all__) == set(matroidlab._HOME_OF)
    with pytest.raises(AttributeError, match="module 'matroidlab' has no attribute 'nonsense'"):
        matroidlab.nonsense  # noqa: B018 - the access is what is tested
