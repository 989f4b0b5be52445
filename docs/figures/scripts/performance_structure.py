"""Draw the times of ``matroidlab_atlas.structure`` beside SageMath's: ``python performance_structure.py > FILE.svg``.

The numbers are those of docs/figures/benchmarks/structure.json (``python tests/benchmarks structure --json FILE``)
as they were measured with compiled kernels. ``performance.py`` must be in the same folder.
"""

import sys

from performance import MEASURED, chart

from matroidlab_atlas.pictures.picture_files import svg

if __name__ == "__main__":
    sys.stdout.write(svg(chart([MEASURED / "structure.json"], ["numba"])))
