"""Schemathesis finds nothing that the OpenAPI description does not say."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from serving_support.http_service import HttpService

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("schemathesis") is None, reason="schemathesis is not installed"),
    pytest.mark.skipif(find_spec("uvicorn") is None, reason="uvicorn is not installed"),
]
DEPLOY = Path(__file__).parents[2] / "deploy"
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance"
)


def test_the_service_is_as_it_is_described(tmp_path: Path) -> None:
    with HttpService(DEPLOY / "service.toml", f"sqlite:///{tmp_path / 'lists.db'}") as service:
        program = str(Path(sys.executable).parent / "schemathesis")
        options = ["--max-examples=40", "--seed=1", "--workers=1", f"--checks={CHECKS}"]
        done = subprocess.run(
            [program, "run", f"{service.url}/openapi.json", *options],
            check=False,
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
    assert done.returncode == 0, done.stdout[-5000:]
