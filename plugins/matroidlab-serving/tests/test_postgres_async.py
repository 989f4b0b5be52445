"""Front ends for asyncio: many requests at once, on few connections and without threads."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving import AsyncService, Shown
from matroidlab_serving.postgres.own_items import OwnItemRequests
from serving_support.pooler import Pooler
from serving_support.pooler import program as pooler_program
from serving_support.postgres import shared_server
from serving_support.postgres_shop import GIVEN, NEEDS_POSTGRES, opened, planner, raw, stopped

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture
def address() -> str:
    return shared_server().database(f"async{next(NUMBERS)}")


def served(address: str, call: Callable[[AsyncService], Awaitable[Any]], **others: Any) -> Any:
    """What a function of a service returns, in a loop of its own."""

    async def serve() -> Any:
        async with await AsyncService.open(address, **(GIVEN | others)) as service:
            return await call(service)

    return asyncio.run(serve())


async def visits(service: AsyncService, number: int) -> list[Shown]:
    return list(await asyncio.gather(*(service.recommend() for _ in range(number))))


def test_sixty_requests_wait_at_once_without_threads(address: str) -> None:
    """While a table is locked, all of them are in the front end; then each gets its own list."""

    async def all_at_once(service: AsyncService) -> None:
        await service.recommend()
        with planner(address, ahead=80) as own:
            own.step()
        with raw(address) as other, other.transaction():
            other.execute("LOCK TABLE matroidlab.lists IN ACCESS EXCLUSIVE MODE")
            threads = threading.active_count()
            asked = [asyncio.create_task(service.recommend()) for _ in range(60)]
            await asyncio.sleep(0.2)
            assert threading.active_count() == threads
            assert not any(task.done() for task in asked)
        shown = await asyncio.gather(*asked)
        assert {one.note for one in shown} == {None}
        assert len({one.token for one in shown}) == 60
        answers = (service.observe(one.token, dict.fromkeys(one.items, 1.0)) for one in shown)
        assert await asyncio.gather(*answers) == [True] * 60
        again = (service.observe(one.token, dict.fromkeys(one.items, 1.0)) for one in shown)
        assert await asyncio.gather(*again) == [False] * 60
        assert (await service.status())["answers"] == 60
        assert "matroidlab_answers_total 60.0" in await service.metrics()

    served(address, all_at_once, connections=4)


def test_orders_and_changes_hold_for_requests_that_are_on_their_way(address: str) -> None:
    async def ordered(service: AsyncService) -> None:
        await service.recommend()
        with planner(address, ahead=200) as own:
            own.step()
            await visits(service, 20)
            await asyncio.to_thread(service.blocking.pause)
            assert {one.origin for one in await visits(service, 20)} == {"trusted"}
            await asyncio.to_thread(service.blocking.resume)
            await asyncio.to_thread(service.blocking.retire, "k7")
            own.step()
            shown = await visits(service, 40)
        assert {one.origin for one in shown} == {"explored"}
        assert "k7" not in {item for one in shown for item in one.items}
        assert all(one.certificate.verify() for one in shown)
        own_items = await service.recommend(candidates=["k0", "k1", "k2", "k9"], exclude=["k2"])
        assert set(own_items.items) <= {"k0", "k1", "k9"}
        assert (await service.peek()).token == ""
        with pytest.raises(ServingError, match="features"):
            await service.recommend(features=[1.0])

    served(address, ordered)


def test_leases_are_shared_by_all_requests_and_reported(address: str) -> None:
    async def leased(service: AsyncService) -> int:
        await service.recommend()
        with planner(address, ahead=99) as own:
            own.step()
        dealt: int = (await service.status())["dealt_ahead"]
        shown = await visits(service, 15)
        # One request leases for all: the others take a list each, and leave those of others.
        assert (await service.status())["dealt_ahead"] >= dealt - 15 - 16
        shown += [one for _ in range(3) for one in await visits(service, 15)]
        assert {one.note for one in shown} == {None}
        assert len({one.token for one in shown}) == 60
        await asyncio.sleep(1.3)
        assert (await service.status())["lists"] == 61
        return dealt

    dealt = served(address, leased, lease=16)
    with opened(address) as front:
        status = front.status()
        assert (status["lists"], status["dealt_ahead"]) == (61, dealt - 60)


def test_lists_of_own_items_are_planned_outside_the_loop(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[threading.Thread] = []
    plan = OwnItemRequests._planned

    def noted(*given: Any) -> Any:
        planned.append(threading.current_thread())
        return plan(*given)

    monkeypatch.setattr(OwnItemRequests, "_planned", noted)

    async def own_items(service: AsyncService) -> None:
        asked = [asyncio.create_task(service.recommend(exclude=["k0"])) for _ in range(20)]
        await asyncio.sleep(0)  # all have begun, and none can have ended
        asked[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked[0]
        shown = await asyncio.gather(*asked[1:])
        assert len({one.token for one in shown}) == 19
        assert all("k0" not in one.items for one in shown)
        assert (await service.recommend(candidates=["k0", "k1", "k2"])).token

    served(address, own_items)
    assert len(planned) >= 19
    assert threading.main_thread() not in planned


def test_a_database_that_is_away_costs_one_request_a_moment_and_the_others_none(
    address: str,
) -> None:
    async def away(service: AsyncService) -> None:
        first = await visits(service, 20)
        assert all(one.token for one in first)
        with stopped(shared_server()):
            start = time.monotonic()
            assert not any(one.token for one in await visits(service, 20))
            assert time.monotonic() - start < 2
            start = time.monotonic()
            probe, *others = [asyncio.create_task(service.recommend()) for _ in range(20)]
            shown = await asyncio.gather(*others)
            assert time.monotonic() - start < 1  # only one of them waits
            assert {one.token for one in shown} == {""}
            assert "database is away" in str((await probe).note)
            with pytest.raises(JournalError):
                await service.observe(first[0].token, dict.fromkeys(first[0].items, 1.0))
        for _ in range(100):
            if (await service.recommend()).token:
                break
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.3)
        assert all(one.token for one in await visits(service, 20))
        assert await service.observe(first[0].token, dict.fromkeys(first[0].items, 1.0))

    served(address, away)


def test_through_a_pooler_every_call_succeeds(address: str) -> None:
    if pooler_program() is None:
        pytest.skip("pgbouncer is not on this machine")
    server = shared_server()
    pooler = Pooler(server, server.folder / f"pool-async{next(NUMBERS)}")

    async def pooled(service: AsyncService) -> None:
        await service.recommend()
        with planner(pooler.address(address), ahead=150) as own:
            own.step()
            shown = [one for _ in range(3) for one in await visits(service, 30)]
            shown.append(await service.recommend(exclude=["k0"]))
            assert all(one.token for one in shown)
            answers = (service.observe(one.token, {}, 0.0) for one in shown)
            assert await asyncio.gather(*answers) == [True] * 91
            own.step()
        assert (await service.status())["learnt"] == 91

    try:
        served(pooler.address(address), pooled, lease=8)
    finally:
        pooler.stop()


def test_the_number_of_connections_is_checked(address: str) -> None:
    with pytest.raises(ServingError, match="connections"):
        served(address, visits, connections=0)  # type: ignore[arg-type]
