"""The items of the shop, and how often each is clicked, which only a made-up world knows."""

from typing import NamedTuple

from matroidlab_serving import Slots

PAGE = Slots({"books": 2, "films": 2, "games": 1})


class Item(NamedTuple):
    """Something to show; ``clicks`` is how many of a hundred visitors click on it."""

    slot: str
    title: str
    clicks: int


ITEMS = {
    "harbour": Item("books", "The Old Harbour", 24),
    "brave": Item("books", "Bold & Brave", 20),
    "atlas": Item("books", "An Atlas of Small Islands", 62),
    "kitchen": Item("books", "My Grandmother's Kitchen", 48),
    "winter": Item("books", "Winter, Twice", 30),
    "ledger": Item("books", "The Ledger", 9),
    "train": Item("films", "Night Train", 22),
    "lantern": Item("films", "Paper Lanterns", 26),
    "comet": Item("films", "The Year of the Comet", 58),
    "tailor": Item("films", "The Tailor of Trieste", 44),
    "letters": Item("films", "Love Letters", 16),
    "fog": Item("films", "Fog", 7),
    "islands": Item("games", "Thirty Islands", 28),
    "maze": Item("games", "The Gardener's Maze", 66),
    "rails": Item("games", "Rails & Rivers", 40),
    "tower": Item("games", "Tower of Sand", 12),
}
BASELINE = ["harbour", "brave", "train", "lantern", "islands"]
MEANS = {key: item.clicks / 100 for key, item in ITEMS.items()}


def worth(keys: tuple[str, ...] | list[str]) -> float:
    """Return how many clicks a list gets on average."""
    return sum(MEANS[key] for key in keys)


def best_list() -> list[str]:
    """Return the best list, which the service has to find."""
    by_clicks = sorted(ITEMS, key=MEANS.__getitem__, reverse=True)
    return [
        key
        for slot, room in PAGE.rooms.items()
        for key in [k for k in by_clicks if ITEMS[k].slot == slot][:room]
    ]
