"""A file as the rules see it."""

import re
from dataclasses import dataclass
from functools import cached_property

_TOKEN = re.compile(
    r"""(?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")"""
    r"""|(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<string>"(?:\\.|[^"\\\n])*")"""
    r"""|(?P<char>(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+')""",
    re.DOTALL | re.VERBOSE,
)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


@dataclass(frozen=True)
class Source:
    path: str  # relative to the repository, with '/'
    text: str

    @property
    def suffix(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def is_cpp(self) -> bool:
        return self.suffix in ("h", "cc")

    @property
    def is_header(self) -> bool:
        return self.suffix == "h"

    @property
    def layer(self) -> str:
        """`io` for src/io/x.cc, empty outside of src."""
        parts = self.path.split("/")
        return parts[1] if parts[0] == "src" and len(parts) > 2 else ""

    def inside(self, *folders: str) -> bool:
        return self.path.startswith(tuple(folder + "/" for folder in folders))

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def code(self) -> str:
        """C++ with comments, literals and preprocessor lines blanked, line for line."""
        code = _TOKEN.sub(lambda match: _blank(match.group()), self.text)
        return re.sub(r"^[ ]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: _blank(m.group()), code, flags=re.M)

    @cached_property
    def includes(self) -> list[tuple[int, str]]:
        """(line, path) of each include."""
        pattern = re.compile(r'\s*#\s*include\s*[<"]([^>"]+)[>"]')
        matches = ((i, pattern.match(line)) for i, line in enumerate(self.lines, 1))
        return [(i, match.group(1)) for i, match in matches if match]
