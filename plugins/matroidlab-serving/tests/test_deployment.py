"""The files of the deployment: what they name is there, and PostgreSQL's parts start in order."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from serving_support.http_service import NEEDS_HTTP, HttpService
from serving_support.postgres import Server
from serving_support.postgres_shop import NEEDS_POSTGRES

DEPLOY = Path(__file__).parents[1] / "deploy"
ROOT = DEPLOY.parents[2]


def compose() -> Any:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_there_are_a_database_a_front_end_and_two_planners() -> None:
    services = compose()["services"]
    assert set(services) == {"database", "web", "planner"}
    assert services["planner"]["deploy"]["replicas"] == 2
    assert services["planner"]["command"] == ["planner"]
    assert services["web"]["ports"] == ["127.0.0.1:8000:8000"]
    for one in services.values():
        for name in one.get("depends_on", {}):
            assert "healthcheck" in services[name]


def test_every_file_that_they_name_is_there() -> None:
    services = compose()["services"]
    context = (DEPLOY / services["web"]["build"]["context"]).resolve()
    assert context == ROOT
    assert (context / services["web"]["build"]["dockerfile"]).is_file()
    for volume in services["web"]["volumes"]:
        assert (DEPLOY / volume.partition(":")[0]).is_file()
    copied = re.findall(r"'?(\./[\w/-]+)\[", (DEPLOY / "Dockerfile").read_text())
    assert copied
    assert all((ROOT / path / "pyproject.toml").is_file() for path in copied)


def test_no_file_has_a_password() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert (
        re.findall(r"PASSWORD: (.*)", text) == ["${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD}"] * 2
    )


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


@NEEDS_POSTGRES[0]
@NEEDS_POSTGRES[1]
@NEEDS_HTTP
def test_the_programs_of_the_deployment_show_a_list_that_a_planner_dealt(
    server: Server,
) -> None:
    address = server.database("lists")
    with HttpService(DEPLOY / "service.toml", address) as web:
        assert "planner is away" in web.ask("/lists", {}).plain["note"]
        command = [sys.executable, "-m", "matroidlab", "planner"]
        env = os.environ | {"MATROIDLAB_SERVICE": address}
        planners = [subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL) for _ in range(2)]
        try:
            notes = [web.ask("/lists", {"visitor": f"v{i}"}).plain["note"] for i in range(60)]
            end = time.monotonic() + 60
            while None not in notes[-5:] and time.monotonic() < end:
                notes.append(web.ask("/lists", {}).plain["note"])
            assert None in notes
            assert "matroidlab_planners" in web.ask("/metrics").text
            server.kill()
            assert web.ask("/ready").status == 503
            assert web.ask("/health").status == 200
            away = web.ask("/lists", {}).plain
            assert away["token"] == ""
            server.start()
            for _ in range(100):
                if web.ask("/ready").status == 200:
                    break
            assert web.ask("/ready").status == 200
        finally:
            for one in planners:
                one.terminate()
                one.wait()
        code, said = web.stop()
    assert code == 143
    assert server.password not in said
