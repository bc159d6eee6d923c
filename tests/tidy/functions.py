"""Finds the functions of a C++ file by its braces. Right for code that clang-format laid out."""

import re
from dataclasses import dataclass

from source import Source

_BRACKETED = re.compile(r"\([^()]*\)|<[^<>]*>")
_FUNCTION_END = re.compile(r"\)\s*(?:(?:const|noexcept|override|final)\s*)*$")
_INITIALISER_LIST = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:)")
_NAME = re.compile(r"(operator\s*\S+?|~?\w[\w:~]*)\s*\(")


@dataclass(frozen=True)
class Function:
    name: str
    line: int  # of its first line
    length: int  # lines up to the closing brace


def _outline(header: str) -> str:
    """`header` with arguments and template arguments emptied."""
    while (shorter := _BRACKETED.sub(lambda m: " " if m.group()[0] == "<" else "\0", header)) != header:
        header = shorter
    return header.replace("\0", "()")


def _kind(header: str) -> str:
    """What a brace after `header` opens at namespace or class level."""
    outline = _outline(header)
    words = outline.replace("(", " (").split()
    if "operator" not in outline and re.search(r"(?<![=<>!])=(?!=)", outline):
        return "value"
    if "(" not in outline:
        is_scope = {"namespace", "extern", "class", "struct", "union"} & set(words)
        return "scope" if is_scope and "enum" not in words else "value"
    if {"class", "struct", "union"} & set(words) and not _FUNCTION_END.search(outline):
        return "scope"  # struct alignas(64) Line {
    member_list = _INITIALISER_LIST.search(outline)
    if member_list and re.search(r"[\w>]\s*$", outline[member_list.end():]):
        return "member"
    return "function"


class _Reader:
    def __init__(self, code: str):
        self.code = code
        self.functions: list[Function] = []
        self.scopes: list[tuple[str, int]] = []  # kind and start of the header
        self.header_start = 0
        self.parentheses = 0

    def at_top(self) -> bool:
        return all(kind == "scope" for kind, _ in self.scopes)

    def read(self) -> list[Function]:
        for i, c in enumerate(self.code):
            if c == "(":
                self.parentheses += 1
            elif c == ")":
                self.parentheses -= 1
            elif c == "{":
                self.open(i)
            elif c == "}":
                self.close(i)
            elif c == ";" and self.at_top() and self.parentheses == 0:
                self.header_start = i + 1
        return self.functions

    def open(self, i: int) -> None:
        if not self.at_top() or self.parentheses > 0:
            kind = "inner"
        else:
            kind = _kind(self.code[self.header_start:i])
        self.scopes.append((kind, self.header_start))
        if kind == "scope":
            self.header_start = i + 1

    def close(self, i: int) -> None:
        kind, start = self.scopes.pop() if self.scopes else ("inner", 0)
        if kind == "function":
            self.add(start, i)
        if kind != "member" and self.at_top() and self.parentheses == 0:
            self.header_start = i + 1

    def add(self, start: int, end: int) -> None:
        header = re.sub(r"\b(?:public|private|protected):", lambda m: " " * len(m.group()),
                        self.code[start:end])
        first = start + len(header) - len(header.lstrip())
        line = self.code.count("\n", 0, first) + 1
        name = _NAME.search(header)
        length = self.code.count("\n", first, end) + 1
        self.functions.append(Function(name.group(1) if name else "?", line, length))


def functions_of(source: Source) -> list[Function]:
    return _Reader(source.code).read()
