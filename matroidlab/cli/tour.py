import click
import numpy as np

from matroidlab import GraphicMatroid, UniformMatroid, exchange_bijection, max_weight_basis
from matroidlab.bandits import SafeThompson
from matroidlab.cli.options import manager_of, plugin_option
from matroidlab.cli.paragraphs import say
from matroidlab.registry import families
from matroidlab.rewards import Bernoulli

LIKED = {
    "tea": 0.2,
    "rice": 0.3,
    "figs": 0.25,
    "bread": 0.8,
    "olives": 0.7,
    "honey": 0.9,
    "salt": 0.1,
    "leeks": 0.15,
}
"""The items of a shop, and the share of visitors who like each, which the policy does not know."""

BASELINE = ["tea", "rice", "figs"]

SHOWN = (1, 50, 1_000)
"""The numbers of the lists that are printed."""


@click.command("tour")
@plugin_option
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show in a few lines what the library does: a safe policy, greedy bases, and exchanges.

    \b
    Examples:
      matroidlab tour
      matroidlab tour -p my_module
    """  # noqa: D301 - \b makes click keep the line breaks
    _show_learning()
    click.echo()
    _show_exchanges()
    click.echo()
    say(f"Families of matroids: {', '.join(sorted(families(manager_of(ctx))))}")


def _show_exchanges() -> None:
    network = GraphicMatroid(edges=[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    weights = np.array([0.3, 0.9, 0.4, 0.8, 0.5])
    say("A second example: a network of links, and what each is worth:")
    say(str(network), indent="  ")
    say(str(weights.tolist()), indent="  ")
    best = max_weight_basis(network, weights)
    say(f"The best links that connect it without a cycle (greedy): {best.tolist()}")
    click.echo()
    trusted = [0, 1, 2]
    say(
        f"A trusted list of links: {trusted}. Each of its links can be exchanged for one of the "
        "best, one at a time, and the list stays valid (a perfect matching of single exchanges):"
    )
    for i, incoming in enumerate(exchange_bijection(network, trusted, best).tolist()):
        if incoming == trusted[i]:
            click.echo(f"  {incoming} stays (it is one of the best)")
            continue
        shown = [*trusted[:i], incoming, *trusted[i + 1 :]]
        click.echo(f"  {trusted[i]} -> {incoming}: show {shown}")


def _show_learning() -> None:
    items = list(LIKED)
    rng = np.random.default_rng(0)
    baseline = [items.index(name) for name in BASELINE]
    policy = SafeThompson(UniformMatroid(len(items), len(baseline)), baseline, seed=rng)
    visitors = Bernoulli(list(LIKED.values()))
    say(
        f"A shop shows 3 of its {len(items)} items, until now {', '.join(BASELINE[:-1])} and "
        f"{BASELINE[-1]}. "
        "SafeThompson learns what visitors like, with at most one doubtful item (*) in a list; all "
        "others are proven to be no worse than an item of the shop's list:"
    )
    for number in range(1, SHOWN[-1] + 1):
        lists = policy.plan()
        if number in SHOWN:
            partners = policy.safe_lists.partners(lists[0], policy.estimates.cautious())
            pairs = zip(lists[0, 0].tolist(), partners[0].tolist(), strict=True)
            named = ", ".join(items[item] + "*" * (partner < 0) for item, partner in pairs)
            click.echo(f"  list {number:,} shows {named}")
        policy.learn(lists, visitors.draw(lists, rng))
    best = max_weight_basis(policy.matroid, visitors.means)
    own, learnt, most = (visitors.means[some].sum() for some in (baseline, lists[0, 0], best))
    say(
        f"On average, a visitor likes {own:.2f} items of the shop's list, {learnt:.2f} of the "
        f"last list shown, and {most:.2f} of the best possible list."
    )
    say(policy.promise)
