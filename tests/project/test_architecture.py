"""Which room may import which, what plugins may import, and what must not be loaded."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import matroidlab
import matroidlab.families as families_
from matroidlab import bandits, derived, rewards
from support.arrows import imported_names, reach, sources_of, wrong_imports

ROOT = Path(matroidlab.__file__).parent
PROJECT = Path(__file__).parents[2]

# Each room, and those right below it; a room may import all that its arrows reach.
# Siblings never import each other.
ARROWS: dict[str, tuple[str, ...]] = {
    "errors": (),
    "types": ("errors",),
    "protocol": ("types",),
    "kernels": ("types",),
    "parameters": ("errors",),
    "hookspecs": ("parameters", "protocol"),
    "algorithms": ("hookspecs", "kernels"),
    "base": ("algorithms",),
    "subsets": ("algorithms",),
    "orderability": ("subsets",),
    "lifting": ("base",),
    "labelled": ("lifting",),
    "families": ("labelled", "subsets"),
    "derived": ("labelled",),
    "rewards": ("algorithms",),
    "bandits": ("algorithms",),
    "simulation": ("bandits",),
    "named_files": ("errors",),
    "files": ("named_files",),
    "registry": ("files", "hookspecs"),
    "work": ("files", "registry"),
    "__init__": ("derived", "families", "orderability", "rewards", "simulation"),
    "testing": ("__init__", "registry"),
    "cli": ("testing", "work"),
    "__main__": ("cli",),
}
HOMES = {name: module.split(".")[1] for name, module in matroidlab._HOME_OF.items()}
HOMES |= {"__version__": "errors"}


def test_imports_follow_the_arrows() -> None:
    assert wrong_imports(ROOT, ARROWS, HOMES) == []


@pytest.mark.parametrize(
    ("place", "source", "fault"),
    [
        (
            "bandits/iucb.py",
            "from matroidlab.families import UniformMatroid",
            "bandits must not import families",
        ),
        (
            "bandits/iucb.py",
            "from matroidlab import UniformMatroid",
            "bandits must not import families",
        ),
        (
            "bandits/iucb.py",
            "import matroidlab.families.uniform",
            "bandits must not import families",
        ),
        (
            "bandits/iucb.py",
            "from ..families import UniformMatroid",
            "bandits must not import families",
        ),
        ("bandits/iucb.py", "from matroidlab import rewards", "bandits must not import rewards"),
        ("bandits/iucb.py", "import matroidlab", "bandits must not import __init__"),
        ("bandits/iucb.py", "from matroidlab import *", "bandits must not import *"),
        (
            "base.py",
            "def later():\n    from matroidlab import registry",
            "base must not import registry",
        ),
        (
            "derived/dual.py",
            "from matroidlab.families.uniform import x",
            "derived must not import families",
        ),
        ("registry/plugins.py", "from matroidlab.cli import main", "registry must not import cli"),
        (
            "kernels/greedy.py",
            "from matroidlab.protocol import Matroid",
            "kernels must not import protocol",
        ),
        (
            "protocol/matroid.py",
            "from matroidlab.kernels import kernel",
            "protocol must not import kernels",
        ),
        ("utils.py", "", "'utils' is not in the table of arrows"),
    ],
)
def test_a_wrong_import_is_caught(tmp_path: Path, place: str, source: str, fault: str) -> None:
    impostor = tmp_path / "matroidlab" / place
    impostor.parent.mkdir(parents=True)
    impostor.write_text(source)
    (found,) = wrong_imports(tmp_path / "matroidlab", ARROWS, HOMES)
    assert found.startswith(place)
    assert found.endswith(fault)


def test_only_the_command_line_imports_the_testing_kit() -> None:
    assert {room for room in ARROWS if "cli" in reach(ARROWS, room)} == {"cli", "__main__"}
    assert {room for room in ARROWS if "testing" in reach(ARROWS, room)} == {
        "testing",
        "cli",
        "__main__",
    }
    assert "families" not in reach(ARROWS, "bandits") | reach(ARROWS, "simulation") | reach(
        ARROWS, "registry"
    )


def test_the_core_never_imports_a_plugin() -> None:
    imports = [
        name for source in sources_of(ROOT) for _, name in imported_names(source, "matroidlab")
    ]
    assert [name for name in imports if name.startswith("matroidlab_")] == []


def test_tests_of_the_core_import_no_large_plugin() -> None:
    large = (
        "matroidlab_atlas",
        "matroidlab_evaluation",
        "matroidlab_experiments",
        "matroidlab_serving",
    )
    sources = [
        source
        for source in sources_of(PROJECT / "tests")
        if not {"benchmarks", "project"} & set(source.parts)
    ]
    imports = {
        str(source.relative_to(PROJECT)): name
        for source in sources
        for _, name in imported_names(source, "tests")
        if name.startswith(large)
    }
    assert imports == {}


def types_asked_for(source: Path) -> set[str]:
    """Return the types in calls of ``isinstance`` and ``issubclass`` and beside ``type(...)``."""
    asked: list[ast.expr] = []
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {
            "isinstance",
            "issubclass",
        }:
            asked += node.args[1:]
        if isinstance(node, ast.Compare) and "type(" in ast.unparse(node.left):
            asked += node.comparators
    return {part.id for one in asked for part in ast.walk(one) if isinstance(part, ast.Name)}


def test_no_room_asks_for_a_policy_a_reward_model_or_a_family_by_type() -> None:
    concrete = {
        name for module in (bandits, rewards, families_, derived) for name in module.__all__
    }
    concrete -= {"Confidence", "Bounds", "Statistics"}
    rooms = reach(ARROWS, "registry") | reach(ARROWS, "simulation") | {"rewards"}
    places = [place for room in rooms for place in (f"{room}/**/*.py", f"{room}.py")]
    sources = [source for place in places for source in ROOT.glob(place)]
    assert len(sources) > 60
    found = {
        str(source.relative_to(ROOT)): types_asked_for(source) & concrete for source in sources
    }
    assert {place: asked for place, asked in found.items() if asked} == {}


SECTION = re.compile(
    r"^\n *(?:Parameters|Attributes|Returns|Yields|Raises|See Also)\n *-+\n(?: *[^\s\"][^\n]*\n)+",
    re.MULTILINE,
)


def length_of(source: Path) -> int:
    """The number of lines of a file, without the sections of docstrings that list parameters."""
    return len(SECTION.sub("", source.read_text(encoding="utf-8")).splitlines())


def test_no_file_is_past_250_lines() -> None:
    folders = [PROJECT / name for name in ("matroidlab", "plugins", "tests", "typings", "docs")]
    sources = [
        source
        for folder in folders
        for ending in ("py", "pyi")
        for source in folder.rglob(f"*.{ending}")
    ]
    lengths = {str(source.relative_to(PROJECT)): length_of(source) for source in sources}
    assert {name: length for name, length in lengths.items() if length > 250} == {}
    assert "tests/project/test_architecture.py" in lengths


def test_importing_the_package_loads_no_library_and_no_plugin() -> None:
    heavy = {
        "numpy",
        "networkx",
        "numba",
        "pluggy",
        "click",
        "rich",
        "hypothesis",
        "matroidlab_laminar",
    }
    program = f"import matroidlab, sys; print({heavy} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def test_every_name_of_the_face_is_there_and_lives_where_it_says() -> None:
    for name in matroidlab.__all__:
        assert getattr(matroidlab, name) is not None
    assert set(matroidlab.__all__) == set(matroidlab._HOME_OF)
    assert set(dir(matroidlab)) == {"__version__", *matroidlab.__all__}
    with pytest.raises(AttributeError, match="module 'matroidlab' has no attribute 'nonsense'"):
        matroidlab.nonsense  # noqa: B018 - the access is what is tested
