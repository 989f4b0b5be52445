"""Run the benchmarks: ``python tests/benchmarks [--json FILE] [--folder FOLDER] [SUBJECT ...]``.

A subject is a module in the folder, this one unless given, with a tuple ``BENCHMARKS`` of
functions, each of which takes nothing and returns a `Row`. Everything is measured twice, with
compiled kernels and in numpy alone, each in a program of its own; ``MATROIDLAB_KERNELS=numpy`` or
``numba`` in the environment measures one way only. The exit status is 1 when a bar falls.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from types import ModuleType

from measuring import Row, of_dict
from rich import box
from rich.console import Console
from rich.table import Table

SWITCH = "MATROIDLAB_KERNELS"
WAYS = ("numba", "numpy")
HERE = Path(__file__).parent
Measured = tuple[str, Row]
"""The way it was measured, and what was found."""


def subjects(folder: Path) -> dict[str, ModuleType]:
    """The modules of a folder that have benchmarks."""
    sys.path.insert(0, str(folder))
    names = sorted(
        module.name for module in iter_modules([str(folder)]) if module.name != "__main__"
    )
    modules = {name: import_module(name) for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "BENCHMARKS")}


def measured(way: str, chosen: list[str], known: dict[str, ModuleType]) -> Iterator[Measured]:
    """Measure here and now, and tell how it goes."""
    for name in chosen:
        for run in known[name].BENCHMARKS:
            row = run()
            sys.stderr.write(
                f"{way}  {row.what}: {shown(row.ours, row.unit)}{'' if row.holds else '  FALLS'}\n"
            )
            yield way, row


def measured_by_program(way: str, chosen: list[str], folder: Path) -> list[Measured]:
    """Measure in a program of its own: which kernels there are is decided once in each."""
    with TemporaryDirectory() as place:
        written = Path(place) / "rows.json"
        command = [
            sys.executable,
            str(HERE),
            *chosen,
            "--folder",
            str(folder),
            "--json",
            str(written),
        ]
        subprocess.run([*command, "--quiet"], env={**os.environ, SWITCH: way}, check=False)
        if not written.exists():
            sys.exit(f"the benchmarks of {way} ended with an error")
        return [
            (way, of_dict(row)) for row in json.loads(written.read_text(encoding="utf-8"))["rows"]
        ]


def table_of(rows: list[Measured]) -> Table:
    title = ", ".join(f"{name} {value}" for name, value in circumstances().items())
    table = Table(box=box.SIMPLE_HEAD, title=title)
    for column in ("what", "kernels", "ours", "peer", "", "ratio", "bar", "holds"):
        table.add_column(column, justify="right" if column in {"ours", "peer", "ratio"} else "left")
    for way, row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.3g} x"
        peer = "" if row.peer is None else shown(row.peer, row.unit)
        holds = "yes" if row.holds else "[red]NO[/red]"
        ours = shown(row.ours, row.unit)
        table.add_row(row.what, way, ours, peer, row.peer_name, ratio, row.bar, holds)
    return table


def shown(seconds: float, unit: str = "s") -> str:
    """A time with three digits, in the unit that suits it; a number without a unit as it is.

    >>> shown(3.21e-7), shown(0.0123)
    ('321 ns', '12.3 ms')
    """
    if not unit:
        return f"{seconds:.3g}"
    for part, size in (("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:.3g} {part}"
    return f"{seconds:.3g} s"


def circumstances() -> dict[str, str | int | float]:
    """Facts that the times depend on; with more load than cores, times mean little."""
    return {
        "python": platform.python_version(),
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "load": round(os.getloadavg()[0], 1),
    }


def _processor() -> str:
    found = Path("/proc/cpuinfo")
    lines = found.read_text(encoding="utf-8").splitlines() if found.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python tests/benchmarks")
    parser.add_argument("subject", nargs="*", help="a module of the folder; all unless given")
    parser.add_argument("--folder", type=Path, default=HERE, help="where the subjects are")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    parser.add_argument("--quiet", action="store_true", help="print no table")
    options = parser.parse_args(arguments)
    known = subjects(options.folder)
    unknown = sorted(set(options.subject) - set(known))
    if unknown:
        parser.error(f"there is no subject {unknown[0]!r}; known: {', '.join(known)}")
    chosen = options.subject or list(known)
    if way := os.environ.get(SWITCH):
        rows = list(measured(way, chosen, known))
    else:
        ways = WAYS if find_spec("numba") else WAYS[1:]
        rows = [row for way in ways for row in measured_by_program(way, chosen, options.folder)]
    if not options.quiet:
        Console(width=None if sys.stdout.isatty() else 190).print(table_of(rows))
    if options.json:
        written = {
            **circumstances(),
            "rows": [{"kernels": way, **asdict(row)} for way, row in rows],
        }
        options.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    return 0 if all(row.holds for _, row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
