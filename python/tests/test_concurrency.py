# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many threads that compile, run, transfer and delete at the same time."""

import concurrent.futures
import gc
import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from support import device

THREADS = 8


def in_threads(work, count=THREADS):
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return [future.result() for future in [pool.submit(work, i) for i in range(count)]]


def test_running_one_program():
    f = jax.jit(lambda x: (x @ x.T).sum())
    x = jnp.ones((16, 16), jnp.float32)
    f(x).block_until_ready()
    assert in_threads(lambda i: [float(f(x + i)) for _ in range(10)]) == [
        [pytest.approx(16.0**3 * (1 + i) ** 2)] * 10 for i in range(THREADS)
    ]


def test_compiling():
    def work(i):
        return [float(jax.jit(lambda x: x * i + k)(jnp.float32(2))) for k in range(6)]

    assert in_threads(work) == [[2.0 * i + k for k in range(6)] for i in range(THREADS)]


def test_compiling_the_same():
    start = threading.Barrier(THREADS)

    def work(i):
        start.wait()
        return float(jax.jit(lambda x: jnp.sin(x).sum())(jnp.ones(10)))

    assert len(set(in_threads(work))) == 1


def test_transferring_and_deleting():
    def work(i):
        for k in range(40):
            x = jax.device_put(np.full(1000, i * k), device())
            y = x + 1
            x.delete()
            assert int(y[0]) == i * k + 1
            del y
        return True

    assert all(in_threads(work))


def test_deleting_while_running():
    f = jax.jit(lambda x: jax.lax.fori_loop(0, 50, lambda i, a: a + x, x))
    for _ in range(20):
        x = jnp.ones(100)
        y = f(x)
        x.delete()
        np.testing.assert_array_equal(y, np.full(100, 51.0))


def test_results_nobody_waits_for():
    f = jax.jit(lambda x: jax.lax.fori_loop(0, 50, lambda i, a: a * 1.01, x))
    for _ in range(100):
        f(jnp.ones(100))
    gc.collect()
    assert float(f(jnp.ones(1))[0]) == pytest.approx(1.01**50, rel=1e-5)


def test_chains_are_asynchronous_and_ordered():
    f = jax.jit(lambda x: x + 1)
    x = jnp.zeros(10)
    for _ in range(200):
        x = f(x)
    np.testing.assert_array_equal(x, np.full(10, 200.0))


def test_callbacks_from_many_threads():
    f = jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(v) + 1, jax.ShapeDtypeStruct((), np.float32), x))
    assert in_threads(lambda i: [float(f(np.float32(i))) for _ in range(10)]) == [[i + 1.0] * 10 for i in range(THREADS)]


def test_dropping_programs():
    def work(i):
        for k in range(5):
            f = jax.jit(lambda x: x - i - k)
            f(jnp.float32(1))
            f.clear_cache()
        return True

    assert all(in_threads(work))
