import json
from pathlib import Path

import click

from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.errors import MatroidLabError
from matroidlab_experiments.report_pages.page import write_report
from matroidlab_experiments.result_files.results import collected_results


@click.command("report")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder for the page and its pictures; by default that of the results.",
)
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, *, folder: Path, out: Path | None, as_json: bool) -> None:
    """Write an HTML page about the results in DIR.

    DIR is the folder of one experiment, or a folder that contains those of several.

    \b
    Examples:
      matroidlab report results/price
      matroidlab report results --out pages
    """  # noqa: D301 - \b makes click keep the line breaks
    try:
        results = collected_results(folder)
        page = write_report(results, out or folder, modules=modules_of(ctx))
    except (MatroidLabError, ImportError) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        names = [result.experiment.name for result in results]
        click.echo(json.dumps({"report": str(page), "experiments": names}, indent=2))
    else:
        click.echo(f"The report, with all pictures: {page}")
