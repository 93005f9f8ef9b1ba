# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorisations: jaxlib's LAPACK handlers, called by Weft. Results are compared by what they must satisfy, or with
the CPU back end where they are unique."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as scipy_linalg
import numpy as np
import pytest
from jax import lax

from support import TOLERANCE, check, run, sample

DTYPES = ("float32", "float64", "complex64", "complex128")
FACTOR = 100


def positive(dtype, n=4, batch=()):
    x = sample((*batch, n, n), dtype)
    return x @ np.swapaxes(x.conj(), -1, -2) + 2 * np.eye(n, dtype=x.dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_cholesky(dtype):
    x = positive(dtype, batch=(2,))
    check(jnp.linalg.cholesky, x, factor=FACTOR)
    check(lambda x: scipy_linalg.cho_solve((jnp.linalg.cholesky(x[0]), True), x[1]), x, factor=FACTOR)


def test_cholesky_of_indefinite_is_nan():
    assert np.isnan(run("weft", jnp.linalg.cholesky, np.diag([1.0, -1.0]))).any()


@pytest.mark.parametrize("dtype", DTYPES)
def test_lu(dtype):
    x = sample((2, 5, 5), dtype)
    check(lax.linalg.lu, x, factor=FACTOR)
    check(lambda x: (jnp.linalg.solve(x, x[..., :2]), jnp.linalg.inv(x), jnp.linalg.det(x)), x, factor=4 * FACTOR)
    check(jnp.linalg.slogdet, x, factor=FACTOR)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", ("reduced", "complete", "r"))
def test_qr(dtype, mode):
    check(lambda x: jnp.linalg.qr(x, mode=mode), sample((2, 5, 3), dtype), factor=FACTOR)


def test_pivoted_qr():
    check(lambda x: scipy_linalg.qr(x, pivoting=True), sample((5, 4), "float64"), factor=FACTOR)


@pytest.mark.parametrize("dtype", DTYPES)
def test_eigh(dtype):
    x = positive(dtype, batch=(2,))
    check(jnp.linalg.eigvalsh, x, factor=FACTOR)
    values, vectors = run("weft", jnp.linalg.eigh, x)
    np.testing.assert_allclose(
        x @ vectors, vectors * values[:, None, :], atol=TOLERANCE[dtype] * FACTOR * 10, rtol=TOLERANCE[dtype] * FACTOR
    )


@pytest.mark.parametrize("dtype", DTYPES)
def test_svd(dtype):
    x = sample((2, 5, 3), dtype)
    check(lambda x: jnp.linalg.svd(x, compute_uv=False), x, factor=FACTOR)
    u, s, v = run("weft", lambda x: tuple(jnp.linalg.svd(x, full_matrices=False)), x)
    np.testing.assert_allclose((u * s[:, None, :]) @ v, x, atol=TOLERANCE[dtype] * FACTOR)
    check(lambda x: (jnp.linalg.pinv(x), jnp.linalg.matrix_rank(x), jnp.linalg.cond(x[0])), x, factor=10 * FACTOR)


@pytest.mark.parametrize("dtype", ("float32", "complex128"))
def test_eig(dtype):
    x = sample((4, 4), dtype)
    values, vectors = run("weft", jnp.linalg.eig, x)
    np.testing.assert_allclose(x @ vectors, vectors * values, atol=1e-4)
    check(lambda x: jnp.sort(jnp.linalg.eigvals(x)), x, factor=FACTOR)


@pytest.mark.parametrize("dtype", ("float64", "complex128"))
def test_schur_and_hessenberg(dtype):
    x = sample((4, 4), dtype)
    check(scipy_linalg.schur, x, factor=FACTOR)
    check(lambda x: scipy_linalg.hessenberg(x, calc_q=True), x, factor=FACTOR)


@pytest.mark.parametrize("dtype", DTYPES)
def test_triangular_solve(dtype):
    a, b = np.tril(sample((2, 4, 4), dtype)) + 3 * np.eye(4, dtype=dtype), sample((2, 4, 3), dtype, seed=1)

    def f(a, b):
        left = [
            lax.linalg.triangular_solve(a, b, left_side=True, lower=True, transpose_a=t, conjugate_a=c, unit_diagonal=u)
            for t, c, u in ((False, False, False), (True, False, True), (True, True, False))
        ]
        return left, lax.linalg.triangular_solve(a, jnp.swapaxes(b, 1, 2), lower=True)

    check(f, a, b, factor=FACTOR)


def test_tridiagonal():
    check(lambda x: lax.linalg.tridiagonal(x, lower=True)[1:3], positive("float64"), factor=FACTOR)
    lower, main, upper = (sample((6,), "float64", seed=seed) for seed in range(3))
    rhs = sample((6, 2), "float64", seed=3)
    check(lambda l, m, u, b: lax.linalg.tridiagonal_solve(l, m + 7, u, b), lower, main, upper, rhs, factor=FACTOR)


def test_half_precision_is_refused_as_on_the_cpu():
    x = np.eye(3, dtype=np.float16)
    with pytest.raises((TypeError, NotImplementedError)):
        run("cpu", jnp.linalg.eigh, x)
    with pytest.raises((TypeError, NotImplementedError)):
        run("weft", jnp.linalg.eigh, x)


def test_functions_of_matrices():
    x = sample((3, 3), "float64", low=-1, high=1)
    check(lambda x: (scipy_linalg.expm(x), jnp.linalg.matrix_power(x, 5), jnp.linalg.norm(x, 2)), x, factor=FACTOR)
    check(lambda x: jnp.linalg.lstsq(x, x[:, 0])[0], x, factor=10 * FACTOR)


@pytest.mark.parametrize(
    "f",
    (jnp.linalg.cholesky, jnp.linalg.inv, jnp.linalg.eigvalsh, lambda x: jnp.linalg.qr(x)[1], jnp.linalg.det),
    ids=("cholesky", "inv", "eigvalsh", "qr", "det"),
)
def test_gradients(f):
    check(jax.grad(lambda x: (f(x) ** 2).sum()), positive("float64"), factor=10 * FACTOR)


def test_vmap():
    x = positive("float32", batch=(3,))
    check(jax.vmap(lambda x: jnp.linalg.solve(x, x[0])), x, factor=10 * FACTOR)


@pytest.mark.parametrize("shape", ((0, 0), (2, 0, 0)))
def test_empty(shape):
    def f(x):
        return (
            jnp.linalg.cholesky(x), jnp.linalg.eigvalsh(x), jnp.linalg.inv(x), jnp.linalg.qr(x), lax.linalg.lu(x),
            jnp.linalg.svd(x), jnp.linalg.eig(x), scipy_linalg.schur(x),
        )  # fmt: skip

    check(f, np.zeros(shape, np.float32))
