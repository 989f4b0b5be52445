"""No error of a service in PostgreSQL contains a password."""

from importlib.util import find_spec

import pytest

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving import ListService, Service, Top
from serving_support.postgres import binaries

pytestmark = [
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]
KEYS = [f"k{i}" for i in range(12)]


def opened(address: str, **others: object) -> ListService:
    given = {
        "page": Top(3),
        "items": KEYS,
        "baseline": KEYS[:3],
        "seed": 3,
        "proposal": "optimistic",
    }
    return Service.open(address, **(given | others))  # type: ignore[arg-type]


SECRET = "p4ssw0rd"
LEAKY = (
    "postgresql+psycopg://u:{}@127.0.0.1:1/db",
    "postgresql+asyncpg://u:{}@127.0.0.1:1/db",
    "POSTGRESQL://u:{}@127.0.0.1:1/db",
    " postgresql://u:{}@127.0.0.1:1/db",
    "host=127.0.0.1 port=1 user=u password={} dbname=db",
    "password={}",
    "postgresql://u:x/{}@127.0.0.1:1/db",
    "postgresql://u:{}/x@127.0.0.1:1/db",
    "postgresql://u:x@{}@127.0.0.1:1/db",
    "postgresql://u:{}@x@127.0.0.1:1/db",
    "postgresql://u:x?{}@127.0.0.1:1/db",
    "postgresql://u:{}?x@127.0.0.1:1/db",
    "postgresql://u:x#{}@127.0.0.1:1/db",
    "postgresql://u:{}%zz@127.0.0.1:1/db",
    "postgresql://u:{}",
    "postgresql://u:{}@",
    "postgresql://u:{}@:x/db",
    "postgresql://u:{} x@127.0.0.1:1/db",
    "postgresql://u:{}@127.0.0.1:port/db",
    "postgresql://u:{}@127.0.0.1:1/db?nonsense=1",
    "postgresql://127.0.0.1:1/db?user=u&password={}",
    "postgresql://127.0.0.1:1/db?password={}@x",
    "postgresql://u@127.0.0.1:1/db?sslpassword={}",
    "postgresql:/u:{}@127.0.0.1:1/db",
    "postgres:u:{}@127.0.0.1:1/db",
    "sqlite://u:{}@127.0.0.1/db",
    "mysql://u:{}@127.0.0.1/db",
    "{}",
)


@pytest.mark.parametrize("address", LEAKY)
def test_no_error_contains_a_password(address: str) -> None:
    from matroidlab_serving.postgres import SegmentPlanner

    for call in (opened, Service.open):
        with pytest.raises((JournalError, ServingError)) as failed:
            call(address.format(SECRET))
        assert SECRET not in f"{failed.value!r} {failed.value} {failed.value.__cause__!r}"
    if address.startswith("postgresql://"):
        with pytest.raises((JournalError, ServingError)) as failed:
            SegmentPlanner(address.format(SECRET))
        assert SECRET not in f"{failed.value!r} {failed.value}"
