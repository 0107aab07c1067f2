"""The page over plain HTTP: what is served, in which languages, with which rules, and what is not."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from assets.texts import LANGUAGES, Texts
from client.gate import server
from client.gate.server import PAGE_TEXTS, PAGES, own_host, page, spoken
from tests.client.gate.browsers import Callers, gate_at, http


def with_gate(test: Callable[[Callers], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with gate_at() as callers:
            await test(callers)

    asyncio.run(run())


def get(path: str, port: int, *lines: str) -> str:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *lines, "", ""])


def test_every_file_of_the_page_is_served_with_strict_rules() -> None:
    async def test(callers: Callers) -> None:
        port = callers.gate.port
        for path in PAGES:
            status, headers, body = await http(port, get(path, port))
            assert status == 200 and body and int(headers["content-length"]) == len(body)
            rules = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
            assert rules["default-src"] == "'none'" and rules["frame-ancestors"] == "'none'"
            assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
            assert rules["base-uri"] == rules["form-action"] == "'none'"
            assert (
                headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
            )
            assert "server" not in headers and headers["content-type"].split(";")[0] in {
                "text/html",
                "text/javascript",
                "text/css",
                "image/svg+xml",
                "application/manifest+json",
            }

    with_gate(test)


def test_the_page_asks_for_nothing_but_its_own_files_and_has_no_code_in_it() -> None:
    """Else the policy would keep them out, and nobody would be told."""

    async def test(callers: Callers) -> None:
        port = callers.gate.port
        _, _, body = await http(port, get("/", port))
        words = body.decode()
        assert set(re.findall(r'(?:href|src)="([^"]*)"', words)) <= set(PAGES)
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script>|javascript:|https?:", words)

    with_gate(test)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_language_of_the_device(language: str) -> None:
    async def test(callers: Callers) -> None:
        port, texts = callers.gate.port, Texts(language)
        _, _, body = await http(port, get("/", port, f"Accept-Language: xx, {language}-XX;q=0.8, en;q=0.5"))
        words = body.decode()
        assert f'lang="{language}"' in words and "{{" not in words
        for key in PAGE_TEXTS:
            assert server.html.escape(texts.translate(f"gate.page.{key}")) in words

    with_gate(test)


@pytest.mark.parametrize("wanted", ["", "xx", ",,,;q=", "🙂", "en" * 5000, "x," * 5000 + "de"])
def test_whatever_else_a_device_wants_it_is_spoken_to_in_english(wanted: str) -> None:
    assert spoken(wanted) == "en"


def test_a_text_is_no_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Texts, "translate", lambda self, key, **values: '"><script>')
    assert b"<script>" not in page('<input value="{{ask}}">', "en")


@pytest.mark.parametrize(
    "path",
    [
        "/index.html",
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/page.js/../../client/gate/server.py",
        "/page.js%00",
        "/./page.js",
        "/PAGE.JS",
        "http://127.0.0.1/page.js",
        "file:///etc/passwd",
        "page.js",
        "*",
        "/gate/page.js",
        "/socket/",
        "/\\..\\server.py",
    ],
)
def test_nothing_else_is_served(path: str) -> None:
    async def test(callers: Callers) -> None:
        status, _, body = await http(callers.gate.port, get(path, callers.gate.port))
        assert status == 404 and body == b""

    with_gate(test)


@pytest.mark.parametrize(
    "lines",
    [
        "GET / HTTP/1.1",
        "GET / HTTP/1.1\r\nHost: evil.example",
        "GET / HTTP/1.1\r\nHost: localhost.evil.example:{port}",
        "GET / HTTP/1.1\r\nHost: ",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example",
        "GET /socket HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example",
    ],
)
def test_by_another_name_it_is_not_to_be_had(lines: str) -> None:
    """Else a page of somebody else could make its name lead here, and read what we say."""

    async def test(callers: Callers) -> None:
        status, _, body = await http(callers.gate.port, lines.format(port=callers.gate.port) + "\r\n\r\n")
        assert status in (400, 421) and b"Tilewright" not in body

    with_gate(test)


@pytest.mark.parametrize(
    "request_text",
    [
        "\r\n\r\n",
        "\x00\x01\x02\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\n\r\nabc",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET /" + "x" * 20_000 + " HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X: y\r\n" * 500 + "\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: de\r\nAccept-Language: en\r\n\r\n",
        "GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n\r\n",
        "GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n",
    ],
)
def test_requests_that_make_no_sense_end_their_own_connection_quietly(
    request_text: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(callers: Callers) -> None:
        port = callers.gate.port
        try:
            status, _, _ = await http(port, request_text)
        except (IndexError, ConnectionError):
            pass  # nothing was said at all
        else:
            assert status != 500
        assert (await http(port, get("/", port)))[0] == 200, "others do not notice"

    with_gate(test)
    assert not [record for record in caplog.records if record.exc_info], "nothing to look for in the log"


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1", True),
        ("127.0.0.1:4808", True),
        ("[::1]:4808", True),
        ("[fe80::1]", True),
        ("192.168.178.20:4808", True),
        ("localhost:4808", True),
        (socket.gethostname().upper() + ":4808", True),
        (socket.gethostname().partition(".")[0] + ".local", True),
        ("evil.example", False),
        ("evil.example:4808", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
        (":4808", False),
        ("[", False),
        ("1e3", False),
    ],
)
def test_names_of_this_machine(host: str, own: bool) -> None:
    assert own_host(host) is own
