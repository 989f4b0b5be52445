import click
import numpy as np

from matroidlab import GraphicMatroid, exchange_bijection, max_weight_basis
from matroidlab.cli.options import manager_of, plugin_option
from matroidlab.registry import families


@click.command("tour")
@plugin_option
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show in a few lines what the library does: families found, one greedy basis, one exchange."""
    click.echo(f"Matroid families found: {', '.join(sorted(families(manager_of(ctx))))}\n")
    network = GraphicMatroid(edges=[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    weights = np.array([0.3, 0.9, 0.4, 0.8, 0.5])
    click.echo(f"A network of links, and what each is worth:\n  {network}\n  {weights.tolist()}")
    best = max_weight_basis(network, weights)
    click.echo(f"The best links that connect it without a cycle (greedy): {best.tolist()}\n")
    trusted = [0, 1, 2]
    click.echo(f"A trusted list of links: {trusted}. Each of its links can be exchanged for one of the best,")
    click.echo("one at a time, and the list stays valid (a perfect matching of single exchanges):")
    for i, incoming in enumerate(exchange_bijection(network, trusted, best).tolist()):
        shown = [*trusted[:i], incoming, *trusted[i + 1 :]]
        click.echo(f"  {trusted[i]} -> {incoming}: show {shown}")
