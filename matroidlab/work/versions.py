"""Versions and fingerprints: the same work gives the same bytes only under the same versions."""

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from matroidlab import __version__
from matroidlab.errors import VersionError
from matroidlab.registry import Plugin


def fingerprint(plain: object) -> str:
    """Return a hash of plain data that does not depend on the order of keys."""
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def refuse_others(found: Mapping[str, str], asked: Mapping[str, str], where: str) -> None:
    """Raise an error if versions differ from those asked for: results would be labelled wrongly."""
    wrong = [
        f"{name} {found.get(name, 'missing')} instead of {asked.get(name, 'none')}"
        for name in sorted(found.keys() | asked.keys())
        if found.get(name) != asked.get(name)
    ]
    if wrong:
        raise VersionError(
            f"{where} has {', '.join(wrong)}: install the versions that the run was started with"
        )


def versions_with(plugins: Iterable[Plugin]) -> dict[str, str]:
    """Return the versions in this process: ours, numpy's, Python's, and those of some plugins."""
    ours = {
        "matroidlab": __version__,
        "numpy": np.__version__,
        "python": ".".join(map(str, sys.version_info[:2])),
    }
    return ours | {name: version for name, version in map(_version, plugins) if name not in ours}


def _version(plugin: Plugin) -> tuple[str, str]:
    """The name and version of a plugin's distribution; of one that is not installed, its source."""
    if plugin.distribution:
        return plugin.distribution, plugin.version
    file = getattr(sys.modules.get(plugin.name), "__file__", None)
    return f"module {plugin.name}", hashlib.sha256(Path(file).read_bytes()).hexdigest()[
        :16
    ] if file else "unknown"
