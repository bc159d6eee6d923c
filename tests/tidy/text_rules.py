"""What no file may hold."""

import re

from rule import Findings, Rule, in_text
from source import Source

MACHINE_PATH = r"(?<![\w.$}/-])/(?:work|root|home|Users|tmp/build)(?:/|\b)"


def _not_tidy(source: Source) -> bool:
    return not source.inside("tests/tidy")  # which has to name what it looks for


def _layout(source: Source) -> Findings:
    for number, line in enumerate(source.text.split("\n"), 1):
        if "\t" in line:
            yield number, "a tab"
        if line != line.rstrip():
            yield number, "a space or carriage return at the end of the line"
    if source.text and not source.text.endswith("\n"):
        yield source.text.count("\n") + 1, "no newline at the end of the file"
    if source.text.endswith("\n\n"):
        yield source.text.count("\n"), "an empty line at the end of the file"


def _pragma_once(source: Source) -> Findings:
    directives = re.findall(r"^\s*#.*", source.text, re.MULTILINE)
    if not directives or directives[0] != "#pragma once":
        yield 1, "a header begins with #pragma once"


RULES = [
    Rule(
        name="unfinished",
        applies=_not_tidy,
        check=in_text(r"\b(?:TODO|FIXME|XXX|HACK)\b|^\s*#\s*if\s+0\b", "marks unfinished work"),
        bad=[
            ("src/io/x.cc", "// TODO: later\n"),
            ("scripts/x.sh", "# FIXME\n"),
            ("src/io/x.cc", "#if 0\n"),
        ],
        good=[("src/io/x.cc", "// done\n#if 01\n"), ("scripts/x.sh", "mktemp -d x.XXXXXX\n")],
    ),
    Rule(
        name="skipped test",
        applies=lambda source: source.is_cpp,
        check=in_text(r"\bDISABLED_\w*|\bGTEST_SKIP\b", "turns a test off"),
        bad=[
            ("tests/unit/io/x.cc", "TEST(A, DISABLED_B) {}\n"),
            ("tests/unit/io/x.cc", "GTEST_SKIP();\n"),
        ],
        good=[("tests/unit/io/x.cc", "TEST(A, B) {}\n")],
    ),
    Rule(
        name="machine path",
        applies=_not_tidy,
        check=in_text(MACHINE_PATH, "is a path of one machine"),
        bad=[
            ("README.md", "see /work/elsewhere\n"),
            ("scripts/x.sh", "cd /root\n"),
            ("src/io/x.cc", 'open("/home/me/x");\n'),
            ("CMakeLists.txt", "set(X /tmp/build-x)\n"),
        ],
        good=[
            ("README.md", "see src/rpc/homework/x and https://x.org/work\n"),
            ("scripts/x.sh", 'cd "$HOME/work"; cd "${root}/home"\n'),
        ],
    ),
    Rule(
        name="layout",
        applies=lambda source: True,
        check=_layout,
        bad=[
            ("src/io/x.cc", "\tint x;\n"),
            ("README.md", "x \n"),
            ("README.md", "x\r\n"),
            ("conf/x.toml", "x = 1"),
            ("conf/x.toml", "x = 1\n\n"),
        ],
        good=[("src/io/x.cc", "int x;\n"), ("conf/empty", "")],
    ),
    Rule(
        name="pragma once",
        applies=lambda source: source.is_header,
        check=_pragma_once,
        bad=[
            ("src/io/x.h", "#ifndef X\n#define X\n#endif\n"),
            ("src/io/x.h", "#include <a>\n#pragma once\n"),
        ],
        good=[("include/bridle/x.h", "// What it is.\n#pragma once\n\n#include <a>\n")],
    ),
]
