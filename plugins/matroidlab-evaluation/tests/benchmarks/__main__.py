"""Run the benchmarks here: ``python plugins/matroidlab-evaluation/tests/benchmarks [SUBJECT ...]``.

The core's runner does the work; its options are those of ``python tests/benchmarks``.
"""

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNNER = HERE.parents[3] / "tests" / "benchmarks"

sys.argv[1:1] = ["--folder", str(HERE)]
runpy.run_path(str(RUNNER), run_name="__main__")
