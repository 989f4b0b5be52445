# ruff: noqa: INP001 - a program, in no package
"""Value policies on the small Open Bandit data: ``python open_bandit.py FOLDER``.

The data are in the wheel of Open Bandit Pipeline: ``pip download obp==0.4.1 --no-deps``, unpacked
in FOLDER with ``unzip``. Nothing of that library is imported; it does not install on Python 3.11.

For each campaign and each of the two logs, this prints what the policy of the other log would have
earned a click rate of, by IPW and SNIPS, beside what it did earn. The policies are the uniform one
and Thompson sampling with the priors in the wheel, whose probabilities come from 100,000 draws with
the seed 12345. The README of Open Bandit Pipeline has one such number: in the campaign "all", IPW
of Thompson sampling from the uniform log, divided by the click rate of the log, is 1.198126...
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from matroidlab.types import Weights
from matroidlab_evaluation import SlateLog, TargetScores, read_log, sips

DRAWS = 100_000
PLACES = 3
NAMES = {"action": "item_id", "reward": "click", "pscore": "propensity_score"}


def priors(folder: Path, campaign: str) -> tuple[Weights, Weights]:
    """The Beta priors of a campaign: a YAML file of names, names and numbers."""
    found: dict[tuple[str, str], list[float]] = {}
    section = name = ""
    for line in (folder / "obp/policy/conf/prior_bts.yaml").read_text().splitlines():
        text = line.strip()
        if text.startswith("- "):
            found.setdefault((section, name), []).append(float(text[2:]))
        elif line.startswith(" "):
            name = text.rstrip(":")
        else:
            section = text.rstrip(":")
    return np.array(found[campaign, "alpha"]), np.array(found[campaign, "beta"])


def thompson(folder: Path, campaign: str) -> Weights:
    """``[item, place]``: how often Thompson sampling shows an item at a place."""
    alpha, beta = priors(folder, campaign)
    rng = np.random.RandomState(12345)
    counts = np.zeros((len(alpha), PLACES))
    for _ in range(DRAWS):
        best = np.argsort(-rng.beta(alpha, beta))[:PLACES]
        counts[best, np.arange(PLACES)] += 1
    return counts / DRAWS


def target(log: SlateLog, chances: Weights) -> TargetScores:
    """The probabilities of a policy for what a log shows: each row is an item at a position."""
    shown = log.actions >= 0
    rows, places = np.nonzero(shown)
    items = np.array([int(str(item)) for item in log.items])[log.actions[shown]]
    scores = np.empty(len(log))
    scores[rows] = chances[items, places]
    return TargetScores(pscore=scores)


def lines(folder: Path) -> Iterator[str]:
    """The table, line by line."""
    heads = " ".join(f"{head:>9}" for head in ("IPW", "SNIPS", "earned", "IPW / log"))
    yield f"{'campaign':9} {'log':7} {'policy':7} {heads}"
    for campaign in ("men", "women", "all"):
        logs = {
            name: read_log(
                folder / f"obp/dataset/obd/{name}/{campaign}/{campaign}.csv", columns=NAMES
            )
            for name in ("random", "bts")
        }
        draws = thompson(folder, campaign)
        chances = {"bts": draws, "random": np.full_like(draws, 1 / len(draws))}
        for name, other in (("random", "bts"), ("bts", "random")):
            scores = target(logs[name], chances[other])
            ipw = sips(logs[name], scores).value
            snips = sips(logs[name], scores, self_normalised=True).value
            ratio = ipw / logs[name].value
            numbers = f"{ipw:9.6f} {snips:9.6f} {logs[other].value:9.6f} {ratio:9.6f}"
            yield f"{campaign:9} {name:7} {other:7} {numbers}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(Path(sys.argv[1])))
