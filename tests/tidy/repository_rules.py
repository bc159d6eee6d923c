"""Rules that look at other files than the one they are about."""

import re
from pathlib import Path

from rule import Findings, Rule
from source import Source

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = "scripts|conf|cmake|examples|tests|src|include|idl"
MENTION = re.compile(rf"(?<![\w./$}}-])(?:{FOLDERS})/[\w./*-]*[\w*]")
PACKAGE = re.compile(r"(?:build|test) [a-z0-9][a-z0-9.+-]+")


def _exists(path: str) -> bool:
    return any(True for _ in ROOT.glob(path)) if "*" in path else (ROOT / path).exists()


def _mentions(source: Source) -> Findings:
    for number, line in enumerate(source.lines, 1):
        for path in MENTION.findall(line):
            if not _exists(path):
                yield number, f"{path} does not exist"


def _packages(source: Source) -> Findings:
    seen = set()
    for number, line in enumerate(source.lines, 1):
        if line.startswith("#"):
            continue
        if not PACKAGE.fullmatch(line):
            yield number, f"{line!r} is not of the form 'build|test PACKAGE'"
        if line.split()[-1:] and line.split()[-1] in seen:
            yield number, f"{line.split()[-1]} stands here twice"
        seen.update(line.split()[-1:])


RULES = [
    Rule(
        name="mention",
        applies=lambda source: source.suffix in ("md", "sh", "toml"),
        check=_mentions,
        bad=[
            ("README.md", "Run `scripts/no-such-script.sh`.\n"),
            ("README.md", "See [conf](conf/no-such-file.toml) and src/no*such.\n"),
        ],
        good=[
            ("README.md", "Run `scripts/test.sh`, see conf/client.toml and tests/tidy/*.py.\n"),
            ("README.md", "https://example.org/scripts/x, build/src/x, $root/conf/x\n"),
        ],
    ),
    Rule(
        name="packages",
        applies=lambda source: source.path == "scripts/packages.txt",
        check=_packages,
        bad=[
            ("scripts/packages.txt", "libabsl-dev\n"),
            ("scripts/packages.txt", "build g++\ntest g++\n"),
            ("scripts/packages.txt", "build g++ cmake\n"),
        ],
        good=[("scripts/packages.txt", "# why\nbuild g++\ntest clang-14\n")],
    ),
]
