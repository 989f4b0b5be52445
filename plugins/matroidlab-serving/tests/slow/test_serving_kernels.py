"""With kernels and without, a service is the same; with them, nothing is compiled while somebody
waits.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
KERNELS = """
import sys
sys.path.insert(0, sys.argv[1])
from serving_support.served import MEANS, answer, small
from matroidlab_serving import Service
import hashlib, numpy as np
service = small(swap_size=2, window=5.0, proposal=sys.argv[4])
service.warm_up()
rng, said = np.random.default_rng(3), hashlib.sha256()
for i in range(400):
    if i == 200:
        service.save(sys.argv[2])
        service = Service.load(sys.argv[2])
        service.warm_up()
    if i == 300:
        service.add("b-4", slot="books", now=float(i))
    shown = service.recommend(unavailable=["b-3"] if i % 5 == 0 else [], now=float(i))
    said.update(shown.to_json().encode())
    service.observe(shown.token, answer(shown.items, MEANS | {"b-4": 0.7}, rng), now=float(i))
service.save(sys.argv[3])
print(said.hexdigest())
"""

THREADS = """
import sys
sys.path.insert(0, sys.argv[1])
import threading
import numpy as np
from matroidlab_serving import Service, Top

sys.setswitchinterval(1e-6)
keys = [f"i{i}" for i in range(20_000)]
service = Service(Top(10), keys, keys[:10], segments=["a", "b"], proposal=sys.argv[2], seed=1)
if sys.argv[3] == "warm":
    service.warm_up()
faults, tokens, begin = [], [], threading.Barrier(8)

def visit(number):
    try:
        begin.wait()
        mine = []
        for i in range(LISTS):
            shown = service.recommend("ab"[i % 2], unavailable=keys[:2] if i % 7 == 0 else ())
            mine.append(shown.token)
            assert shown.certificate.verify() if i % 20 == 0 else True
            assert service.observe_many([(shown.token, {}, (i % 3) / 2)] * 2) == [True, False]
            if i % 10 == 0:
                service.peek("a"), service.status()
        tokens.extend(mine)
    except BaseException as error:
        faults.append(repr(error))

threads = [threading.Thread(target=visit, args=(n,)) for n in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
status = service.status()
segments = [service._recorded.engine.segments[index] for index in range(2)]
counts = sum(int(one.policy.estimates.settled.counts.sum()) for one in segments)
shown = [status[name] for name in ("lists", "answers", "learnt", "outstanding")]
print(faults, len(set(tokens)), *shown, counts)
""".replace("LISTS", "30")

COMPILED = """
import sys
sys.path.insert(0, sys.argv[1])
from numba.core import event
from serving_support.served import small, small_options, MEANS, answer
from matroidlab import GraphicMatroid
from matroidlab.kernels import compile_when
from matroidlab_serving import Service, Top
import numpy as np

if sys.argv[2] in ("earned", "now"):
    compile_when(sys.argv[2])
services = [small(proposal=p, swap_size=m, window=w, dealing=d) for p, m, w, d in (
    ("thompson", 1, None, "shuffled"), ("optimistic", 2, 5.0, "independent"),
    (["f-2", "b-3"], 1, None, "shuffled"))]
items = [f"i{i}" for i in range(9)]
services.append(Service(Top(3), items, ["i0", "i1", "i2"], known_means={"i0": 0.1}))
services.append(Service(GraphicMatroid([(0, 1), (0, 2), (1, 2), (1, 2)]), list("abcd"), ["a", "b"]))
if sys.argv[3] == "warm":
    for service in services:
        service.warm_up()

class Listener(event.Listener):
    def on_start(self, found):
        compiled.append(str(found.data.get("dispatcher", found)))
    def on_end(self, found):
        pass

compiled, rng = [], np.random.default_rng(1)
with event.install_listener("numba:compile", Listener()):
    for service in services:
        for i in range(400):
            absent = service.status()["baseline"][:1] if i % 5 == 0 else ()
            shown = service.recommend(unavailable=absent, now=float(i))
            service.observe(shown.token, {}, float(rng.random() < 0.5), now=float(i))
            if i % 50 == 0:
                service.peek()
                service.learn_from([{"weights": {shown.items[0]: 0.5}}], now=float(i))
                service.save(sys.argv[4])
            if i == 200 and service is services[0]:
                service.add("b-9", slot="books", now=200.0)
                service.retire("b-1", successor="b-9", now=200.0)
print(sorted(set(compiled)))
"""


def run(program: str, *arguments: object, kernels: str | None, **more: str) -> str:
    """What a program says, in a process of its own."""
    environment = {
        name: value for name, value in os.environ.items() if name != "MATROIDLAB_KERNELS"
    }
    environment |= ({"MATROIDLAB_KERNELS": kernels} if kernels else {}) | more
    command = [sys.executable, "-c", program, str(TESTS), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert not done.stderr, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("proposal", ["thompson", "optimistic"])
def test_with_kernels_and_without_lists_and_files_are_the_same(
    tmp_path: Path, proposal: str
) -> None:
    said = {
        run(KERNELS, tmp_path / "half", tmp_path / one, proposal, kernels=one)
        for one in ("numpy", "numba")
    }
    assert len(said) == 1
    assert (tmp_path / "numpy").read_bytes() == (tmp_path / "numba").read_bytes()


@pytest.mark.parametrize("proposal", ["thompson", "optimistic"])
@pytest.mark.parametrize(
    ("kernels", "warm"), [("numpy", "cold"), (None, "cold"), (None, "warm"), ("numba", "cold")]
)
def test_eight_threads_make_no_error_and_lose_no_count(
    proposal: str, kernels: str | None, warm: str
) -> None:
    said = run(THREADS, proposal, warm, kernels=kernels)
    lists = 8 * 30
    unavailable = 0
    assert said == f"[] {lists} {lists} {lists} {lists} 0 {lists * 10 - unavailable}"


@pytest.mark.parametrize(("when", "warm"), [("earned", "cold"), ("now", "cold"), ("now", "warm")])
def test_nothing_is_compiled_inside_a_request(tmp_path: Path, when: str, warm: str) -> None:
    # What is in the cache is not compiled.
    nothing_yet = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run(COMPILED, when, warm, tmp_path / "state", kernels=None, **nothing_yet) == "[]"
