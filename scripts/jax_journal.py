# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pytest plugin for scripts/conformance-jax: a journal that survives the death of the process.

One JSON object per line: {"start": test}, then {"end": test, "outcome": ..., "message": ...}; at the end {"complete": n}.
Settings come as JSON from the file that the environment variable WEFT_JOURNAL names: path, only (tests to run, or null), skip (tests that are
done), shard (its number and how many), one_device, device (the kind that JAX's tests take it for).
"""

import json
import os
import sys

with open(os.environ["WEFT_JOURNAL"], encoding="utf-8") as settings:
    SETTINGS = json.load(settings)
_outcomes: dict[str, tuple[str, str]] = {}
_journal = open(SETTINGS["path"], "a", buffering=1, encoding="utf-8")


def write(**record) -> None:
    _journal.write(json.dumps(record) + "\n")


def short(nodeid: str) -> str:
    return nodeid.partition("::")[2].replace("::", ".")


def pytest_configure(config) -> None:
    # Where JAX's tests read the name of the device under test from.
    sys.argv.append(f"--jax_test_dut={SETTINGS['device']}")
    if SETTINGS["one_device"]:
        from jax._src import test_util

        test_util.request_cpu_devices = lambda count: None


def pytest_collection_modifyitems(config, items) -> None:
    only, skip = SETTINGS["only"], set(SETTINGS["skip"])
    shard, shards = SETTINGS["shard"]
    kept = [item for item in items[shard::shards] if short(item.nodeid) not in skip]
    kept = [item for item in kept if only is None or short(item.nodeid) in only]
    items[:] = kept


def pytest_collectreport(report) -> None:
    if report.failed:
        write(end="(collecting)", outcome="failed", message=last_line(report))


def pytest_runtest_logstart(nodeid, location) -> None:
    write(start=short(nodeid))


def last_line(report) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash is not None else str(report.longrepr)
    if isinstance(report.longrepr, tuple):
        text = str(report.longrepr[2])
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    return " | ".join(lines[:3])[:400]


def pytest_runtest_logreport(report) -> None:
    test = short(report.nodeid)
    if report.failed:
        _outcomes.setdefault(test, ("failed", last_line(report)))
    elif report.skipped and test not in _outcomes:
        _outcomes[test] = ("skipped", last_line(report))
    if report.when == "teardown":
        outcome, message = _outcomes.pop(test, ("passed", ""))
        write(end=test, outcome=outcome, message=message)


def pytest_sessionfinish(session, exitstatus) -> None:
    # 0: all passed, 1: some failed, 5: nothing to do. Otherwise pytest itself gave up on the way.
    if exitstatus in (0, 1, 5):
        write(complete=session.testscollected)
    _journal.close()
