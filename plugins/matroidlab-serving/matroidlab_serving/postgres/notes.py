"""The notes of lists that are not as planned: `Shown.note` says why."""

AWAY = "the planner is away: this is the last trusted list, and no new items are tried"
ABSENT = (
    "some items are not available: this is the trusted list of the others, "
    "and no new items are tried"
)
DATABASE_AWAY = (
    "the database is away: this is the last trusted list that is known here, and its answer "
    "cannot be learnt"
)
