"""The rights of a front end in the database: what visitors need."""

import re

from matroidlab.errors import ServingError
from matroidlab_serving.postgres.schema_name import in_schema

_ROLE = re.compile(r"[A-Za-z_][A-Za-z0-9_$-]{0,62}")
READ = "version, service, changes, rounds, lists, comparisons, credits, outcomes, planners, tallies"
OF_SEGMENTS = "segment, step, published, planned_at, planner, fault, snapshot, snapshot_step"
OF_DEALT = "segment, round, chosen, items, changes, exported"
OF_SHOWN = "shown_at, answers, answer_number, origin, propensities, visit"
"""The columns of a list that a front end writes; those of `OF_DEALT` only of a new list."""
GRANTS = (
    "GRANT USAGE ON SCHEMA matroidlab TO {role}",
    *(f"GRANT SELECT ON matroidlab.{table} TO {{role}}" for table in READ.split(", ")),
    # Requests with candidates are planned by the snapshot.
    f"GRANT SELECT ({OF_SEGMENTS}) ON matroidlab.segments TO {{role}}",
    "GRANT INSERT (segment) ON matroidlab.segments TO {role}",
    # To lock the row while a list is shown; the column has one value.
    "GRANT UPDATE (id) ON matroidlab.service TO {role}",
    "GRANT INSERT (segment, content) ON matroidlab.rounds TO {role}",
    f"GRANT INSERT ({OF_DEALT}, {OF_SHOWN}) ON matroidlab.lists TO {{role}}",
    f"GRANT UPDATE (number, leased_until, expired, {OF_SHOWN}) ON matroidlab.lists TO {{role}}",
    "GRANT UPDATE ON matroidlab.tallies TO {role}",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA matroidlab TO {role}",
    "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA matroidlab TO {role}",
)
"""A front end shows and answers lists. It cannot write what was learnt, the catalogue, the settings
or the orders of operators, nor delete anything."""


def grants(role: str, schema: str) -> str:
    """Return the statements that give a role the rights of a front end, one on each line."""
    if not _ROLE.fullmatch(role):
        raise ServingError(
            f"a role must be letters, digits, _, $ or -, at most 63, got {role!r:.80}"
        )
    quoted = f'"{role}"'
    made = (in_schema(one, schema).format(role=quoted) for one in GRANTS)
    return "".join(f"{one};\n" for one in made)
