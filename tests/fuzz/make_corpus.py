#!/usr/bin/env python3
"""Writes the seed corpus of the fuzz targets from the recorded exchanges in tests/data/wire.

Takes the shortest frame of each kind: one per call, header version and outcome.
"""

import json
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data" / "wire"
MAX_BYTES = 4096


def exchanges():
    for name in ("transcripts.jsonl", "transcripts_more.jsonl"):
        with open(DATA / name, encoding="utf-8") as file:
            yield from map(json.loads, file)


def native_exchanges():
    with open(DATA / "transcripts_rdsn.jsonl", encoding="utf-8") as file:
        yield from map(json.loads, file)


def outcome(fields):
    result = fields["result"]
    inner = result.get("error", result.get("err")) if isinstance(result, dict) else None
    return fields["framework_error"], inner


def kinds():
    """(target, kind, name, bytes) of each frame."""
    for exchange in exchanges():
        name = exchange["name"]
        if exchange["response_hex"]:
            frame = bytes.fromhex(exchange["response_hex"])
            fields = exchange["fields"]
            yield "reply", (fields["ack"], *outcome(fields)), name, frame
            if name.startswith(("cfg.", "split.cfg")) and fields["framework_error"] == "ERR_OK":
                header = 4 + 4 + len("ERR_OK") + 4 + 4 + len(fields["ack"]) + 4
                yield "config", frame[header:], name, frame[header:]
        if exchange["request_hex"]:
            rpc = (exchange["request_fields"] or {"rpc": name})["rpc"]
            yield "request", (rpc, exchange["header"]), name, bytes.fromhex(exchange["request_hex"])
    for exchange in native_exchanges():
        yield "rdsn", exchange["name"], exchange["name"], bytes.fromhex(exchange["request_hex"])


def main():
    shortest = {}
    for target, kind, name, data in kinds():
        known = shortest.get((target, kind))
        if len(data) <= MAX_BYTES and (known is None or len(data) < len(known[1])):
            shortest[target, kind] = name, data
    shutil.rmtree(HERE / "corpus", ignore_errors=True)
    for (target, _), (name, data) in shortest.items():
        folder = HERE / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
