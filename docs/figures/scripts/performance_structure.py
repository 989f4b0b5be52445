"""Draw the times of ``matroidlab.structure`` beside SageMath's: ``python performance_structure.py > FILE.svg``.

The numbers are those of docs/figures/benchmarks/structure.json, written by ``python tests/benchmarks structure --json``;
those with compiled kernels are drawn. ``performance.py`` must be in the same folder.
"""

import sys

from performance import MEASURED, chart

from matroidlab.report.picture_files import svg

if __name__ == "__main__":
    sys.stdout.write(svg(chart([MEASURED / "structure.json"], ["numba"])))
