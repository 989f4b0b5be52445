"""How tests run: examples of laws, compiling, signals; imported by all conftest files."""

import os
import signal

from hypothesis import HealthCheck, settings

from matroidlab.kernels.when_to_compile import SWITCH, compile_when

# The laws draw many small matroids and judge them by brute force, which has no deadline. By hand,
# each run draws a few others; in CI the same ones, twice as many, are drawn every time, so that
# only changes can fail. EXAMPLES=10 is a quick run.
USUAL_EXAMPLES = "30" if "CI" in os.environ else "15"
settings.register_profile(
    "laws",
    max_examples=int(os.environ.get("EXAMPLES", USUAL_EXAMPLES)),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("laws")

# Hundreds of short games in one process would, by the usual rule, be compiled one after the other:
# a third of the time of the quick tests where nothing is on disk yet. Tests that are about compiled
# code ask for it (`compiling("now")`), and MATROIDLAB_KERNELS=numba compiles everything.
if SWITCH not in os.environ:
    compile_when("never")

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # as a shell starts what it runs in the background
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # tests interrupt programs that they start
