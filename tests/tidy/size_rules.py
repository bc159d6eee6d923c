"""A file or a function that is longer than this has two ideas in it."""

from functions import functions_of
from rule import Findings, Rule
from source import Source

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 70
CODE = ("h", "cc", "py", "sh", "cmake")


def _file(source: Source) -> Findings:
    if len(source.lines) > MAX_FILE_LINES:
        yield MAX_FILE_LINES, f"{len(source.lines)} lines, at most {MAX_FILE_LINES} are allowed"


def _functions(source: Source) -> Findings:
    for function in functions_of(source):
        if function.length > MAX_FUNCTION_LINES:
            yield (function.line, f"{function.name} has {function.length} lines, at most "
                                  f"{MAX_FUNCTION_LINES} are allowed")


def _body(lines: int) -> str:
    return "  f();\n" * lines


RULES = [
    Rule(
        name="file length",
        applies=lambda source: source.suffix in CODE,
        check=_file,
        bad=[("src/io/x.cc", "\n" * 501)],
        good=[("src/io/x.cc", "\n" * 500), ("tests/data/x.txt", "\n" * 501)],
    ),
    Rule(
        name="function length",
        applies=lambda source: source.is_cpp,
        check=_functions,
        bad=[
            ("src/io/x.cc", "namespace a {\nvoid f(int x = {}) {\n" + _body(69) + "}\n}\n"),
            ("src/io/x.cc", "A::A(int x)\n    : a_{x}, b_(2) {\n" + _body(68) + "}\n"),
            ("src/io/x.h", "struct A : B {\n public:\n  int f() const {\n" + _body(69) + "}\n};\n"),
            ("src/io/x.h", "template <typename T = A<B>>\nvoid f(T = {}) {\n" + _body(68) + "}\n"),
            ("src/io/x.cc", 'extern "C" int f(int x) {\n' + _body(69) + "}\n"),
            ("src/io/x.cc", "bool A::operator==(const A& o) const {\n" + _body(69) + "}\n"),
            ("tests/unit/io/x.cc", "TEST(A, B) {\n  auto g = [] {\n" + _body(67) + "  };\n}\n"),
        ],
        good=[
            ("src/io/x.cc", "namespace a {\nvoid f() {\n" + _body(68) + "}\n}\n"),
            ("src/io/x.cc", "constexpr int kTable[] = {\n" + "  1,\n" * 100 + "};\n"),
            ("src/io/x.h", "class A {\n" + "  void f(); // {\n" * 100 + "};\n"),
            ("src/io/x.cc", 'void f() {\n  g("{");\n}\n' + "int x;\n" * 80 + "void h() {}\n"),
        ],
    ),
]
