"""Makes the journals that are kept of a version of the schema: a program.

``python tests/serving_support/kept_journal.py FOLDER`` writes ``version_N_KIND.db`` for each kind
of service and, beside it, the digests of its state and its log. Together they have every command of
a service. Run it when a version is released, and never again for that version.
"""

import json
import random
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab_serving import Service, Slots
from matroidlab_serving.sqlite import journal
from matroidlab_serving.sqlite.schema import VERSION
from serving_support.killed import step
from serving_support.served import ITEMS, open_sqlite, small_options, state_of

KINDS: dict[str, dict[str, Any]] = {
    "controlled": {"holdback": 0.1, "guardrails": {"revenue": -0.5}, "retain": 50.0},
    "pairs": {
        "certificates": "pairs",
        "on_contradiction": "restart",
        "page": Slots({"books": 2, "films": 2}),
        "items": {**ITEMS, "f-3": "films"},
        "baseline": ["b-1", "b-2", "f-1", "f-2"],
    },
    "revised": {"window": 5.0, "revise": "last"},
    "features": {"features": 2, "norm": 1.0},
}
"""What the services are made with, beside their items."""


def use(service: Service, folder: Path, kind: str) -> None:
    """Make the calls that there are for a kind of service."""
    if kind == "controlled":
        control(service, folder)
    elif kind == "revised":
        revise(service)
    else:
        for number in range(100):
            coins = random.Random(number)
            features = [0.7 * coins.random(), 0.7 * coins.random()] if kind == "features" else None
            shown = service.recommend(features=features, now=float(number))
            service.observe(shown.token, {shown.items[0]: 0.5}, 0.25, now=float(number))
            if kind == "pairs" and number == 50:
                service.change(swap_size=2, now=50.0)


def revise(service: Service) -> None:
    """Report weights again, and change the delta, the swap size and the retention."""
    for number in range(160):
        step(service, number)
        if number % 4 == 0:
            shown = service.recommend(now=float(number))
            for weight in (0.5, 1.0):
                service.observe(shown.token, {shown.items[0]: weight}, now=float(number))
        if number == 120:
            service.change(delta=0.02, swap_size=2, retain=40.0, now=120.0)


def control(service: Service, folder: Path) -> None:
    """Change items and scores, freeze, resume and export."""
    for number in range(100):
        step(service, number)
    service.export(folder / "lists")
    service.add_many({"m-1": "books", "m-2": "films"}, now=100.0)
    service.learn_from([{"weights": {"m-1": 1.0}}], now=101.0)
    service.ramp(0.5, "half", now=102.0)
    service.recommend(visitor="someone", durable=False, now=103.0)
    service.set_scores({"m-1": 2.0}, now=104.0)
    service.freeze(now=105.0)
    service.resume(now=106.0)
    for number in range(107, 150):
        step(service, number)


def digests(path: Path) -> dict[str, str]:
    """The state and the log of a journal, as digests."""
    with open_sqlite(f"sqlite:///{path}") as service:
        parts = {name: sha256(part).hexdigest() for name, part in state_of(service).items()}
        log = json.dumps(list(service.log()), sort_keys=True)
        return parts | {"log": sha256(log.encode()).hexdigest()}


def main(folder: Path) -> None:
    journal.CALLS_BETWEEN_SNAPSHOTS = 30
    for kind, options in KINDS.items():
        path = folder / f"version_{VERSION}_{kind}.db"
        path.unlink(missing_ok=True)
        service = open_sqlite(f"sqlite:///{path}", **small_options(**options))
        with tempfile.TemporaryDirectory() as other:
            use(service, Path(other), kind)
        service._recorded.journal.close()  # type: ignore[union-attr]  # rows are to be redone
        with tempfile.TemporaryDirectory() as other:
            copy = Path(other) / "a.db"
            copy.write_bytes(path.read_bytes())
            found = json.dumps(digests(copy), indent=1)
        path.with_suffix(".json").write_text(found + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
