"""Who may include whom: always to the left or stay."""

from rule import Findings, Rule
from source import Source

LAYERS = ["base", "wire", "io", "rpc", "route", "call", "table", "ops", "client", "config", "tools"]

# A peer of the client that shares only its foundations.
ONEBOX = ["base", "wire", "io", "onebox"]

# Public headers that are more than plain data, and who may include them. The others are for all.
PUBLIC = {
    "bridle/admin.h": ["client", "tools"],
    "bridle/batch_operations.h": ["client", "tools"],
    "bridle/client.h": ["client", "tools"],
    "bridle/range_operations.h": ["client", "tools"],
    "bridle/scan_operations.h": ["client", "tools"],
    "bridle/scanner.h": ["client", "tools"],
    "bridle/table.h": ["client", "tools"],
    "bridle/config.h": ["config", "tools"],
    "bridle/onebox.h": ["onebox", "config", "tools"],
}


def _allowed(layer: str) -> list[str]:
    return ONEBOX if layer == "onebox" else LAYERS[: LAYERS.index(layer) + 1]


def _layers(source: Source) -> Findings:
    if source.layer not in LAYERS + ["onebox"]:
        yield 1, f"src/{source.layer} is no layer; known are {', '.join(LAYERS)}, onebox"
        return
    for line, path in source.includes:
        target = path.split("/")[0]
        if target in LAYERS + ["onebox"] and target not in _allowed(source.layer):
            yield line, f"{source.layer} may not include {path}"
        if source.layer not in PUBLIC.get(path, [source.layer]):
            yield line, f"{source.layer} may not include {path}, only {', '.join(PUBLIC[path])} may"


def _public(source: Source) -> Findings:
    for line, path in source.includes:
        if path.split("/")[0] in LAYERS + ["onebox", "thrift"]:
            yield line, f"a public header may not include {path}, which is not installed"


RULES = [
    Rule(
        name="layer",
        applies=lambda source: source.is_cpp and source.layer != "",
        check=_layers,
        bad=[
            ("src/io/x.h", '#include "rpc/session.h"\n'),
            ("src/onebox/x.cc", '#include "client/shard.h"\n'),
            ("src/tools/x.cc", '#include "onebox/server/node.h"\n'),
            ("src/call/x.cc", "#include <bridle/client.h>\n"),
            ("src/table/x.cc", '#include "bridle/onebox.h"\n'),
            ("src/misc/x.cc", "\n"),
        ],
        good=[
            ("src/rpc/x.h", '#include "io/link.h"\n#include "rpc/y.h"\n#include "absl/x.h"\n'),
            ("src/onebox/x.cc", '#include "wire/frame.h"\n#include "bridle/onebox.h"\n'),
            ("src/base/x.cc", '#include "bridle/options.h"\n#include <vector>\n'),
            ("tests/unit/io/x.cc", '#include "client/shard.h"\n'),
        ],
    ),
    Rule(
        name="public header",
        applies=lambda source: source.is_header and source.inside("include"),
        check=_public,
        bad=[("include/bridle/x.h", '#include "base/time.h"\n')],
        good=[("include/bridle/x.h", '#include "bridle/y.h"\n#include <boost/asio/post.hpp>\n')],
    ),
]
