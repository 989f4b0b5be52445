"""Services in memory and in a file for programs of asyncio."""

import asyncio
from pathlib import Path

from matroidlab_serving import AsyncService, Service, Top
from serving_support.served import small_options


def test_calls_of_a_service_in_a_file_are_made_at_once(tmp_path: Path) -> None:
    async def serve() -> None:
        address = f"sqlite:///{tmp_path / 'lists.db'}"
        async with await AsyncService.open(address, **small_options()) as service:
            shown = await asyncio.gather(*(service.recommend() for _ in range(50)))
            assert len({one.token for one in shown}) == 50
            answers = (service.observe(one.token, {}, 0.0) for one in shown)
            assert await asyncio.gather(*answers) == [True] * 50
            assert (await service.status())["learnt"] == 50
            assert await service.fault() is None
            assert "matroidlab_lists_total 50.0" in await service.metrics()
            await asyncio.to_thread(service.blocking.pause)
            assert (await service.recommend()).origin == "trusted"
            assert (await service.peek()).token == ""

    asyncio.run(serve())
    with Service.open(f"sqlite:///{tmp_path / 'lists.db'}") as again:
        assert again.status()["lists"] == 51


def test_visitors_may_have_features() -> None:
    async def serve() -> None:
        made = Service(Top(2), ["a", "b", "c"], ["a", "b"], features=2, norm=1.0, seed=1)
        async with AsyncService(made) as service:
            assert (await service.recommend(features=[1.0, 0.0], durable=False)).token

    asyncio.run(serve())
