"""The tables in PostgreSQL."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from matroidlab.errors import JournalError
from matroidlab_serving.postgres.functions import FUNCTIONS, SHARDS

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

LOCK = 0x6D61746C
"""The first key of the advisory lock, "matl"; the second is -1."""

UPGRADES: Mapping[int, tuple[str, ...]] = {}
"""By version, the statements that make its tables those of the next one. A version that was
released is never changed: a new one is added here."""
VERSION = 1 + len(UPGRADES)
PLANNERS = """CREATE TABLE matroidlab.planners (
    planner text PRIMARY KEY, seen_at double precision NOT NULL)"""
"""The planners that run, and when each was seen last."""
COMPARISONS = (
    # Rankers that are compared, and the credit for the lists that were learnt of a segment.
    """CREATE TABLE matroidlab.comparisons (
        number serial PRIMARY KEY, rankers text NOT NULL, is_on boolean NOT NULL)""",
    """CREATE TABLE matroidlab.credits (
        comparison int, segment int, content text NOT NULL, PRIMARY KEY (comparison, segment))""",
)
OUTCOMES = (
    # The weights of the service and of its holdback, after so many orders to resume; the visitors
    # that were counted, by hash.
    """CREATE TABLE matroidlab.outcomes (
        segment int PRIMARY KEY, content text NOT NULL, resumed int NOT NULL)""",
    """CREATE TABLE matroidlab.visitors (
        bucket int PRIMARY KEY, is_held_back boolean NOT NULL)""",
)
TALLIES = (
    # How many lists there are of each kind, to be added up over all rows; half of each page is left
    # for new versions of its rows.
    """CREATE TABLE matroidlab.tallies (
        shard int PRIMARY KEY, shown bigint NOT NULL DEFAULT 0, answered bigint NOT NULL DEFAULT 0,
        learnt bigint NOT NULL DEFAULT 0, expired bigint NOT NULL DEFAULT 0)
        WITH (fillfactor = 50)""",
    f"INSERT INTO matroidlab.tallies SELECT generate_series(0, {SHARDS - 1})",
)

TABLES = (
    # The service as it was made; ``changes`` counts the changes of the catalogue since, and
    # ``control`` has the orders of operators. So many lists were exported, and ``removed`` is the
    # largest number of a list that was removed after that.
    """CREATE TABLE matroidlab.service (
        id int PRIMARY KEY CHECK (id = 0), service bytea NOT NULL, catalogue bytea NOT NULL,
        made_of bytea NOT NULL, changes int NOT NULL DEFAULT 0,
        control text NOT NULL DEFAULT '[]', exported bigint NOT NULL DEFAULT 0,
        removed bigint NOT NULL DEFAULT 0)""",
    """CREATE TABLE matroidlab.changes (
        number int PRIMARY KEY, command text NOT NULL, content text NOT NULL)""",
    # The state of a planner after some step, the data from which front ends show a trusted list
    # without it, the planner that has the segment, and what is damaged.
    """CREATE TABLE matroidlab.segments (
        segment int PRIMARY KEY, step bigint NOT NULL DEFAULT 0, snapshot bytea,
        snapshot_step bigint NOT NULL DEFAULT 0, published text, planned_at double precision,
        planner text, fault text)""",
    PLANNERS,
    """CREATE TABLE matroidlab.steps (
        segment int NOT NULL, number bigint NOT NULL, content text NOT NULL,
        PRIMARY KEY (segment, number))""",
    """CREATE TABLE matroidlab.rounds (
        round bigserial PRIMARY KEY, segment int NOT NULL, content text NOT NULL,
        lists int NOT NULL DEFAULT 1)""",
    # Lists: dealt, maybe leased to a front end until some time, then shown, then answered in one or
    # several parts, then learnt; or withdrawn before they were shown, or expired. ``propensities``
    # are those of a list that was drawn from several kinds.
    """CREATE TABLE matroidlab.lists (
        number bigserial PRIMARY KEY, segment int NOT NULL, round bigint, chosen int, others int[],
        items int[] NOT NULL, changes int NOT NULL, withdrawn boolean NOT NULL DEFAULT false,
        leased_until double precision, shown_at double precision, answers text[],
        answer_number bigint, expired boolean NOT NULL DEFAULT false, learnt bigint,
        draft text, origin text, propensities text, visit text,
        exported boolean NOT NULL DEFAULT false)""",
    *COMPARISONS,
    *OUTCOMES,
    *TALLIES,
    "CREATE SEQUENCE matroidlab.answers",
    """CREATE INDEX lists_to_show ON matroidlab.lists (segment, number)
        WHERE shown_at IS NULL AND NOT withdrawn""",
    """CREATE INDEX lists_to_learn ON matroidlab.lists (segment, answer_number)
        WHERE answers IS NOT NULL AND learnt IS NULL AND NOT expired""",
    "CREATE INDEX lists_to_remove ON matroidlab.lists (shown_at) WHERE exported",
    """CREATE INDEX lists_withdrawn ON matroidlab.lists (number)
        WHERE withdrawn AND shown_at IS NULL""",
    """CREATE INDEX lists_to_close ON matroidlab.lists (segment, shown_at)
        WHERE shown_at IS NOT NULL AND learnt IS NULL AND NOT expired""",
)


def make_tables(cursor: "Cursor", where: str) -> None:
    """Make the tables if there are none.

    Programs that start at the same time wait for one another.
    """
    cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCK, -1))
    cursor.execute("SELECT to_regclass('matroidlab.version')")
    found = cursor.fetchone()
    if found is None or found[0] is None:
        cursor.execute("CREATE SCHEMA IF NOT EXISTS matroidlab")
        cursor.execute(
            "CREATE TABLE matroidlab.version (id int PRIMARY KEY CHECK (id = 0), version int "
            "NOT NULL)"
        )
        cursor.execute("INSERT INTO matroidlab.version VALUES (0, %s)", (VERSION,))
        for statement in (*TABLES, *FUNCTIONS):
            cursor.execute(statement)
        return
    cursor.execute("SELECT version FROM matroidlab.version")
    row = cursor.fetchone()
    version: int = 0 if row is None else row[0]
    while version in UPGRADES:
        for statement in UPGRADES[version]:
            cursor.execute(statement)
        version += 1
        cursor.execute("UPDATE matroidlab.version SET version = %s", (version,))
    if version != VERSION:
        raise JournalError(
            f"{where} has version {version} of the tables, and this program reads version {VERSION}"
        )
