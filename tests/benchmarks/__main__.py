"""Run the benchmarks: ``python tests/benchmarks [--json FILE] [SUBJECT ...]``.

A subject is a module beside this one with a tuple ``BENCHMARKS`` of functions, each of which takes nothing and returns
a `Row`. The exit status is 1 when a bar falls.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

# The bars are set for plain Python and numpy; whoever measures the compiled kernels says so in the environment.
os.environ.setdefault("MATROIDLAB_KERNELS", "numpy")

from measuring import Row
from rich import box
from rich.console import Console
from rich.table import Table


def subjects() -> dict[str, ModuleType]:
    """The modules of this folder that have benchmarks."""
    names = sorted(module.name for module in iter_modules([str(Path(__file__).parent)]) if module.name != "__main__")
    modules = {name: import_module(name) for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "BENCHMARKS")}


def table_of(rows: Iterable[Row]) -> Table:
    title = ", ".join(f"{name} {value}" for name, value in circumstances().items())
    table = Table(box=box.SIMPLE_HEAD, title=title)
    for column in ("what", "ours", "peer", "", "ratio", "bar", "holds"):
        table.add_column(column, justify="right" if column in {"ours", "peer", "ratio"} else "left")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.3g} x"
        peer = "" if row.peer is None else _shown(row.peer)
        holds = "yes" if row.holds else "[red]NO[/red]"
        table.add_row(row.what, _shown(row.ours), peer, row.peer_name, ratio, row.bar, holds)
    return table


def _shown(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} us" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"


def circumstances() -> dict[str, str | int | float]:
    """What the times depend on; with more load than cores, bars in milliseconds say more of the machine than of us."""
    return {
        "python": platform.python_version(),
        "kernels": os.environ["MATROIDLAB_KERNELS"],
        "cores": os.cpu_count() or 0,
        "load": round(os.getloadavg()[0], 1),
    }


def main(arguments: list[str]) -> int:
    known = subjects()
    parser = argparse.ArgumentParser(prog="python tests/benchmarks")
    parser.add_argument("subject", nargs="*", help=f"of {', '.join(known)}; all unless given")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.subject) - set(known))
    if unknown:
        parser.error(f"there is no subject {unknown[0]!r}; known: {', '.join(known)}")
    rows = [run() for name in options.subject or known for run in known[name].BENCHMARKS]
    Console(width=None if sys.stdout.isatty() else 160).print(table_of(rows))
    if options.json:
        written = {**circumstances(), "rows": [asdict(row) for row in rows]}
        options.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
