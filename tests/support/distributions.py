"""Real distributions in a folder: a module, and the metadata with its entry point."""

import os
import shutil
from pathlib import Path

import matroidlab

ONE_FAMILY = """
from matroidlab import Family, UniformMatroid, hookimpl

@hookimpl
def matroidlab_families():
    return [Family({name!r}, UniformMatroid)]
"""


def write_distribution(folder: Path, name: str, source: str, *, entry: str | None = None) -> None:
    """Install the distribution ``name`` 1.0 in ``folder``, with an entry point of that name."""
    (folder / f"{name.replace('-', '_')}.py").write_text(source)
    write_metadata(folder, name, entry=entry)


def write_metadata(folder: Path, name: str, *, entry: str | None = None) -> None:
    """Let a module in ``folder`` be found as the distribution ``name`` 1.0."""
    module = name.replace("-", "_")
    metadata = folder / f"{module}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[matroidlab]\n{entry or name} = {module}\n")


def environment_with(folder: Path) -> dict[str, str]:
    """The environment of a program that sees the distributions of ``folder``."""
    places = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}


def environment_with_another_version(folder: Path, version: str) -> dict[str, str]:
    """The environment of a program that sees a copy of the library with another version."""
    copy = shutil.copytree(Path(matroidlab.__file__).parent, folder / "matroidlab")
    source = (copy / "__init__.py").read_text()
    (copy / "__init__.py").write_text(source.replace(f'"{matroidlab.__version__}"', f'"{version}"'))
    return environment_with(folder)
