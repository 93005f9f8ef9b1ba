#!/usr/bin/env python3
# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Families of JAX programs on JAX's own CPU back end and on Weft, side by side in one process.

    PYTHONPATH=python build/venv/bin/python benchmarks/sweep.py [FAMILY ...] [--only REGEX] [--shard I/N] [--seconds S] [--json FILE]

The arms take turns, so that what else the machine does meets both. Times are medians of wall time per call, in
milliseconds; a ratio above 1 says that Weft is faster. Beside it is the ratio of the fastest batches of calls: where the
two are far apart, something else was on the machine. Compiling is timed once, with nothing in a cache. The exit status is
1 when a case fails or its results disagree.
"""

import argparse
import contextlib
import faulthandler
import json
import math
import os
import re
import statistics
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "weft,cpu")
os.environ.setdefault("WEFT_CACHE", "0")
# Both arms call LAPACK, whose threads spin while they wait for each other: beside other work a call may take a thousand
# times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import jax
import numpy as np

from families import FAMILIES

# How far results may differ, of the largest element. Both arms round, in other orders.
TOLERANCE = {"float64": 1e-9, "complex128": 1e-9, "float32": 2e-4, "complex64": 2e-4, "float16": 1e-2, "bfloat16": 4e-2}
# A batch of calls is as long as this, so that an arm finds its caches as its own calls left them.
BATCH_SECONDS = 0.002
FEWEST_BATCHES = 5


class Arm:
    """A case, compiled for one platform."""

    def __init__(self, platform, function, arguments):
        self.arguments = jax.device_put(arguments, jax.devices(platform)[0])
        lowered = jax.jit(function).lower(*self.arguments)
        begin = time.perf_counter()
        self.compiled = lowered.compile()
        self.compiling = time.perf_counter() - begin
        self.results = jax.tree.map(np.asarray, self.compiled(*self.arguments))
        self.times = []
        self.calls = max(1, int(BATCH_SECONDS / min(self.batch(1) for _ in range(2))))

    def batch(self, calls):
        """Seconds per call."""
        begin = time.perf_counter()
        for _ in range(calls):
            jax.block_until_ready(self.compiled(*self.arguments))
        return (time.perf_counter() - begin) / calls

    def measure(self):
        self.times.append(self.batch(self.calls))


def difference(left, right, tolerance):
    """What is wrong with the left results, beside the right ones; None where they agree."""
    left, right = jax.tree.leaves(left), jax.tree.leaves(right)
    if [(x.shape, x.dtype) for x in left] != [(x.shape, x.dtype) for x in right]:
        return "results of other types"
    # Gradients that are zero but for rounding are measured by the results beside them.
    least = 1e-2 * max((largest(x) for x in right if x.dtype.kind not in "biu"), default=0.0)
    for number, (x, y) in enumerate(zip(left, right)):
        if x.dtype.kind in "biu":
            wrong = np.count_nonzero(x != y)
            if wrong:
                return f"result {number}: {wrong} of {x.size} elements of type {x.dtype} differ"
            continue
        allowed = tolerance or TOLERANCE.get(str(x.dtype), 0.1)
        x, y = wide(x), wide(y)
        finite = np.isfinite(y)
        if not np.array_equal(np.isfinite(x), finite) or not np.array_equal(x[~finite], y[~finite], equal_nan=True):
            return f"result {number}: other elements are infinite or not a number"
        off = np.max(np.abs(x[finite] - y[finite]), initial=0) / max(least, largest(y), 1e-30)
        if off > allowed:
            return f"result {number}: off by {off:.2g} of the largest element, {allowed:.2g} allowed"
    return None


def wide(x):
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def largest(x):
    x = np.abs(wide(x))
    return float(np.max(np.where(np.isfinite(x), x, 0), initial=0))


def needs_wide_types(arguments):
    return any(leaf.dtype.name in ("float64", "int64", "uint64", "complex128") for leaf in jax.tree.leaves(arguments))


def run(case, platforms, seed, seconds):
    """What is known of a case after it has run: seconds per call and of compiling, by platform."""
    arguments = case.make_arguments(seed)
    with jax.enable_x64(True) if needs_wide_types(arguments) else contextlib.nullcontext():
        arms = {}
        for platform in platforms:
            try:
                arms[platform] = Arm(platform, case.function, arguments)
            except Exception as error:
                raise RuntimeError(f"{platform}: {type(error).__name__}: {error}") from error
        end = time.perf_counter() + seconds * len(arms)
        while time.perf_counter() < end or len(arms[platforms[0]].times) < FEWEST_BATCHES:
            for arm in arms.values():
                arm.measure()
    results = {platform: arm.results for platform, arm in arms.items()}
    if case.invariant:
        results = {platform: case.invariant(arguments, result) for platform, result in results.items()}
    wrong = [difference(results[platform], results[platforms[0]], case.tolerance) for platform in platforms[1:]]
    return {
        "call": {platform: statistics.median(arm.times) for platform, arm in arms.items()},
        "fastest": {platform: min(arm.times) for platform, arm in arms.items()},
        "compiling": {platform: arm.compiling for platform, arm in arms.items()},
        "wrong": next(filter(None, wrong), None),
    }


def ratio(row, of="call"):
    """How many times as fast the last platform is as the first."""
    first, *_, last = row[of].values()
    return first / last


def line(name, row):
    if "failed" in row:
        return f"{name:<52} failed: {row['failed']}"
    calls = " ".join(f"{1e3 * t:10.3f}" for t in row["call"].values())
    compiling = " ".join(f"{1e3 * t:8.0f}" for t in row["compiling"].values())
    compared = f" {ratio(row):8.2f} {ratio(row, 'fastest'):8.2f}" if len(row["call"]) > 1 else ""
    return f"{name:<52} {calls}{compared} {compiling}" + (f"  wrong: {row['wrong']}" if row["wrong"] else "")


def heading(family, platforms):
    calls = " ".join(f"{platform + ', ms':>10}" for platform in platforms)
    compared = f" {'ratio':>8} {'fastest':>8}" if len(platforms) > 1 else ""
    return f"{family:<52} {calls}{compared} " + " ".join(f"{'built':>8}" for _ in platforms)


def summary(name, rows, platforms):
    done = {case: row for case, row in rows.items() if "failed" not in row}
    failed, wrong = len(rows) - len(done), sum(1 for row in done.values() if row["wrong"])
    compiling = ", ".join(f"{sum(row['compiling'][p] for row in done.values()):.1f} s by {p}" for p in platforms)
    text = f"{name}: {len(rows)} cases, {failed} failed, {wrong} wrong; compiled in {compiling}"
    if done and len(platforms) > 1:
        mean = math.exp(statistics.fmean(math.log(ratio(row)) for row in done.values()))
        worst = sorted(done, key=lambda case: ratio(done[case]))[:10]
        text += f"; geometric mean {mean:.2f}\n  worst: " + ", ".join(f"{case} {ratio(done[case]):.2f}" for case in worst)
    return text


def chosen(options):
    """Families with the cases that the command line names."""
    pattern = re.compile(options.only or "")
    shard, shards = map(int, options.shard.split("/"))
    for name in options.families or FAMILIES:
        cases = [case for case in FAMILIES[name].cases.values() if pattern.search(case.name)][shard::shards]
        if cases:
            yield name, cases


def sweep(options):
    platforms = options.platforms.split(",")
    for platform in platforms:
        # The first compilation of a process starts more than itself.
        Arm(platform, lambda x: x + 1, (np.zeros(4, np.float32),))
    families = {}
    for name, cases in chosen(options):
        print(heading(name, platforms), flush=True)
        rows = families[name] = {}
        for case in cases:
            try:
                rows[case.name] = run(case, platforms, options.seed, options.seconds)
            except Exception as error:  # One case must not end the others.
                rows[case.name] = {"failed": " ".join(str(error).split())[:400]}
            print(line(case.name, rows[case.name]), flush=True)
            if options.json:  # After each case: what a crash leaves behind is worth having.
                with open(options.json, "w") as file:
                    json.dump({"platforms": platforms, "seed": options.seed, "families": families}, file, indent=1)
        print(flush=True)
    for name, rows in families.items():
        print(summary(name, rows, platforms))
    everything = {f"{name}/{case}": row for name, rows in families.items() for case, row in rows.items()}
    if len(families) > 1:
        print(summary("all", everything, platforms))
    bad = {case: row for case, row in everything.items() if "failed" in row or row["wrong"]}
    for case, row in bad.items():
        print(f"{case}: {row.get('failed') or row['wrong']}", file=sys.stderr)
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"of {', '.join(FAMILIES)} (default: all)")
    parser.add_argument("--only", metavar="REGEX", help="cases whose names match")
    parser.add_argument("--shard", metavar="I/N", default="0/1", help="every N-th case, from the I-th on (default: 0/1)")
    parser.add_argument("--list", action="store_true", help="name the cases, run none")
    parser.add_argument("--platforms", default="cpu,weft", help="compared with the first (default: cpu,weft)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.25, help="of calls, per case and platform (default: 0.25)")
    parser.add_argument("--json", metavar="FILE", help="write what was measured, in seconds")
    options = parser.parse_args()
    unknown = set(options.families) - set(FAMILIES)
    if unknown:
        parser.error(f"there is no family {', '.join(sorted(unknown))}; there are {', '.join(FAMILIES)}")
    if options.list:
        for name, cases in chosen(options):
            print(f"{name}: {len(cases)} cases", *(case.name for case in cases), sep="\n  ")
        return 0
    faulthandler.enable()  # A crash names the case it happened in.
    return sweep(options)


if __name__ == "__main__":
    sys.exit(main())
