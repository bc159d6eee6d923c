#!/usr/bin/env python3
"""Holds the repository to its rules. `tidy.py` checks all files, `tidy.py --self-test` the rules.

Each finding is one line, `path:line: rule: what`; the exit code is 1 if there is any.
"""

import statistics
import sys
from pathlib import Path

import call_rules
import layer_rules
import repository_rules
import size_rules
import text_rules
from functions import functions_of
from rule import Rule
from source import Source

RULES: list[Rule] = [
    *layer_rules.RULES,
    *size_rules.RULES,
    *call_rules.RULES,
    *text_rules.RULES,
    *repository_rules.RULES,
]

FOLDERS = [".ci", "cmake", "conf", "examples", "idl", "include", "scripts", "src", "tests"]
NOT_OURS = ("tests/data", "tests/fuzz/corpus", "tests/tidy/__pycache__")


def sources() -> list[Source]:
    root = repository_rules.ROOT
    paths = [path for path in root.iterdir() if path.is_file()]
    for folder in FOLDERS:
        paths += [path for path in (root / folder).rglob("*") if path.is_file()]
    names = sorted(path.relative_to(root).as_posix() for path in paths)
    return [Source(name, (root / name).read_text("utf-8")) for name in names
            if not name.startswith(NOT_OURS)]


def summary(files: list[Source]) -> str:
    cpp = [source for source in files if source.is_cpp]
    lengths = [(len(source.lines), source.path) for source in cpp]
    functions = [(function.length, f"{source.path}:{function.line}")
                 for source in cpp for function in functions_of(source)]
    return "\n".join(
        f"{len(sizes)} {what}: median {statistics.median(size for size, _ in sizes):.0f} lines, "
        f"longest {max(sizes)[0]} ({max(sizes)[1]})"
        for what, sizes in (("C++ files", lengths), ("functions", functions)))


def check() -> list[str]:
    files = sources()
    print(summary(files))
    return [finding for source in files for rule in RULES for finding in rule.findings(source)]


def self_test() -> list[str]:
    """Each rule must find something in its bad examples and nothing in its good ones."""
    failures = []
    for rule in RULES:
        if not rule.bad or not rule.good:
            failures.append(f"{rule.name}: has no bad or no good example")
        for path, text in rule.bad:
            if not rule.findings(Source(path, text)):
                failures.append(f"{rule.name}: finds nothing in {path} {text[:60]!r}")
        for path, text in rule.good:
            failures += [f"{rule.name}: should allow {finding}"
                         for finding in rule.findings(Source(path, text))]
    return failures


def main() -> int:
    findings = self_test() if "--self-test" in sys.argv[1:] else check()
    print("\n".join(findings) if findings else f"tidy: {len(RULES)} rules, nothing found")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
