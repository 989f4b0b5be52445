"""No error of a service contains the password of its address, nor does a log or a command."""

import logging
import traceback
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving import Service, Top
from matroidlab_serving.commands import command
from matroidlab_serving.postgres import SegmentPlanner

pytestmark = pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed")
KEYS = [f"k{i}" for i in range(12)]
SECRET = "p4ssw0rd"
SCHEMES = (
    "postgresql",
    "postgres",
    "postgresql+psycopg",
    "postgresql+psycopg2",
    "postgresql+asyncpg",
    "POSTGRESQL",
    "Postgres",
    " postgresql",
    "\tpostgresql",
    "jdbc:postgresql",
    "mysql",
    "mysql+pymysql",
    "sqlite",
    "SQLITE",
    "redis",
)
ODD = (
    "host=127.0.0.1 port=1 user=u password={} dbname=db",
    "host=127.0.0.1 port=1 user=u password='{}' dbname=db",
    "HOST=127.0.0.1 PASSWORD={}",
    "password={}",
    "password = {} host=127.0.0.1 port=1",
    "postgresql://u:x/{}@127.0.0.1:1/db",
    "postgresql://u:{}/x@127.0.0.1:1/db",
    "postgresql://u:x@{}@127.0.0.1:1/db",
    "postgresql://u:{}@x@127.0.0.1:1/db",
    "postgresql://u:x?{}@127.0.0.1:1/db",
    "postgresql://u:{}?x@127.0.0.1:1/db",
    "postgresql://u:x#{}@127.0.0.1:1/db",
    "postgresql://u:{}#x@127.0.0.1:1/db",
    "postgresql://u:{}%zz@127.0.0.1:1/db",
    "postgresql://u:%zz{}@127.0.0.1:1/db",
    "postgresql://u:[{}@127.0.0.1:1/db",
    "postgresql://u:{}]@127.0.0.1:1/db",
    "postgresql://u:{}\\x@127.0.0.1:1/db",
    "postgresql://u:{0}@127.0.0.1:1/db#{0}",
    "postgresql://u:{}",
    "postgresql://u:{}/db",
    "postgresql://u:{}@",
    "postgresql://u:{}@:x/db",
    "postgresql://:{}@127.0.0.1:1/db",
    "postgresql://u:{}: x@127.0.0.1:1/db",
    "postgresql://u:{} x@127.0.0.1:1/db",
    "postgresql://u:x {}@127.0.0.1:1/db",
    "postgresql://u:{}\n@127.0.0.1:1/db",
    "postgresql://u:{}\x00@127.0.0.1:1/db",
    "postgresql://u:{}@127.0.0.1:port/db",
    "postgresql://u:{}@127.0.0.1:1/db?nonsense=1",
    "postgresql://u:{}@127.0.0.1:1/db?sslmode=nonsense",
    "postgresql://u:{}@127.0.0.1:1,127.0.0.1:2/db",
    "postgresql://127.0.0.1:1/db?user=u&password={}",
    "postgresql://127.0.0.1:1/db?user=u&PASSWORD={}",
    "postgresql://127.0.0.1:1/db?user=u&passwort={}",
    "postgresql://127.0.0.1:1/db?password={}@x",
    "postgresql://127.0.0.1:1/db?password={}&password=x",
    "postgresql://u@127.0.0.1:1/db?sslpassword={}",
    "postgresql://u@127.0.0.1:1/db?passfile=/{}",
    "postgresql:/u:{}@127.0.0.1:1/db",
    "postgresql:u:{}@127.0.0.1:1/db",
    "postgres:u:{}@127.0.0.1:1/db",
    "//u:{}@127.0.0.1:1/db",
    "u:{}@127.0.0.1:1/db",
    "127.0.0.1:1/db?password={}",
    "{}",
    "postgresql://u:{}@127.0.0.1:1/db?connect_timeout=x",
    "postgresql://u:{}@127.0.0.1:1/db?options=-c%20x",
    "postgresql://u@127.0.0.1:1/db?options=-c%20{}",
    "postgresql://u@127.0.0.1:1/db?service={}",
    "postgresql://u@127.0.0.1:1/db?service=x%20%20{}",
    "postgresql://u@127.0.0.1:1/db?sslmode=require&sslkey=/{}",
    "postgresql://{}:@127.0.0.1:1",
    "postgresql://u%3A{}%40127.0.0.1:1/db",
    "postgresql://{}%40127.0.0.1/db",
    "postgresql:///db?host=u:{}@127.0.0.1&port=1",
    "postgresql:///db?host=%2Fu:{}@127.0.0.1&port=1",
    "sqlite:///u:{}@127.0.0.1/db",
    "sqlite:///lists.db?key={}",
    "sqlite:///lists.db#{}",
)
ADDRESSES = (*(scheme + "://u:{}@127.0.0.1:1/db" for scheme in SCHEMES), *ODD)


def opened(address: str) -> object:
    return Service.open(address, page=Top(3), items=KEYS, baseline=KEYS[:3], seed=3)


def everything_said(error: BaseException | None) -> str:
    """The error, and all errors that it came from, even if they are not printed."""
    said = []
    while error is not None:
        said.append(f"{error!r} {error} {error.args}")
        said.extend(traceback.format_exception(error))
        error = error.__cause__ or error.__context__
    return " ".join(said)


@pytest.mark.parametrize("call", [opened, Service.open, SegmentPlanner])
@pytest.mark.parametrize("address", ADDRESSES)
def test_no_error_and_no_log_contains_a_password(
    address: str, call: object, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises((JournalError, ServingError)) as failed:
        call(address.format(SECRET))  # type: ignore[operator]
    assert SECRET not in everything_said(failed.value)
    assert SECRET not in caplog.text


@pytest.mark.parametrize("address", ADDRESSES[::4])
def test_the_command_does_not_print_a_password(address: str) -> None:
    given = address.format(SECRET).replace("\x00", "")
    done = CliRunner().invoke(command, ["--", given], env={"COLUMNS": "300"})
    assert done.exit_code != 0
    assert SECRET not in done.output + everything_said(done.exception)


def test_nor_does_it_if_an_address_falls_into_several_arguments() -> None:
    parts = ["host=127.0.0.1", "port=1", "user=u", f"password={SECRET}"]
    done = CliRunner().invoke(command, parts)
    assert done.exit_code == 2
    assert "the address must be like" in done.output
    assert SECRET not in done.output


def test_the_address_of_a_planner_may_be_in_a_variable() -> None:
    given = {"MATROIDLAB_SERVICE": f"postgresql://u:{SECRET}@127.0.0.1:1/db"}
    done = CliRunner().invoke(command, env=given)
    assert "PostgreSQL at 127.0.0.1, database db cannot be reached" in str(done.exception)
