"""Ask a yes-or-no question of all small matroids: counts, witnesses and excluded minors.

>>> from tempfile import TemporaryDirectory
>>> from pathlib import Path
>>> with TemporaryDirectory() as folder:
...     census = run_census(Asked("binary", {}), Path(folder), size=4)
...     [(count.rank, count.yes, count.no) for count in census.counts() if count.size == 4]
[(0, 1, 0), (1, 4, 0), (2, 6, 1), (3, 4, 0), (4, 1, 0)]
"""

# Names are imported on first use, because listing the plugins imports `census.records` from here.

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_atlas.census.asked import Asked
    from matroidlab_atlas.census.findings import Count, Findings, No
    from matroidlab_atlas.census.running import Census, run_census
    from matroidlab_atlas.census.tables import write_tables

_HOME_OF = {
    "Asked": "matroidlab_atlas.census.asked",
    "Census": "matroidlab_atlas.census.running",
    "Count": "matroidlab_atlas.census.findings",
    "Findings": "matroidlab_atlas.census.findings",
    "No": "matroidlab_atlas.census.findings",
    "run_census": "matroidlab_atlas.census.running",
    "write_tables": "matroidlab_atlas.census.tables",
}

__all__ = ["Asked", "Census", "Count", "Findings", "No", "run_census", "write_tables"]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'matroidlab_atlas.census' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
