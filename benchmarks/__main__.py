"""``python -m benchmarks``: run every benchmark and print one table."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks import leji_profiles, reference_pages
from benchmarks.measuring import print_results


def main() -> None:
    """Run them all in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as room:
        print_results([*reference_pages.run(Path(room)), *leji_profiles.run(Path(room))])


if __name__ == "__main__":
    main()
