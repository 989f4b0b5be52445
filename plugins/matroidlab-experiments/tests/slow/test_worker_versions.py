"""A Dask worker of another version, a real one: refused before a block runs."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from matroidlab.errors import VersionError
from matroidlab.work import executor
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.running.running import run_experiment
from support.distributions import environment_with_another_version

pytestmark = pytest.mark.slow

TINY = {
    "name": "tiny",
    "horizon": 20,
    "runs": 2,
    "problem": {"name": "scaling", "rank": 2},
    "policies": [{"policy": "iucb1"}],
}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    """A Dask cluster whose only worker has a library of another version."""
    distributed = pytest.importorskip("distributed")
    (tmp_path / "copy").mkdir()
    another = environment_with_another_version(tmp_path / "copy", "0.0.9")
    scheduler = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--port",
        "0",
        "--no-dashboard",
    ]
    file = tmp_path / "scheduler.json"
    with subprocess.Popen(
        [*scheduler, "--scheduler-file", file], stderr=subprocess.DEVNULL
    ) as first:
        worker = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            "--scheduler-file",
            str(file),
            "--no-dashboard",
        ]
        with subprocess.Popen(
            [*worker, "--no-nanny"], env=another, cwd=tmp_path, stderr=subprocess.DEVNULL
        ) as second:
            try:
                with distributed.Client(scheduler_file=str(file), timeout=60) as client:
                    client.wait_for_workers(1, timeout=60)
                    address = client.scheduler.address
                yield address
            finally:
                # Not asked to end: a worker would wait for a scheduler that has gone.
                second.kill()
                first.kill()


@pytest.mark.filterwarnings("ignore")
def test_a_worker_of_another_version_is_refused_before_a_block_runs(
    cluster: str, tmp_path: Path
) -> None:
    with pytest.raises(
        VersionError, match=r"the worker at tcp.* has matroidlab 0\.0\.9 instead of "
    ):
        run_experiment(as_experiment(TINY), tmp_path / "results", run=executor(f"dask:{cluster}"))
    assert not list((tmp_path / "results").glob("blocks/*"))
