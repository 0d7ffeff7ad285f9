"""Texts or bytes in, files on the disk out: all of them or none, and never half of one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["write_files"]


def write_files(texts: Mapping[Path, str | bytes]) -> None:
    """Write each text (as UTF-8) to its file, all or none of them as far as the disk allows; raises OSError.

    What is there is replaced at once, when everything is written, by a rename in the same folder. Folders are made.
    """
    written: dict[Path, str] = {}
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(21, "is a folder", str(path))
            handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            written[path] = name
            with os.fdopen(handle, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace"))
            Path(name).chmod(0o666 & ~_umask())
        for path, name in written.items():
            Path(name).replace(path)
    finally:
        for name in written.values():
            with suppress(OSError):
                Path(name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
