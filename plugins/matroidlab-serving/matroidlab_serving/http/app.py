"""The HTTP service: lists, answers, health, figures."""

import json
import logging
from asyncio import wait_for
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from matroidlab.errors import JournalError, MatroidLabError, UnknownTokenError
from matroidlab_serving.async_service import AsyncService
from matroidlab_serving.http.description import description
from matroidlab_serving.http.service_file import Limits
from matroidlab_serving.requests import NO_TOKEN

Opening = Callable[[], Awaitable[AsyncService]]
KEYS = ("unavailable", "candidates", "exclude")
"""Parts of a request for a list that are keys."""
CLOSE = {"Connection": "close"}
NOT_KEPT = "the journal or the database is away: ask again later"

log = logging.getLogger(__name__)


def make_app(open_service: Opening, limits: Limits | None = None) -> Starlette:
    """Return the app of a service, which it opens when it starts and closes when it ends."""
    bounds = limits or Limits()
    endpoints = Endpoints(open_service, bounds)
    return Starlette(
        routes=[
            Route("/lists", endpoints.lists, methods=["POST"]),
            Route("/answers", endpoints.answers, methods=["POST"]),
            Route("/health", endpoints.health),
            Route("/ready", endpoints.ready),
            Route("/metrics", endpoints.metrics),
            Route("/openapi.json", endpoints.openapi),
        ],
        exception_handlers={
            MatroidLabError: _refused,
            HTTPException: _refused,
            Exception: _failed,
        },
        lifespan=endpoints.lifespan,
    )


class Endpoints:
    """The functions that answer requests."""

    service: AsyncService

    def __init__(self, open_service: Opening, limits: Limits) -> None:
        self._open = open_service
        self._limits = limits

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Open the service, and close it when the program is stopped."""
        self.service = await self._open()
        yield
        await self.service.close()

    async def lists(self, request: Request) -> Response:
        """Show a list."""
        given = await self._body(request, {"segment", "visitor", *KEYS})
        for name in KEYS:
            if not isinstance(given.get(name, []), list):
                raise HTTPException(400, f"{name} must be a list of keys")
        shown = await self.service.recommend(**given)
        return JSONResponse(shown.to_plain())

    async def answers(self, request: Request) -> Response:
        """Take in an answer."""
        given = await self._body(request, {"token", "weights", "missing", "watched"})
        if not {"token", "weights"} <= given.keys():
            raise HTTPException(400, "an answer must have a token and weights")
        token = given["token"]
        if token == NO_TOKEN:
            raise UnknownTokenError("this list was shown without a token: it cannot be answered")
        accepted = await self.service.observe(
            token, given["weights"], given.get("missing"), watched=given.get("watched")
        )
        return JSONResponse({"accepted": accepted})

    async def health(self, _request: Request) -> Response:
        """Say that the program runs."""
        return JSONResponse({"status": "ok"})

    async def ready(self, _request: Request) -> Response:
        """Say whether lists come from the service, and not from memory alone."""
        fault = await self.service.fault()
        if fault is not None:
            return JSONResponse({"error": NOT_KEPT}, 503)
        return JSONResponse({"status": "ready"})

    async def metrics(self, _request: Request) -> Response:
        """Return metrics for Prometheus."""
        text = await self.service.metrics()
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def openapi(self, _request: Request) -> Response:
        """Describe this service."""
        return JSONResponse(description(self._limits))

    async def _body(self, request: Request, known: set[str]) -> Mapping[str, Any]:
        """Return the object that a request sends, within the limits."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise HTTPException(415, "the body must be application/json")
        try:
            body = await wait_for(self._read(request), self._limits.seconds)
        except TimeoutError:
            raise HTTPException(408, "the body did not come in time", CLOSE) from None
        except ClientDisconnect:
            raise HTTPException(400, "the body was not sent as a whole", CLOSE) from None
        try:
            given = json.loads(body)
        except (ValueError, RecursionError):
            raise HTTPException(400, "the body must be JSON") from None
        if not isinstance(given, dict):
            raise HTTPException(400, "the body must be an object")
        if not given.keys() <= known:
            unknown = min(given.keys() - known)
            raise HTTPException(400, f"the body has no {unknown!r:.80}; it has {sorted(known)}")
        return given

    async def _read(self, request: Request) -> bytes:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self._limits.body:
                raise HTTPException(413, f"at most {self._limits.body} bytes", CLOSE)
        return body


async def _refused(_request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return JSONResponse({"error": error.detail}, error.status_code, error.headers)
    if isinstance(error, JournalError):
        log.warning("a request failed: %s", error)
        return JSONResponse({"error": NOT_KEPT}, 503)
    status = 404 if isinstance(error, UnknownTokenError) else 400
    said = str(error).encode("utf-8", "backslashreplace").decode("utf-8")
    return JSONResponse({"error": said}, status)


async def _failed(_request: Request, error: Exception) -> Response:
    log.error("a request failed: %s", type(error).__name__)
    return JSONResponse({"error": "this is a fault of the service"}, 500)
