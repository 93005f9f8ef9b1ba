#!/usr/bin/env python3
# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products beside the machine's rate of fused multiplications, and programs that only move data beside its copies.

    PYTHONPATH=python build/venv/bin/python benchmarks/limits.py [--threads 1,16]

The rate is that of a polynomial of high degree, of numbers that stay in the first cache; a copy is NumPy's, by as many
threads. Each number of threads has a process of its own. Times are the median of five.
"""

import argparse
import os
import statistics
import subprocess
import sys
import threading
import time

DEGREE = 2000
BYTES = 1 << 28


def seconds(function, least=0.05):
    """Of a call, median of five."""
    times = []
    function()
    for _ in range(5):
        begin, calls = time.perf_counter(), 0
        while time.perf_counter() - begin < least:
            function()
            calls += 1
        times.append((time.perf_counter() - begin) / calls)
    return statistics.median(times)


def copy_rate(np, threads):
    """Bytes read and written, in GB/s, into memory that is there already."""
    source, target = np.ones(BYTES // 4, np.float32), np.zeros(BYTES // 4, np.float32)
    parts = [slice(i * len(source) // threads, (i + 1) * len(source) // threads) for i in range(threads)]

    def run():
        workers = [threading.Thread(target=np.copyto, args=(target[part], source[part])) for part in parts[1:]]
        for worker in workers:
            worker.start()
        np.copyto(target[parts[0]], source[parts[0]])
        for worker in workers:
            worker.join()

    return 2 * BYTES / seconds(run) / 1e9


def work(threads):
    import jax
    import jax.numpy as jnp
    import numpy as np

    def timed(function, *arguments, **options):
        compiled = jax.jit(function, **options).lower(*arguments).compile()
        return seconds(lambda: jax.block_until_ready(compiled(*arguments)))

    def polynomial(x):
        y = x
        for i in range(DEGREE):
            y = y * x + (0.5 + i / DEGREE)
        return y

    # A part of it for each thread, as large as half of a first cache at most.
    count = 2048 * max(threads, 1) * 4
    peak = 2 * DEGREE * count / timed(polynomial, jnp.full(count, 0.5, jnp.float32)) / 1e9
    copy = copy_rate(np, threads)
    print(f"{threads} threads: {peak:.0f} GFLOP/s of f32 fused multiplications, copies at {copy:.1f} GB/s", flush=True)
    rng = np.random.default_rng(1)
    for size in (512, 1024, 2048, 4096):
        rates = {}
        for dtype, result in (("float32", "float32"), ("bfloat16", "bfloat16"), ("int8", "int32")):
            a, b = (jnp.asarray(rng.integers(-9, 9, (size, size)), dtype) for _ in range(2))
            rates[dtype] = 2e-9 * size**3 / timed(lambda a, b: jnp.matmul(a, b, preferred_element_type=result), a, b)
        f32 = rates["float32"]
        print(
            f"  product of {size}: f32 {f32:.0f} GFLOP/s, {100 * f32 / peak:.0f} % of them; bf16 {rates['bfloat16'] / f32:.1f} times"
            f" that, s8 {rates['int8'] / f32:.1f} times",
            flush=True,
        )
    x = jnp.asarray(rng.standard_normal(BYTES // 4), jnp.float32)
    y, square = x * 0.5, x.reshape(8192, -1)
    programs = {
        "x + 1": (lambda x: x + 1, (x,), 2), "x * 2 + y": (lambda x, y: x * 2 + y, (x, y), 3), "sum(x)": (jnp.sum, (x,), 1),
        "sum of rows": (lambda x: jnp.sum(x, 1), (square,), 1), "sum of columns": (lambda x: jnp.sum(x, 0), (square,), 1),
        "maximum of x * y": (lambda x, y: jnp.max(x * y), (x, y), 2), "x reversed": (lambda x: x[::-1], (x,), 2),
        "rolled by 7": (lambda x: jnp.roll(x, 7), (x,), 2), "to bf16": (lambda x: x.astype(jnp.bfloat16), (x,), 1.5),
        "mean of rows off": (lambda x: x - jnp.mean(x, 1, keepdims=True), (square,), 2),
    }  # fmt: skip
    for name, (function, arguments, arrays) in programs.items():
        rate = arrays * BYTES / timed(function, *arguments) / 1e9
        print(f"  {name}: {rate:.1f} GB/s, {100 * rate / copy:.0f} % of a copy", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default=f"1,{os.cpu_count()}")
    parser.add_argument("--work", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        return work(options.work)
    for count in options.threads.split(","):
        environment = os.environ | {"JAX_PLATFORMS": "weft", "JAX_PJRT_CLIENT_CREATE_OPTIONS": f"num_threads:{count}"}
        subprocess.run([sys.executable, __file__, "--work", count], env=environment, check=True)


if __name__ == "__main__":
    main()
