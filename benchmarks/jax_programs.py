#!/usr/bin/env python3
# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX programs on Weft and on JAX's own CPU back end, side by side in one process.

    PYTHONPATH=python WEFT_CACHE=0 build/venv/bin/python benchmarks/jax_programs.py [PROGRAM ...] [--seed N] [--seconds S]

The arms take turns, so that what else the machine does meets both. Times are medians of wall time per call, in
microseconds; compiling is timed once, with nothing in a cache. The exit status is 1 when results disagree.
"""

import argparse
import math
import os
import statistics
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "weft,cpu")
import jax
import jax.numpy as jnp
import numpy as np

PROGRAMS = {}


def program(*shapes, dtype=np.float32):
    """Registers a function with the shapes of its arguments, which are normally distributed."""

    def register(function):
        PROGRAMS[function.__name__] = (function, shapes, dtype)
        return function

    return register


@program((384, 320), (320, 448))
def product(x, y):
    return x @ y


@program((1536,), (1536, 1280))
def vector_times_matrix(x, y):
    return x @ y


@program((96, 48, 64), (96, 64, 40))
def batched_product(x, y):
    return jnp.einsum("bij,bjk->bik", x, y)


@program((700, 900))
def softmax(x):
    return jax.nn.softmax(x, axis=-1)


@program((512, 768), (768,), (768,))
def layer_norm_gradient(x, scale, offset):
    def loss(x, scale, offset):
        centered = x - x.mean(-1, keepdims=True)
        normal = centered * jax.lax.rsqrt((centered * centered).mean(-1, keepdims=True) + 1e-5)
        return jnp.sum(jnp.tanh(normal * scale + offset))

    return jax.grad(loss, argnums=(0, 1, 2))(x, scale, offset)


@program((900, 1100))
def sum_of_columns(x):
    return x.sum(0)


@program((900, 1100))
def turned(x):
    return x.T + 1


@program((640, 500))
def running_sum(x):
    return jnp.cumsum(x, axis=1)


@program((200, 300))
def sorted_rows(x):
    return jnp.sort(x, axis=1)


@program((4, 24, 30, 16), (3, 3, 16, 32))
def convolution(x, kernel):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


@program((2, 4, 160, 48), (2, 4, 160, 48), (2, 4, 160, 48))
def attention(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(q.shape[-1]))
    return jnp.einsum("bhij,bhjd->bhid", weights, v)


@program((3000, 48), (5000,))
def gathered_rows(table, numbers):
    return table[jnp.abs(numbers * 700).astype(jnp.int32) % table.shape[0]]


@program((8,))
def loop_of_scalars(x):
    return jax.lax.fori_loop(0, 700, lambda i, y: jnp.sin(y) + 0.1 * y, x)


@program((80, 16, 24), (24, 40), (40, 40))
def recurrent_network(inputs, wide, square):
    def step(state, x):
        state = jnp.tanh(x @ wide * 0.2 + state @ square * 0.1)
        return state, state.sum()

    return jax.lax.scan(step, jnp.zeros((inputs.shape[1], square.shape[0]), inputs.dtype), inputs)


@program((500, 600))
def random_numbers(x):
    key = jax.random.key(jnp.abs(x[0, 0] * 100).astype(jnp.int32))
    return jax.random.normal(key, x.shape) + x


def call_time(function, arguments):
    begin = time.perf_counter()
    jax.block_until_ready(function(*arguments))
    return time.perf_counter() - begin


def agree(left, right):
    def close(a, b):
        scale = max(1.0, float(np.max(np.abs(b), initial=0)))
        return np.allclose(a, b, rtol=1e-4, atol=1e-4 * scale, equal_nan=True)

    return all(map(close, map(np.asarray, jax.tree.leaves(left)), map(np.asarray, jax.tree.leaves(right))))


def measure(name, seed, seconds):
    """Seconds of compiling and of a call on each platform, and whether they agree."""
    function, shapes, dtype = PROGRAMS[name]
    random = np.random.default_rng(seed)
    arguments = [random.standard_normal(shape).astype(dtype) for shape in shapes]
    arms, results = {}, {}
    for platform in ("cpu", "weft"):
        on_device = jax.device_put(arguments, jax.devices(platform)[0])
        lowered = jax.jit(function).lower(*on_device)
        begin = time.perf_counter()
        compiled = lowered.compile()
        arms[platform] = (compiled, on_device, time.perf_counter() - begin, [])
        results[platform] = compiled(*on_device)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(arms["weft"][3]) < 5:
        for compiled, on_device, _, times in arms.values():
            times.append(call_time(compiled, on_device))
    figures = {platform: (compiling, statistics.median(times)) for platform, (_, _, compiling, times) in arms.items()}
    return figures, agree(results["weft"], results["cpu"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"of {', '.join(PROGRAMS)} (default: all)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1.0, help="for the calls of one program (default: 1)")
    options = parser.parse_args()
    unknown = set(options.programs) - set(PROGRAMS)
    if unknown:
        parser.error(f"there is no program {', '.join(sorted(unknown))}; there are {', '.join(PROGRAMS)}")
    print("| program | JAX's CPU, us | Weft, us | times as fast | compiled, ms | by Weft, ms |\n" + "| --- " * 6 + "|")
    ratios, compiling, wrong = [], [0.0, 0.0], []
    for name in options.programs or PROGRAMS:
        figures, agrees = measure(name, options.seed, options.seconds)
        (cpu_compiling, cpu), (weft_compiling, weft) = figures["cpu"], figures["weft"]
        ratios.append(cpu / weft)
        compiling = [compiling[0] + cpu_compiling, compiling[1] + weft_compiling]
        wrong += [] if agrees else [name]
        print(
            f"| {name} | {1e6 * cpu:.1f} | {1e6 * weft:.1f} | {cpu / weft:.2f} "
            f"| {1e3 * cpu_compiling:.0f} | {1e3 * weft_compiling:.0f} |", flush=True,
        )  # fmt: skip
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\ngeometric mean {mean:.2f}; compiled in {compiling[0]:.2f} s, by Weft in {compiling[1]:.2f} s")
    for name in wrong:
        print(f"{name}: the results disagree", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
