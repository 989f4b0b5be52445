import ctypes
import os
import signal
import sys
from multiprocessing import parent_process
from threading import Thread
from typing import Protocol

PR_SET_PDEATHSIG = 1
"""The option of Linux's prctl that names the signal a process gets when its parent dies."""


class Parent(Protocol):
    """What multiprocessing tells a process of its parent."""

    def join(self) -> None:
        """Wait until it has ended."""


def end_with_parent() -> None:
    """Let this process, which multiprocessing has started, end when its parent does, whatever ended that.

    Linux is asked to kill it at once. A thread watches too: for other systems, where it has to wait for a kernel that
    is running, and for a parent that was gone before Linux was asked.
    """
    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Parent) -> None:
    parent.join()
    os._exit(1)
