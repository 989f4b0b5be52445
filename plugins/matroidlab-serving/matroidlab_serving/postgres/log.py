"""The lists in PostgreSQL as a log, with the rows of `matroidlab_serving.sqlite.log`."""

from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.postgres.list_table import LoggedRow
from matroidlab_serving.postgres.stored_rows import learnt_values
from matroidlab_serving.shown_list import LogRow, Reward, rewards_of, slate_rows


def log_rows(found: LoggedRow, engine: Engine) -> list[LogRow]:
    """Return one list item by item, with the weights that were learnt."""
    settings = engine.settings
    items = found.deal.items.tolist()
    rewards = [Reward(None, "not learnt")] * len(items)
    if found.is_learnt:
        reported = [None] * len(items) if found.answer is None else found.answer.values
        values = learnt_values(found.answer, len(items), settings)
        rewards = rewards_of(reported, values, settings.scale)
    rows = slate_rows(
        engine.tokens.of(found.number),
        found.deal.round.places.tolist(),
        [engine.catalogue.keys[item] for item in items],
        found.deal.propensities,
        rewards,
    )
    about = {"segment": settings.segments[found.segment], "time": found.shown_at}
    return [row | about for row in rows]
