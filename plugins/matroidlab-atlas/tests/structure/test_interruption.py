"""A long question hears Ctrl-C, in a process of its own."""

import signal
import subprocess
import sys

PROGRAM = """
import sys
from matroidlab import OracleMatroid
from matroidlab_atlas import structure

asked = 0

def slow(part):
    global asked
    asked += 1
    if asked == 100:
        print("asking", flush=True)
    return len(part) <= 11

structure.axiom_violation(OracleMatroid(22, slow))
"""


def test_an_interrupt_ends_a_long_question() -> None:
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "asking\n"
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=60)
    assert program.returncode == -signal.SIGINT
    assert "KeyboardInterrupt" in errors
