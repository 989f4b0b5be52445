"""Makes the journal that is kept of a version of the schema: a program.

``python tests/serving_support/kept_journal.py FOLDER`` writes ``version_N.db`` and, beside it, the
digests of its state and its log. It has every kind of command. Run it when a version is released,
and never again for that version.
"""

import json
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab_serving import Service
from matroidlab_serving.sqlite import journal
from matroidlab_serving.sqlite.schema import VERSION
from serving_support.killed import step
from serving_support.served import open_sqlite, small_options, state_of

OPTIONS = {"holdback": 0.1, "guardrails": {"revenue": -0.5}, "retain": 50.0}


def use(service: Service, folder: Path) -> None:
    """Make calls of every kind."""
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
    path = folder / f"version_{VERSION}.db"
    path.unlink(missing_ok=True)
    service = open_sqlite(f"sqlite:///{path}", **small_options(**OPTIONS))
    with tempfile.TemporaryDirectory() as other:
        use(service, Path(other))
    service._recorded.journal.close()  # type: ignore[union-attr]  # not gently: rows are to be redone
    with tempfile.TemporaryDirectory() as other:
        copy = Path(other) / "a.db"
        copy.write_bytes(path.read_bytes())
        found = json.dumps(digests(copy), indent=1)
    path.with_suffix(".json").write_text(found + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
