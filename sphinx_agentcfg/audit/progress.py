"""How many files were read in, a bar for whoever waits out: in a terminal or a notebook, and only after a second."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["progress_bar"]

#: Seconds before anything is shown.
_PATIENCE = 1.0


@contextmanager
def progress_bar(name: str) -> Iterator[Callable[[int], None]]:
    """Give a function that takes the number of files that were read so far."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # without ipywidgets, a notebook gets the bar of a terminal
        from tqdm.auto import tqdm
    bar: Any = tqdm(desc=name, unit=" files", delay=_PATIENCE, disable=None, leave=False)

    def tell(read: int) -> None:
        bar.update(read - bar.n)

    try:
        yield tell
    finally:
        bar.close()
