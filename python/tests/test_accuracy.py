# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long sums are off by no more than docs/accuracy.md states, against a wider type."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from sums import FAMILIES, UNIT, bound, errors, inputs
from support import run


@pytest.mark.parametrize("dtype", ("float32", "float64", "bfloat16", "float16", "complex64"))
@pytest.mark.parametrize("family", FAMILIES)
def test_bound(family, dtype):
    for n in (UNIT, UNIT * 2, UNIT * 11, UNIT * 97, UNIT * 1000):
        # Sums of more overflow; terms that are computed are rounded before they are summed.
        if dtype == "float16" and n > 20_000 or dtype in ("float16", "bfloat16") and family == "sum of a product":
            continue
        for kind in ("positive", "mixed", "equal"):
            (error,) = errors(family, inputs(kind, n, dtype))
            assert error <= bound(family, n), (n, kind)


@pytest.mark.parametrize("family", FAMILIES)
def test_millions(family):
    for kind in ("positive", "equal"):
        (error,) = errors(family, inputs(kind, UNIT * 100_003, "float32"))
        assert error <= bound(family, UNIT * 100_003), kind


@pytest.mark.parametrize("family", FAMILIES)
def test_a_hundred_million(family):
    n = 10**8 // UNIT * UNIT
    (error,) = errors(family, inputs("equal", n, "float32"))
    assert error <= bound(family, n)


@pytest.mark.parametrize("n", (1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 511, 513, 1023, 1025, 4099, 8192, 65537))
def test_every_term_counts_once(n):
    # Powers of two below 2^24 in all: exact in every order.
    x = np.random.default_rng(n).integers(1, 8, n).astype(np.float32)
    want = x.astype(np.int64).sum()
    rows = np.stack([x, x[::-1]])
    assert run("weft", jnp.sum, x) == want
    assert run("weft", jnp.dot, x, np.ones_like(x)) == want
    np.testing.assert_array_equal(run("weft", lambda r: r.sum(1), rows), [want, want])
    np.testing.assert_array_equal(run("weft", lambda r: r.T.sum(0), rows), [want, want])
    np.testing.assert_array_equal(run("weft", lambda r: r @ r[0] * 0 + r.sum(1), rows), [want, want])
    for reverse in (False, True):
        want_running = np.cumsum(x[::-1])[::-1] if reverse else np.cumsum(x)
        for axis, y in ((0, x), (1, rows), (0, rows.T)):
            got = run("weft", lambda v: jax.lax.cumsum(v, axis, reverse), y)
            np.testing.assert_array_equal(got if got.ndim == 1 else got[0] if axis == 1 else got[:, 0], want_running)


def test_variance_of_large_numbers():
    x = (101 + 0.2 * np.random.default_rng(0).uniform(size=3 << 18)).astype(np.float32)
    want = np.var(x.astype(np.float64))
    assert abs(run("weft", jnp.var, x) - want) <= 1e-6 * want


@pytest.mark.parametrize("dtype", ("float32", "float64", "bfloat16"))
def test_what_is_not_finite(dtype):
    for n in (100, 5000, 1 << 18):
        for special, want in (((np.inf,), np.inf), ((-np.inf,), -np.inf), ((np.inf, -np.inf), np.nan), ((np.nan,), np.nan)):
            x = np.ones(n, jnp.dtype(dtype))
            x[[n // 3, n - 1][: len(special)]] = special
            for function in (jnp.sum, lambda v: jnp.dot(v, jnp.ones_like(v)), lambda v: jnp.cumsum(v)[-1]):
                np.testing.assert_equal(np.float64(run("weft", function, x)), want)


def test_initial_values_enter_once():
    for n in (10, 1000, 1 << 18):
        x = np.ones(n, np.float32)
        got = run("weft", lambda v: jax.lax.reduce(v, np.float32(5), jax.lax.add, (0,)), x)
        assert got == n + 5
        rows = np.ones((n, 3), np.float32)
        got = run("weft", lambda v: jax.lax.reduce(v, np.float32(5), jax.lax.add, (0,)), rows)
        np.testing.assert_array_equal(got, [n + 5] * 3)
        if n <= 1000:
            got = run("weft", lambda v: jax.lax.reduce_window(v, np.float32(5), jax.lax.add, (n,), (1,), "VALID"), x)
            np.testing.assert_array_equal(got, [n + 5])
