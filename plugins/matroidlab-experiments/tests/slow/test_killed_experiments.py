"""Experiments that are killed: whatever was finished before is found again."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from matroidlab.work import Listener
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.running.running import run_experiment

pytestmark = pytest.mark.slow

TINY = {
    "name": "tiny",
    "horizon": 60,
    "runs": 5,
    "block": 2,
    "checkpoints": 3,
    "problem": {"name": "scaling", "rank": 2},
    "policies": [{"policy": "iucb2"}, {"policy": "thompson"}],
}

BACK_AND_FORTH = """
import json, sys
from itertools import cycle
from pathlib import Path
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.running.running import run_experiment
for seed in cycle((0, 1, 2)):
    experiment = as_experiment({**json.loads(sys.argv[1]), "seed": seed})
    run_experiment(experiment, Path(sys.argv[2]), fresh=seed == 2)
    print(seed, flush=True)
"""


def test_whenever_a_run_is_killed_what_was_finished_before_is_found(tmp_path: Path) -> None:
    rng = random.Random(7)
    for attempt in range(6):
        folder = tmp_path / str(attempt)
        command = [sys.executable, "-c", BACK_AND_FORTH, json.dumps(TINY), str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _ in range(rng.randint(3, 8)):
                process.stdout.readline()
            time.sleep(rng.random() / 10)  # any moment will do
            process.kill()
        for seed in (0, 1, 2):
            said: list[str] = []
            run_experiment(
                as_experiment({**TINY, "seed": seed}), folder, listener=Listener(said.append)
            )
            assert said[-1] == "tiny: 6 of 6 blocks are already done"
