"""The table of the documentation is the catalogue, with the verdicts as they come out."""

import re
from pathlib import Path

from support.catalogue import report

from matroidlab.catalogue import Entry, catalogue
from matroidlab.orderability import Verdict

PAGE = Path(__file__).parents[2] / "docs" / "matroids" / "catalogue.md"
MARKS = {Verdict.STRONG: "strongly", Verdict.BASE: "yes", Verdict.NOT_BASE: "no"}
HEADER = (
    "| name | matroid | size | rank | bases | orderable | what it is | source |\n|---|---|---|---|---|---|---|---|\n"
)


def row(entry: Entry) -> str:
    bases = str(entry.bases) if entry.published else f"*{entry.bases}*"
    title = entry.title.replace("\\", "\\\\").replace("*", "\\*")
    link = entry.source.link
    source = str(entry.source) if entry.source.author == "Oxley" else f"[{entry.source}]({link})"
    facts = (f"`{entry.name}`", title, entry.size, entry.rank, bases, MARKS[report(entry.name).verdict])
    return "| " + " | ".join(map(str, (*facts, entry.description, source))) + " |\n"


def test_the_table_of_the_page_is_what_the_catalogue_says() -> None:
    (table,) = re.findall(r"^\| name \|.*?\n(?=\n)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert table == HEADER + "".join(map(row, catalogue.values()))


def test_the_page_says_how_many_there_are_and_how_many_numbers_are_computed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"{len(catalogue)} matroids" in text
    assert text.count("| *") == sum(not entry.published for entry in catalogue.values())
