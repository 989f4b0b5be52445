"""Every law stands in the documentation, with its statement."""

from pathlib import Path

from matroidlab.testing.laws.matroids import MATROID_LAWS
from matroidlab.testing.laws.policies import POLICY_LAWS
from matroidlab.testing.laws.rewards import REWARD_LAWS

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "testing.md").read_text(encoding="utf-8")


def test_every_law_is_documented_in_its_own_words() -> None:
    rows = [f"| `{law.name}` | {law.statement} |" for law in MATROID_LAWS]
    rows += [f"| `{law.name}` | {law.statement} |" for law in REWARD_LAWS]
    rows += [f"| `{law.name}` | {law.statement} |" for law in POLICY_LAWS]
    assert [row for row in rows if row not in PAGE] == []
