"""Ways to crash the interpreter through public names, or to read memory out of bounds.

Each is answered rightly, or refused in words; questions to protocol methods that are none may be
answered by nonsense, but no array is ever left.
"""

from hostile import game_cases, list_cases, protocol_cases, stranger_cases, tracker_cases
from support.cases import Cases

CASES = Cases()
for module in (list_cases, stranger_cases, tracker_cases, protocol_cases, game_cases):
    CASES |= module.CASES

GROUPS = tuple(dict.fromkeys(case.group for case in CASES.values()))
SOME = tuple(
    name
    for group in GROUPS
    for i, name in enumerate(name for name, case in CASES.items() if case.group == group)
    if i % 23 == 0
)
"""Some of every group, for quick tests; `make slow` tries all, each in a process of its own."""
