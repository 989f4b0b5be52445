"""Several services in one database, the rights of a front end, and tables of earlier versions."""

from itertools import count

import pytest
from click.testing import CliRunner

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.commands import command
from matroidlab_serving.postgres import schema
from matroidlab_serving.postgres.schema_name import split_address
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, execute, opened, planner, raw

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"schemas{next(NUMBERS)}")


def test_services_in_one_database_share_nothing(address: str) -> None:
    books, films = f"{address}?schema=books", f"{address}?schema=films"
    with opened(books) as one, opened(films, seed=8, swap_size=2) as other:
        for own, front, lists in ((books, one, 3), (films, other, 5)):
            front.recommend()
            with planner(own) as planning:
                planning.step()
                for _ in range(lists):
                    shown = front.recommend()
                    assert shown.note is None
                    assert front.observe(shown.token, {}, 1.0)
                planning.step()
        assert [front.status()["learnt"] for front in (one, other)] == [3, 5]
        assert len({row["slate_id"] for row in other.log()}) == 6
        assert other.recommend().certificate.swap_size == 2
        one.pause()
        assert not other.history()
    with raw(address) as connection:
        rows = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1"
        ).fetchall()
    assert [name for (name,) in rows] == ["books", "films", "information_schema", "public"]
    assert "schema books" in repr(one)


@pytest.mark.parametrize("name", ["", "1a", "pg_catalog", "a-b", 'a"b', "A", "a" * 64, "x;y"])
def test_a_name_that_could_be_sql_is_refused(name: str) -> None:
    with pytest.raises(ServingError, match="the schema of an address must be"):
        split_address(f"postgresql://u@h/d?schema={name}")


@pytest.mark.parametrize("name", ["matroidlab", "books"])
def test_a_front_end_writes_no_state_that_was_learnt(
    server: Server, address: str, name: str
) -> None:
    own = f"{address}?schema={name}"
    role = f"web{next(NUMBERS)}"
    with opened(own, holdback=0.1) as front, planner(own) as planning:
        front.recommend()
        planning.step()
        script = CliRunner().invoke(command, [own, "--grants", role])
        assert script.exit_code == 0
        with raw(address) as connection:
            connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'web'")
            connection.execute(script.output)
        theirs = own.replace(f"//lab:{server.password}@", f"//{role}:web@")
        with opened(theirs, holdback=0.1) as web:
            for number in range(12):
                shown = web.recommend(visitor=f"v{number}")
                assert shown.note is None
                assert web.observe(shown.token, {}, 1.0)
            web.recommend(unavailable=["k1"])
            assert web.peek().certificate.verify()
            web.learn_from([{"weights": {"k1": 1.0}}])
            assert web.recommend(candidates=["k2", "k3", "k4"]).note is None
            assert web.expire(0.0) >= 0
            assert web.status()["answers"] == 13
            assert "matroidlab_lists_total" in web.metrics()
            assert list(web.log())
            with pytest.raises(JournalError, match="permission denied"):
                web.pause()
            with pytest.raises(JournalError, match="permission denied"):
                web.retire("k9")
            with pytest.raises(JournalError, match="permission denied"):
                web.change(swap_size=2)
        planning.step()
        assert front.status()["learnt"] == 13
    for forbidden in (
        "UPDATE lists SET learnt = 1",
        "DELETE FROM lists",
        "UPDATE lists SET items = '{1,2,3}'",
        "UPDATE segments SET published = NULL",
        "UPDATE segments SET snapshot = NULL",
        "UPDATE service SET control = '[]'",
        "UPDATE service SET changes = 0",
        "INSERT INTO changes VALUES (1, 'x', 'y')",
        "INSERT INTO steps VALUES (0, 99, '')",
        "SELECT * FROM steps",
        "DELETE FROM rounds",
        "UPDATE outcomes SET resumed = 0",
        "UPDATE version SET version = 9",
        "CREATE TABLE more (id int)",
    ):
        with raw(theirs.split("?")[0]) as connection:
            connection.execute(f"SET search_path = {name}")
            with pytest.raises(Exception, match="permission denied"):
                connection.execute(forbidden)


def test_tables_of_an_earlier_version_are_upgraded(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one version yet; this makes another one up."""
    own = f"{address}?schema=books"
    with opened(own) as front:
        token = front.recommend().token
    with monkeypatch.context() as later:
        upgrade = {schema.VERSION: ("CREATE TABLE matroidlab.more (id int)",)}
        later.setattr(schema, "UPGRADES", upgrade)
        later.setattr(schema, "VERSION", schema.VERSION + 1)
        with opened(own) as front:
            assert front.observe(token, {}, 1.0)
        execute(address, "SELECT * FROM books.more")
        opened(own).close()  # it is what it should be by now
    with pytest.raises(JournalError, match="has version 2 of the tables, and this program reads"):
        opened(own)


@pytest.mark.parametrize("role", ["", 'a"b', "a;b", "x" * 64])
def test_a_role_that_could_be_sql_is_refused(role: str) -> None:
    done = CliRunner().invoke(command, ["postgresql://u@h/d", "--grants", role])
    assert isinstance(done.exception, ServingError)
