"""Forged results that look sound: a page about them takes little memory."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from matroidlab.work import BLOCKS
from matroidlab_experiments.configuration.experiment import as_experiment, cells
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.result_files.block_files import write_block
from matroidlab_experiments.result_files.manifests import Manifest
from matroidlab_experiments.running.lane_blocks import blocks_of

REPORT = """
import resource, sys
from pathlib import Path
from matroidlab_experiments.result_files.results import collected_results
from matroidlab_experiments.report_pages.page import write_report
write_report(collected_results(Path(sys.argv[1])), Path(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def forge(folder: Path, rank: int) -> None:
    """Write results of lists of ``rank`` items that were never shown."""
    table = {
        "name": "forged",
        "horizon": 5,
        "runs": 1,
        "checkpoints": 1,
        "policies": [{"policy": "iucb1"}],
    }
    experiment = as_experiment({**table, "problem": {"name": "scaling", "rank": rank}})
    found = cells(experiment)
    made_by = [ExperimentBuilder.with_plugins().versions(cell.table) for cell in found]
    (block,) = blocks_of(experiment, found, made_by)
    arrays: dict[str, Any] = dict.fromkeys(
        ("violations", "exchange_violations", "counts"), np.array([[1]])
    )
    arrays |= dict.fromkeys(("regret", "reward", "sums"), np.array([[1.0]]))
    arrays |= {"steps": np.array([5]), "swap_size": np.array(1)}
    checksum = write_block(folder / BLOCKS, block, arrays)
    Manifest(experiment, made_by, {block.name: checksum}).write(folder)


def test_a_page_about_a_large_problem_takes_little_memory(tmp_path: Path) -> None:
    forge(tmp_path, rank=400)  # 160,000 items: comparing every two would take 200 GB
    done = subprocess.run(
        [sys.executable, "-c", REPORT, tmp_path], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 2**20
    assert "lists\N{NO-BREAK SPACE}of" in (tmp_path / "report.html").read_text(encoding="utf-8")
