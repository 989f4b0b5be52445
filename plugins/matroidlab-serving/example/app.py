"""A page that shows lists, takes clicks, and says of each list why it may be shown."""

import json
from asyncio import create_task, to_thread, wait_for
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pace import Shop, as_pace
from shop import BASELINE, ITEMS, PAGE
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from matroidlab.errors import JournalError, ServingError, UnknownTokenError
from matroidlab_serving import Certificate, ListService, Shown, open_service

HERE = Path(__file__).parent
FILES = {"/": "page.html", "/page.css": "page.css", "/page.js": "page.js", "/icon.svg": "icon.svg"}
LONGEST_BODY = 10_000
SECONDS_FOR_A_BODY = 5.0
CLOSE = {"Connection": "close"}
NOT_AN_ANSWER = "an answer must be JSON with a token and clicks"
REFUSED = (ServingError, UnknownTokenError, JournalError, HTTPException)
SECONDS_TO_ANSWER = 3600
"""After this time a list is forgotten: its page was closed without an answer."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src "
    "'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def open_shop(address: str, seed: int | None) -> ListService:
    """The service of the shop, with its journal: made if it is not there yet."""
    slots = {key: item.slot for key, item in ITEMS.items()}
    titles = {key: item.title for key, item in ITEMS.items()}
    return open_service(
        address, page=PAGE, items=slots, baseline=BASELINE, labels=titles, delta=0.01, seed=seed
    )


def make_app(
    open_service: Callable[[], ListService],
    visitors_a_second: float,
    seed: int | None,
    *,
    is_kept: bool,
) -> Starlette:
    """The app; it closes the service when it ends. What ``is_kept`` cannot be restarted."""
    shop = Shop(open_service, visitors_a_second, seed)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.visitors = create_task(shop.keep_coming())
        yield
        app.state.visitors.cancel()
        await to_thread(shop.service.close)

    async def next_list(request: Request) -> Response:
        check_origin(request)
        shop.is_opened = True
        await to_thread(shop.service.expire, SECONDS_TO_ANSWER)
        shown = await to_thread(shop.service.recommend)
        shop.progress.add(shown)
        return JSONResponse(plain(shown))

    async def answer(request: Request) -> Response:
        token, clicks = await read_answer(request)
        taken = await to_thread(shop.service.observe, token, dict.fromkeys(clicks, 1.0), 0.0)
        return JSONResponse({"taken": taken})

    async def pace(request: Request) -> Response:
        given = (await read_json(request)).get("visitors_a_second")
        shop.visitors_a_second = as_pace(given)
        return JSONResponse({"visitors_a_second": given})

    async def restart(request: Request) -> Response:
        await read_json(request)
        if is_kept:
            raise ServingError("what is learnt is kept in a file: to restart, name another file")
        await shop.restart()
        return JSONResponse({})

    async def so_far(request: Request) -> Response:
        if request.app.state.visitors.done():
            request.app.state.visitors.result()  # if they have stopped by an error, it is said
        trusted = await to_thread(shop.service.peek)
        status = await to_thread(shop.service.status)
        answered = {"answers": status["answers"] - shop.answered_before}
        pace = {"visitors_a_second": shop.visitors_a_second}
        return JSONResponse(shop.progress.plain(trusted) | answered | pace)

    return Starlette(
        routes=[
            *(Route(path, file_response(name)) for path, name in FILES.items()),
            Route("/list", next_list, methods=["POST"]),
            Route("/answer", answer, methods=["POST"]),
            Route("/pace", pace, methods=["POST"]),
            Route("/restart", restart, methods=["POST"]),
            Route("/progress", so_far),
        ],
        middleware=[
            Middleware(WithHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
        ],
        exception_handlers=dict.fromkeys(REFUSED, refused),
        lifespan=lifespan,
    )


def plain(shown: Shown) -> dict[str, Any]:
    """A list for the page: what to show, and why."""
    certificate = shown.certificate
    lines = [
        {
            "key": line.item,
            "title": title,
            "slot": line.place,
            "reason": line.reason,
            "against": line.baseline and ITEMS[line.baseline].title,
            "at_least": line.lower and line.lower.value,
            "at_most": line.upper and line.upper.value,
        }
        for line, title in zip(certificate.lines, shown.labels, strict=True)
    ]
    return {
        "token": shown.token,
        "items": lines,
        "sentence": str(in_titles(certificate)),
        "verified": certificate.verify(),
    }


def in_titles(certificate: Certificate) -> Certificate:
    """The certificate with titles in place of keys, to be read; its digest is that of the keys."""
    lines = [
        replace(
            line,
            item=ITEMS[line.item].title,
            baseline=line.baseline and ITEMS[line.baseline].title,
        )
        for line in certificate.lines
    ]
    return replace(certificate, lines=tuple(lines))


async def read_answer(request: Request) -> tuple[str, list[str]]:
    """A token and the keys that were clicked: ``{"token": ..., "clicks": [...]}``."""
    given = await read_json(request)
    try:
        token = given["token"]
        clicks = given["clicks"]
    except KeyError:
        raise ServingError(NOT_AN_ANSWER) from None
    if not isinstance(clicks, list) or not all(isinstance(key, str) for key in clicks):
        raise ServingError(f"clicks must be a list of keys, got {clicks!r:.80}")
    return token, clicks


async def read_json(request: Request) -> dict[str, Any]:
    """The object that a request sends; forms of other sites cannot send one."""
    check_origin(request)
    if request.headers.get("content-type") != "application/json":
        raise HTTPException(415, "an answer must be application/json")
    try:
        body = await wait_for(read_body(request), SECONDS_FOR_A_BODY)
    except TimeoutError:
        raise HTTPException(408, "the answer did not come in time", CLOSE) from None
    except ClientDisconnect:
        raise HTTPException(400, "the answer was not sent as a whole", CLOSE) from None
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise ServingError(NOT_AN_ANSWER) from None
    if not isinstance(given, dict):
        raise ServingError(NOT_AN_ANSWER)
    return given


async def read_body(request: Request) -> bytes:
    """The body of a request, if it is not too long."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise HTTPException(413, f"an answer must have at most {LONGEST_BODY} bytes")
    return body


def check_origin(request: Request) -> None:
    """Refuse a request that a page from elsewhere has made; browsers say where a page is from."""
    origin = request.headers.get("origin")
    if origin is not None and origin != f"http://{request.headers.get('host')}":
        raise HTTPException(403, "only the page of this server may ask")


def file_response(name: str) -> Any:
    """A route that sends one file."""

    def send_file(request: Request) -> Response:  # noqa: ARG001 - starlette's shape
        return FileResponse(HERE / name)

    return send_file


def refused(request: Request, error: Exception) -> Response:  # noqa: ARG001 - starlette's shape
    """Return a response that says what is wrong with a request."""
    if isinstance(error, HTTPException):
        return JSONResponse({"error": error.detail}, error.status_code, error.headers)
    if isinstance(error, JournalError):  # the service was restarted while it was asked
        return JSONResponse({"error": "ask again"}, 503)
    return JSONResponse({"error": str(error)}, 400)


class WithHeaders:
    """Sends the headers that keep the page to itself, with every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add them where a response starts."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self.app(scope, receive, send_with_headers)
