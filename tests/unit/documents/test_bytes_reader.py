"""Paths and bytes: what is read, what is not, and that nothing blocks."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest

from sphinx_agentcfg.documents import MAX_BYTES, Document, parse_document, read_document


def places(document: Document) -> list[tuple[str, int | None, int | None]]:
    return [(finding.rule, finding.line, finding.column) for finding in document.findings]


def assert_unread(document: Document, rule: str, words: str = "") -> None:
    assert places(document) == [(f"file/{rule}", None, None)]
    assert words in document.findings[0].text()
    assert document.findings[0].severity == "error"
    assert (document.readable, document.data, document.text) == (False, None, "")


def raiser(error: Exception) -> Any:
    def fail(*_args: object, **_kwargs: object) -> NoReturn:
        raise error

    return fail


def test_a_missing_file_is_a_finding(tmp_path: Path) -> None:
    assert_unread(read_document(tmp_path / "no.json"), "missing", "there is no such file")


def test_a_path_below_a_file_is_missing(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    assert_unread(read_document(tmp_path / "a.json" / "b.json"), "missing")


def test_a_dangling_symlink_is_missing(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("gone.json")
    assert_unread(read_document(tmp_path / "a.json"), "missing")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert_unread(read_document(tmp_path), "not-a-file", "this is a folder")


def test_a_fifo_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    assert_unread(read_document(tmp_path / "a.json"), "not-a-file", "a named pipe")


def test_a_device_is_not_read() -> None:
    assert_unread(read_document(Path("/dev/zero")), "not-a-file", "a device")


def test_a_socket_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert_unread(read_document(Path("s")), "not-a-file", "a socket")


def test_a_fifo_that_takes_the_place_of_a_file_does_not_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text("{}")
    os.mkfifo(tmp_path / "fifo")
    status = (tmp_path / "a.json").stat()
    monkeypatch.setattr(os, "stat", lambda *_args, **_kwargs: status)
    assert_unread(read_document(tmp_path / "fifo"), "not-a-file", "a named pipe")


def test_no_permission_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text("{}")
    monkeypatch.setattr(os, "open", raiser(PermissionError(13, "Permission denied")))
    assert_unread(read_document(tmp_path / "a.json"), "unreadable", "no permission")


def test_an_error_of_the_system_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text("{}")
    monkeypatch.setattr(os, "open", raiser(OSError(5, "Input/output error")))
    assert_unread(read_document(tmp_path / "a.json"), "unreadable", "the disk reports an error")


def test_a_rare_error_is_told_in_the_words_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text("{}")
    monkeypatch.setattr(os, "open", raiser(OSError(71, "Protocol error")))
    assert_unread(read_document(tmp_path / "a.json"), "unreadable", "(Protocol error); check the path and the disk")


def test_a_path_that_is_too_long_is_a_finding(tmp_path: Path) -> None:
    assert_unread(read_document(tmp_path / ("x" * 300)), "unreadable", "its path is too long); shorten")


def test_a_file_that_vanishes_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text("{}")
    monkeypatch.setattr(os, "open", raiser(FileNotFoundError(2, "No such file or directory")))
    assert_unread(read_document(tmp_path / "a.json"), "missing", "vanished")


def test_a_nul_in_the_path_is_a_finding() -> None:
    assert_unread(read_document(Path("a\0b.json")), "unreadable", "remove the NUL character")


@pytest.mark.parametrize("with_root", [True, False])
def test_a_loop_of_symlinks_is_a_finding(tmp_path: Path, with_root: bool) -> None:
    (tmp_path / "a.json").symlink_to("a.json")
    document = read_document(tmp_path / "a.json", root=tmp_path if with_root else None)
    assert_unread(document, "unreadable", "its links lead in a circle); correct the links")


def test_a_symlink_out_of_the_root_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"key": 1}')
    root = tmp_path / "repo"
    root.mkdir()
    (root / "a.json").symlink_to(tmp_path / "secret.json")
    (root / "out").symlink_to(tmp_path)
    assert_unread(read_document(root / "a.json", root=root), "outside-root")
    assert_unread(read_document(root / "out" / "secret.json", root=root), "outside-root")
    assert_unread(read_document(root / ".." / "secret.json", root=root), "outside-root")


def test_a_symlink_inside_the_root_is_read(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('{"key": 1}')
    (tmp_path / "a.json").symlink_to("b.json")
    assert read_document(tmp_path / "a.json", root=tmp_path).data == {"key": 1}


def test_5_mb_are_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"1".ljust(MAX_BYTES))
    assert read_document(path).data == 1
    path.write_bytes(b"1".ljust(MAX_BYTES + 1))
    assert_unread(read_document(path), "too-large", "5 MB")


def test_a_file_that_grows_is_not_read_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = tmp_path / "small", tmp_path / "large.json"
    small.write_bytes(b"1")
    large.write_bytes(b"1".ljust(MAX_BYTES + 10))
    status = small.stat()
    monkeypatch.setattr(os, "stat", lambda *_args, **_kwargs: status)
    monkeypatch.setattr(os, "fstat", lambda _handle: status)
    assert_unread(read_document(large), "too-large")


@pytest.mark.parametrize("content", [b"1".ljust(MAX_BYTES + 1), "1".ljust(MAX_BYTES + 1)])
def test_a_large_text_is_refused_too(content: bytes | str) -> None:
    assert_unread(parse_document(content, name="x", syntax="json"), "too-large")


@pytest.mark.parametrize(
    ("content", "line", "column", "words"),
    [
        (b"a: 1\nb: \xff\n", 2, 4, "byte 8 is not UTF-8; save"),
        ("a: 1\nné: ".encode() + b"\xe9 x\n", 2, 5, "byte 10 is not UTF-8; save"),
        (b"\xef\xbb\xbfa: \xff", 1, 4, "byte 6 is not"),
        ("\ufeffa: 1\n".encode("utf-16-le"), 1, 1, "looks like UTF-16"),
        ("\ufeffa: 1\n".encode("utf-16-be"), 1, 1, "looks like UTF-16"),
        ("\ufeffa: 1\n".encode("utf-32-le"), 1, 1, "looks like UTF-32"),
        ("a: 1\n".encode("utf-16-le"), 1, 2, "looks like UTF-16"),
        ("a: 1\n名称: 代码审查\n".encode("gbk"), 2, 1, "looks like GBK"),
        ("a: café, déjà vu\n".encode("latin-1"), 1, 7, "not UTF-8; save"),
        ("a: Привет, мир\n".encode("cp1251"), 1, 4, "not UTF-8; save"),
    ],
)
def test_bytes_that_are_not_utf8_have_a_place_and_perhaps_a_name(
    content: bytes, line: int, column: int, words: str
) -> None:
    document = parse_document(content, name="x.yaml", syntax="yaml")
    assert places(document) == [("file/not-utf8", line, column)]
    assert words in document.findings[0].text()
    assert not document.readable


@pytest.mark.parametrize("syntax", ["json", "yaml"])
@pytest.mark.parametrize("content", ['\ufeff{"a": 1}', '\ufeff{"a": 1}'.encode()])
def test_a_byte_order_mark_is_read_and_reported(content: bytes | str, syntax: str) -> None:
    document = parse_document(content, name="x", syntax=syntax)
    assert places(document) == [("file/byte-order-mark", 1, 1)]
    assert document.findings[0].severity == "warning"
    assert document.text == '{"a": 1}'
    assert document.data == {"a": 1}


@pytest.mark.parametrize(
    ("content", "line", "column", "words"),
    [
        ("[1,\r\n2]\r\n", 1, 4, "CRLF"),
        ("[1,\r2]\r", 1, 4, "lone CR"),
        ("[1,\n2,\r\n3]", 2, 3, "mixed"),
        ("[1,\n2,\r3]", 2, 3, "mixed"),
    ],
)
def test_line_ends_are_reported_once(content: str, line: int, column: int, words: str) -> None:
    document = parse_document(content, name="x", syntax="json")
    assert places(document) == [("file/line-ends", line, column)]
    assert words in document.findings[0].text()
    assert document.findings[0].severity == "info"
    assert document.readable


@pytest.mark.parametrize("syntax", ["json", "yaml", "toml", "frontmatter"])
@pytest.mark.parametrize("content", ["", " \n\t\n", "\n", b"", b"\n"])
def test_an_empty_file_is_a_finding(content: bytes | str, syntax: str) -> None:
    document = parse_document(content, name="x", syntax=syntax)
    assert places(document) == [("file/empty", None, None)]
    assert not document.readable
