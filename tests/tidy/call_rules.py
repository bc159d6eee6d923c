"""Calls that belong to one place only, or to none."""

from rule import Rule, in_code, in_text
from source import Source

# The reactor is the clock of the library, the stopwatch that of the load generator.
CLOCKS = ("src/io/asio_reactor.cc", "src/tools/bench/stopwatch.cc")
VIRTUAL_TIME = ("tests/unit", "tests/sim", "tests/paths", "tests/support")
LOCK_FREE = ("base", "wire", "rpc", "call", "table", "ops")


def _keeps_virtual_time(source: Source) -> bool:
    return source.is_cpp and (source.inside("src", *VIRTUAL_TIME))


RULES = [
    Rule(
        name="clock",
        applies=lambda source: _keeps_virtual_time(source) and source.path not in CLOCKS,
        check=in_code(
            r"\b(?:steady_clock|system_clock|high_resolution_clock)::now\b"
            r"|\b(?:clock_gettime|gettimeofday)\s*\(|\bstd::time\s*\(",
            "reads a clock; take the time from Reactor::now()",
        ),
        bad=[
            ("src/rpc/x.cc", "auto t = std::chrono::steady_clock::now();\n"),
            ("src/onebox/x.cc", "auto t = std::time(nullptr);\n"),
            ("tests/unit/io/x.cc", "auto t = std::chrono::system_clock::now();\n"),
        ],
        good=[
            ("src/io/asio_reactor.cc", "auto t = std::chrono::steady_clock::now();\n"),
            ("src/rpc/x.cc", "// not steady_clock::now()\nauto t = reactor.now();\n"),
            ("tests/integration/x.cc", "auto t = std::chrono::steady_clock::now();\n"),
        ],
    ),
    Rule(
        name="sleep",
        applies=_keeps_virtual_time,
        check=in_code(
            r"\b(?:sleep_for|sleep_until|usleep|nanosleep|sleep)\s*\(",
            "sleeps; use a timer of the reactor",
        ),
        bad=[
            ("src/rpc/x.cc", "std::this_thread::sleep_for(1ms);\n"),
            ("tests/unit/io/x.cc", "usleep(1);\n"),
        ],
        good=[
            ("tests/unit/io/x.cc", "loop.runFor(1ms);  // does not sleep(1)\n"),
            ("tests/integration/x.cc", "std::this_thread::sleep_for(1ms);\n"),
        ],
    ),
    Rule(
        name="lock",
        applies=lambda source: source.is_cpp and source.layer in LOCK_FREE,
        check=in_code(
            r"\bstd::(?:\w*mutex|condition_variable\w*|lock_guard|unique_lock|scoped_lock)\b"
            r"|\babsl::(?:Mutex|CondVar)\b",
            "locks on the call path; a shard owns what it uses, others send to it",
        ),
        bad=[
            ("src/call/x.h", "std::mutex mutex_;\n"),
            ("src/rpc/x.cc", "absl::Mutex mutex_;\n"),
        ],
        good=[
            ("src/client/x.h", "std::mutex mutex_;\n"),
            ("src/call/x.h", "// no std::mutex\nstd::atomic<bool> is_success_;\n"),
        ],
    ),
    Rule(
        name="output",
        applies=lambda source: source.is_cpp and source.layer not in ("", "tools"),
        check=in_code(
            r"\bstd::(?:cout|cerr|clog)\b|\b(?:printf|fprintf|puts|perror)\s*\(",
            "prints; a library gives text back",
        ),
        bad=[("src/rpc/x.cc", "std::cerr << 1;\n"), ("src/io/x.cc", 'fprintf(stderr, "x");\n')],
        good=[("src/tools/x.cc", "std::cout << 1;\n"), ("src/rpc/x.cc", "snprintf(b, 1, f);\n")],
    ),
    Rule(
        name="using namespace",
        applies=lambda source: source.is_header,
        check=in_code(
            r"\busing\s+namespace\s+(?!std::chrono_literals\b|std::string_view_literals\b)[\w:]+",
            "in a header reaches all who include it",
        ),
        bad=[("src/io/x.h", "using namespace std;\n")],
        good=[
            ("src/io/x.cc", "using namespace std::chrono_literals;\n"),
            ("src/io/x.h", "using namespace std::chrono_literals;\nusing std::size_t;\n"),
        ],
    ),
    Rule(
        name="macro",
        applies=lambda source: source.is_header and source.inside("src", "include"),
        check=in_text(r"^\s*#\s*define\s+(?!BRIDLE_EXPORT\b)\w+", "is a macro; write a function or a constant"),
        bad=[("src/io/x.h", "#define MAX(a, b) a\n")],
        good=[("src/io/x.h", "// #define nothing\n"), ("tests/support/x.h", "#define IS_OK(a) a\n")],
    ),
]
