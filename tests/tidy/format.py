#!/usr/bin/env python3
"""Fails if a C++ file is not laid out as .clang-format says."""

import shutil
import subprocess
import sys

from tidy import sources
from repository_rules import ROOT

TOOL = "clang-format-14"


def main() -> int:
    if shutil.which(TOOL) is None:
        print(f"{TOOL} is not installed; scripts/install-packages.sh test brings it")
        return 1
    files = [source.path for source in sources() if source.is_cpp]
    run = subprocess.run([TOOL, "--dry-run", "-Werror", *files], cwd=ROOT, capture_output=True,
                         text=True, check=False)
    if run.returncode != 0:
        print(run.stderr[:4000])
        print(f"Run: {TOOL} -i FILE")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
