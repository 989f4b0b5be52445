"""Which module imports which, read from the syntax trees, in all branches of the code."""

import ast
from collections.abc import Iterator, Mapping
from importlib.util import resolve_name
from pathlib import Path

Arrows = Mapping[str, tuple[str, ...]]


def reach(arrows: Arrows, unit: str) -> frozenset[str]:
    """Return all units that ``unit`` may import: itself, and whatever its arrows lead to.

    >>> sorted(reach({"roof": ("wall",), "wall": ("floor",), "floor": ()}, "wall"))
    ['floor', 'wall']
    """
    return frozenset({unit}).union(*(reach(arrows, below) for below in arrows[unit]))


def imported_names(source: Path, package: str) -> Iterator[tuple[int, str]]:
    """Line and full name of every import of a file: ``from a import b`` names ``a.b``."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def wrong_imports(root: Path, arrows: Arrows, homes: Mapping[str, str]) -> list[str]:
    """Say which files of the package ``root`` import against the arrows.

    A unit is a module or a package right under ``root``. Names of the package's own face stand for
    the unit that they live in, by ``homes``.
    """
    faults = []
    for source in sorted(root.rglob("*.py")):
        place = source.relative_to(root)
        unit = place.parts[0].removesuffix(".py")
        if unit not in arrows:
            faults.append(f"{place}: {unit!r} is not in the table of arrows")
            continue
        package = ".".join((root.name, *place.parts[:-1]))
        for line, name in imported_names(source, package):
            top, *rest = name.split(".")
            target = homes.get(rest[0], rest[0]) if rest else "__init__"
            if top == root.name and target not in reach(arrows, unit):
                faults.append(f"{place}:{line}: {unit} must not import {target}")
    return faults


def sources_of(folder: Path) -> list[Path]:
    """All files of Python below a folder."""
    return sorted(folder.rglob("*.py"))
