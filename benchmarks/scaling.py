#!/usr/bin/env python3
# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of all families with 1, 2, 4, ... threads.

    PYTHONPATH=python build/venv/bin/python benchmarks/scaling.py [FAMILY ...] [--cases N] [--threads 1,2,4,8,16] [--only REGEX]

A process per number of threads compiles the cases and then measures each of them when it is told to: rounds go through all
processes, so that what else the machine does meets all. Times are medians over rounds, in milliseconds. A case is marked
where more threads are more than 5 % slower than fewer.
"""

import argparse
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys

BATCH_SECONDS = 0.01
ALLOWED = 1.05


def spread(cases, count):
    """As many of a family's cases, from all over it."""
    return cases if len(cases) <= count else [cases[i * len(cases) // count] for i in range(count)]


def chosen(options):
    from families import FAMILIES

    pattern = re.compile(options.only or "")
    for name in options.families or FAMILIES:
        cases = [case for case in FAMILIES[name].cases.values() if pattern.search(case.name)]
        yield from spread(cases, len(cases) if options.only else options.cases)


def work(options):
    """Measures cases by number, as they are asked for on the standard input."""
    import jax
    import sweep

    arms = []
    for case in chosen(options):
        arguments = case.make_arguments(1)
        wide = sweep.needs_wide_types(arguments)
        with jax.enable_x64(True) if wide else contextlib.nullcontext():
            arms.append((sweep.Arm("weft", case.function, arguments), wide))
    # Cores of a virtual machine differ by half of their speed, as their neighbours have work or not: what leads runs has the
    # same one in all processes. The helpers, which have begun by now, stay free.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("ready", flush=True)
    for line in sys.stdin:
        arm, wide = arms[int(line)]
        with jax.enable_x64(True) if wide else contextlib.nullcontext():
            calls = max(1, int(BATCH_SECONDS / arm.batch(1)))
            print(json.dumps(arm.batch(calls)), flush=True)


def start(count):
    environment = os.environ | {
        "JAX_PLATFORMS": "weft", "JAX_PJRT_CLIENT_CREATE_OPTIONS": f"num_threads:{count}", "OPENBLAS_NUM_THREADS": "1",
    }  # fmt: skip
    arguments = [sys.executable, __file__, *sys.argv[1:], "--work"]
    return subprocess.Popen(arguments, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(worker, number):
    worker.stdin.write(f"{number}\n")
    worker.stdin.flush()
    return json.loads(worker.stdout.readline())


def compare(options):
    counts = [int(count) for count in options.threads.split(",")]
    cases = [case.name for case in chosen(options)]
    workers = []
    for count in counts:  # One after the other: compiling takes all cores.
        workers.append(start(count))
        assert workers[-1].stdout.readline() == "ready\n", f"the process with {count} threads ended"
    print(f"{'threads':<52} " + " ".join(f"{count:>9}" for count in counts))
    slower = []
    for number, name in enumerate(cases):
        rounds = [[ask(worker, number) for worker in workers] for _ in range(options.rounds)]
        times = [statistics.median(row) for row in zip(*rounds)]
        worst = max(time / min(times[: i + 1]) for i, time in enumerate(times))
        mark = f"  {worst:.2f} times the time of fewer" if worst > ALLOWED else ""
        slower += [(worst, name)] if mark else []
        print(f"{name:<52} " + " ".join(f"{1e3 * time:9.3f}" for time in times) + mark, flush=True)
    for worker in workers:
        worker.stdin.close()
        worker.wait()
    slower.sort(reverse=True)
    print(f"{len(cases)} cases, {len(slower)} slower with more threads" + "".join(f"\n  {w:.2f} {name}" for w, name in slower))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*")
    parser.add_argument("--cases", type=int, default=6, help="of each family")
    parser.add_argument("--only", help="a regular expression for names of cases, all of which are taken")
    parser.add_argument("--threads", default="1,2,4,8,16")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    work(options) if options.work else compare(options)


if __name__ == "__main__":
    main()
