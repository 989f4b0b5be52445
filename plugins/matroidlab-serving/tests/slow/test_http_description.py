"""Schemathesis finds nothing that the OpenAPI description does not say."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from serving_support.http_service import HttpService

PROGRAM = shutil.which("schemathesis", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        PROGRAM is None, reason="schemathesis is not installed (93 MB: in any environment)"
    ),
    pytest.mark.skipif(find_spec("uvicorn") is None, reason="uvicorn is not installed"),
]
DEPLOY = Path(__file__).parents[2] / "deploy"
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance"
)


def test_the_service_is_as_it_is_described(tmp_path: Path) -> None:
    assert PROGRAM is not None
    with HttpService(DEPLOY / "service.toml", f"sqlite:///{tmp_path / 'lists.db'}") as service:
        options = ["--max-examples=40", "--seed=1", "--workers=1", f"--checks={CHECKS}"]
        done = subprocess.run(
            [PROGRAM, "run", f"{service.url}/openapi.json", *options],
            check=False,
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
    assert done.returncode == 0, done.stdout[-5000:]
