"""The description of the HTTP service as OpenAPI."""

from typing import Any

from matroidlab_serving.http.service_file import Limits

Plain = dict[str, Any]
KEY: Plain = {"type": "string", "minLength": 1}


def description(limits: Limits) -> Plain:
    """Return the description, OpenAPI 3.1."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "matroidlab",
            "version": "1",
            "description": f"Lists and their answers; bodies of at most {limits.body} bytes.",
        },
        "paths": {
            "/lists": {"post": _of_lists()},
            "/answers": {"post": _of_answers()},
            "/health": {"get": _get("The program runs.")},
            "/ready": {"get": _get("Lists can be shown and answers written.", also=("503",))},
            "/metrics": {"get": _get("Figures for Prometheus.", "text/plain", ("503",))},
            "/openapi.json": {"get": _get("This description.")},
        },
    }


def _of_lists() -> Plain:
    asked = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "segment": {"type": ["string", "null"]},
            "visitor": {"type": ["string", "null"], "minLength": 1},
            "unavailable": {"type": "array", "items": KEY},
            "candidates": {"type": "array", "items": KEY},
            "exclude": {"type": "array", "items": KEY},
        },
    }
    shown = {
        "type": "object",
        "required": ["token", "items", "slots", "labels", "origin", "propensities", "certificate"],
        "properties": {
            "token": {"type": "string"},
            "items": {"type": "array", "items": {"type": "string"}},
            "origin": {"enum": ["explored", "trusted", "baseline", "holdback"]},
        },
    }
    return _post("Return the next list for a visitor.", asked, shown, also=())


def _of_answers() -> Plain:
    asked = {
        "type": "object",
        "additionalProperties": False,
        "required": ["token", "weights"],
        "properties": {
            "token": {"type": "string"},
            "weights": {"type": "object", "additionalProperties": {"type": "number"}},
            "missing": {"type": ["number", "null"]},
            "watched": {"type": ["object", "null"], "additionalProperties": {"type": "number"}},
        },
    }
    taken = {
        "type": "object",
        "required": ["accepted"],
        "properties": {"accepted": {"type": "boolean"}},
    }
    return _post("Take in the answer to a list.", asked, taken, also=("404",))


def _post(summary: str, asked: Plain, given: Plain, also: tuple[str, ...]) -> Plain:
    errors = ("400", "408", "413", "415", "503", *also)
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"200": _response(given)} | {status: _error() for status in errors},
    }


def _get(summary: str, kind: str = "application/json", also: tuple[str, ...] = ()) -> Plain:
    answer: Plain = {"description": "The answer.", "content": {kind: {"schema": {}}}}
    return {"summary": summary, "responses": {"200": answer} | {one: _error() for one in also}}


def _response(schema: Plain) -> Plain:
    return {"description": "The answer.", "content": {"application/json": {"schema": schema}}}


def _error() -> Plain:
    said = {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "string"}},
    }
    return {"description": "The error.", "content": {"application/json": {"schema": said}}}
