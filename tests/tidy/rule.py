"""What a rule is: a check of one file, with examples that prove that it works."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from source import Source

Findings = Iterable[tuple[int, str]]  # line, what is wrong


@dataclass(frozen=True)
class Rule:
    name: str
    applies: Callable[[Source], bool]
    check: Callable[[Source], Findings]
    bad: list[tuple[str, str]]  # path and text in which it must find something
    good: list[tuple[str, str]]  # path and text in which it must find nothing

    def findings(self, source: Source) -> list[str]:
        if not self.applies(source):
            return []
        return [f"{source.path}:{line}: {self.name}: {what}" for line, what in self.check(source)]


def search(pattern: str, message: str, text: Callable[[Source], str]) -> Callable[[Source], Findings]:
    """A check that finds each match of `pattern` in `text(source)`."""
    regex = re.compile(pattern, re.MULTILINE)

    def check(source: Source) -> Findings:
        searched = text(source)
        for match in regex.finditer(searched):
            yield searched.count("\n", 0, match.start()) + 1, f"{match.group().strip()!r} {message}"

    return check


def in_code(pattern: str, message: str) -> Callable[[Source], Findings]:
    return search(pattern, message, lambda source: source.code)


def in_text(pattern: str, message: str) -> Callable[[Source], Findings]:
    return search(pattern, message, lambda source: source.text)
