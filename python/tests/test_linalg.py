# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factorisations: Weft's own kernels for small matrices, jaxlib's LAPACK handlers for large ones. Results are compared by
what they must satisfy, or with the CPU back end where they are unique."""

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


@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("shape", ((20, 4, 4), (2, 9, 5, 3), (30, 3, 7), (8, 1, 1), (9, 12, 12)))
def test_qr_of_many(dtype, shape):
    """Small matrices in a batch are factored by loops of Weft's own."""
    x = sample(shape, dtype)
    for mode in ("reduced", "complete", "r"):
        check(lambda x: jnp.linalg.qr(x, mode=mode), x, factor=FACTOR)


@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("shape", ((17, 17), (100, 60), (60, 100), (128, 128), (3, 40, 70), (250, 3), (1, 1), (2, 5, 33, 20)))
def test_qr_by_columns(dtype, shape):
    """One matrix, or a few, by a kernel of Weft's own."""
    x = sample(shape, dtype)
    for mode in ("reduced", "complete"):
        q, r = run("weft", lambda x: tuple(jnp.linalg.qr(x, mode=mode)), x)
        np.testing.assert_array_equal(r, np.triu(r))
        unit = np.eye(q.shape[-1], dtype=dtype)
        assert residual(dtype, q @ r, x) < 10
        assert residual(dtype, np.swapaxes(q, -1, -2) @ q, np.broadcast_to(unit, (*q.shape[:-2], *unit.shape))) < 20
    expected = run("cpu", lambda x: jnp.linalg.qr(x, mode="r"), x)
    np.testing.assert_allclose(run("weft", lambda x: jnp.linalg.qr(x, mode="r"), x), expected, atol=200 * TOLERANCE[dtype])


@pytest.mark.parametrize("scale", (1e-30, 1e30))
def test_qr_of_extreme_numbers(scale):
    x = (sample((20, 18), "float32") * scale).astype("float32")
    q, r = run("weft", lambda x: tuple(jnp.linalg.qr(x)), x)
    np.testing.assert_allclose(q @ (r / scale), x / scale, atol=1e-4)


def test_qr_of_many_at_the_limits():
    x = sample((9, 4, 3), "float32")
    x[1], x[2] = 0, np.eye(4, 3)
    x[3, :, 1] = 0
    x[4, 1:, 0] = 0
    x[5] *= 1e30
    x[6] *= 1e-30
    x[7, 2:] = 0
    q, r = run("weft", lambda x: tuple(jnp.linalg.qr(x)), x)
    expected = run("cpu", lambda x: tuple(jnp.linalg.qr(x)), x)
    size = np.maximum(np.abs(x).max((1, 2), keepdims=True), 1e-35)
    np.testing.assert_allclose(r / size, expected[1] / size, atol=1e-5)
    np.testing.assert_allclose(q @ np.triu(r / size), x / size, atol=1e-5)
    np.testing.assert_allclose(np.swapaxes(q, 1, 2) @ q, np.broadcast_to(np.eye(3), (9, 3, 3)), atol=1e-5)


def test_qr_takes_signs_of_zeros():
    x = sample((9, 4, 3), "float32")
    x[:, 0, 0] = np.where(np.arange(9) % 2, -0.0, 0.0)
    for many in (x, x[0], x[1]):
        check(lambda x: tuple(jnp.linalg.qr(x)), many, factor=FACTOR)


@pytest.mark.parametrize("bad", (np.nan, np.inf))
@pytest.mark.parametrize("shape", ((20, 18), (3, 40, 24), (9, 7, 7)))
def test_qr_before_a_column_that_is_not_finite(shape, bad):
    """Columns before it are as without it, as LAPACK's are."""
    x = sample(shape, "float32")
    x[..., 3, 4] = bad
    q, r = run("weft", lambda x: tuple(jnp.linalg.qr(x)), x)
    for found, expected in zip((q, r), run("cpu", lambda x: tuple(jnp.linalg.qr(x)), x)):
        assert np.isfinite(expected[..., :4]).all() and np.isnan(expected).any()
        np.testing.assert_allclose(found[..., :4], expected[..., :4], atol=1e-5)
        np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))


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


# Small matrices: one, fewer than lanes, a batch that lanes do not divide, two dimensions of a batch; of orders with and
# without kernels.
BATCHES = ((), (3,), (21,), (3, 5))
ORDERS = (1, 2, 5, 16, 33)


def residual(dtype, x, y):
    """How far x is from y, in units of rounding of the largest element and its row."""
    unit = np.finfo(dtype).eps * max(np.abs(y).max(), 1e-30) * y.shape[-1]
    return np.abs(x - y).max() / unit


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize("n", ORDERS)
def test_small_cholesky(dtype, batch, n):
    x = positive(dtype, n, batch)
    for upper in (False, True):
        factor = run("weft", lambda x, upper=upper: jnp.linalg.cholesky(x, upper=upper), x)
        wanted = np.triu(factor) if upper else np.tril(factor)
        np.testing.assert_array_equal(factor, wanted)
        adjoint = np.swapaxes(factor.conj(), -1, -2)
        assert residual(dtype, adjoint @ factor if upper else factor @ adjoint, x) < 10


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize("shape", ((1, 1), (3, 3), (16, 16), (33, 33), (7, 4), (4, 7)), ids=str)
def test_small_lu(dtype, batch, shape):
    rows, columns = shape
    x = sample((*batch, *shape), dtype)
    lu, pivots, permutation = run("weft", lax.linalg.lu, x)
    _, pivots_of_cpu, permutation_of_cpu = run("cpu", lax.linalg.lu, x)
    np.testing.assert_array_equal(pivots, pivots_of_cpu)
    np.testing.assert_array_equal(permutation, permutation_of_cpu)
    least = min(shape)
    lower = np.tril(lu, -1)[..., :least] + np.eye(rows, least, dtype=dtype)
    upper = np.triu(lu)[..., :least, :]
    permuted = np.take_along_axis(x, permutation[..., None], -2)
    assert residual(dtype, lower @ upper, permuted) < 10


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize("n, systems", ((1, 1), (4, 1), (4, 3), (5, 9), (16, 40), (33, 2)))
@pytest.mark.parametrize("left", (True, False), ids=("left", "right"))
def test_small_triangular_solve(dtype, batch, n, systems, left):
    a = sample((*batch, n, n), dtype) / n + 3 * np.eye(n, dtype=dtype)
    b = sample((*batch, n, systems) if left else (*batch, systems, n), dtype, seed=1)
    options = [
        dict(left_side=left, lower=lower, transpose_a=transpose, conjugate_a=conjugate, unit_diagonal=unit)
        for lower in (True, False)
        for transpose, conjugate, unit in ((False, False, False), (True, False, True), (True, True, False))
    ]
    found = run("weft", lambda a, b: [lax.linalg.triangular_solve(a, b, **each) for each in options], a, b)
    for x, each in zip(found, options):
        matrix = np.tril(a) if each["lower"] else np.triu(a)
        if each["unit_diagonal"]:
            matrix = matrix - matrix * np.eye(n, dtype=dtype) + np.eye(n, dtype=dtype)
        matrix = np.swapaxes(matrix, -1, -2) if each["transpose_a"] else matrix
        matrix = matrix.conj() if each["conjugate_a"] else matrix
        assert residual(dtype, matrix @ x if left else x @ matrix, b) < 30


def permutation_of(pivots, rows):
    order = np.broadcast_to(np.arange(rows, dtype="int32"), (*pivots.shape[:-1], rows)).copy()
    for line, exchanges in zip(order.reshape(-1, rows), pivots.reshape(-1, pivots.shape[-1])):
        for k, other in enumerate(exchanges):
            line[[k, other]] = line[[other, k]]
    return order


@pytest.mark.parametrize("batch", ((), (1,), (70,), (3, 5)), ids=str)
@pytest.mark.parametrize("steps, rows", ((1, 1), (2, 2), (24, 24), (3, 9), (16, 17), (100, 130)))
def test_exchanges_as_a_permutation(batch, steps, rows):
    first = np.arange(steps)
    pivots = np.random.default_rng(steps).integers(first, rows, (*batch, steps)).astype("int32")
    found = run("weft", lambda p: lax.linalg.lu_pivots_to_permutation(p, rows), pivots)
    assert found.dtype == "int32"
    np.testing.assert_array_equal(found, permutation_of(pivots, rows))


@pytest.mark.parametrize("batch", ((), (3,), (0,)), ids=str)
@pytest.mark.parametrize("steps, rows", ((0, 0), (0, 5)))
def test_no_exchanges_as_a_permutation(batch, steps, rows):
    pivots = np.zeros((*batch, steps), "int32")
    found = run("weft", lambda p: lax.linalg.lu_pivots_to_permutation(p, rows), pivots)
    np.testing.assert_array_equal(found, np.broadcast_to(np.arange(rows), (*batch, rows)))


def test_exchanges_under_vmap_and_in_loops():
    first = np.arange(6)
    pivots = np.random.default_rng(1).integers(first, 8, (4, 3, 6)).astype("int32")

    def each(p):
        return lax.linalg.lu_pivots_to_permutation(p, 8)

    expected = permutation_of(pivots, 8)
    np.testing.assert_array_equal(run("weft", jax.vmap(jax.vmap(each), in_axes=1, out_axes=1), pivots), expected)
    np.testing.assert_array_equal(run("weft", lambda p: lax.map(each, p), pivots), expected)


def test_exchanges_are_a_kernel():
    text = jax.jit(lambda x: lax.linalg.lu(x)[2], backend="weft").lower(np.ones((5, 4, 4), "float32")).as_text()
    assert "cu_lu_pivots_to_permutation" in text
    assert "while" not in text


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", (1, 3, 8))
def test_equal_pivots_are_the_first(dtype, n):
    x = np.ones((5, n, n), dtype) - 2 * np.triu(np.ones((n, n), dtype), 1)
    if x.dtype.kind == "c":
        # The sum of the sizes of both parts counts, not the size of the number.
        x[:, -1, 0] = 0.6 + 0.6j
    for batch in (x, x[0]):
        expected, found = run("cpu", lax.linalg.lu, batch), run("weft", lax.linalg.lu, batch)
        for left, right in zip(found, expected):
            np.testing.assert_allclose(left, right, atol=TOLERANCE[dtype] * FACTOR)


@pytest.mark.parametrize("dtype", DTYPES)
def test_one_bad_matrix_in_a_batch(dtype):
    x = positive(dtype, 4, (11,))
    x[2] = np.diag([1, 1, -1, 1])
    x[5] = np.diag([1, 0, 1, 1])
    check(jnp.linalg.cholesky, x, factor=FACTOR)
    # A pivot that is no number is not positive either; some libraries go on with it.
    x[7, 3, 3] = np.nan
    is_bad = np.isnan(run("weft", jnp.linalg.cholesky, x)[:, np.tri(4, dtype=bool)])
    np.testing.assert_array_equal(is_bad, np.isin(np.arange(11), (2, 5, 7))[:, None].repeat(10, 1))


@pytest.mark.parametrize("dtype", DTYPES)
def test_singular_matrices(dtype):
    x = sample((9, 4, 4), dtype)
    x[1] = 0
    x[2, :, 1] = 0
    x[3, 2] = 0
    x[4] = 1
    check(lambda x: (lax.linalg.lu(x), jnp.linalg.det(x), jnp.linalg.slogdet(x)), x, factor=10 * FACTOR)
    inverse = run("weft", jnp.linalg.inv, x)
    assert not np.isfinite(inverse[1]).all()
    assert np.isfinite(inverse[5:]).all()


def test_nan_stays_in_its_matrix():
    x = sample((6, 5, 5), "float32")
    x[3, 2, 2] = np.nan
    for f in (jnp.linalg.inv, lambda x: lax.linalg.lu(x)[0], lambda x: jnp.linalg.solve(x, x)):
        is_nan = np.isnan(run("weft", f, x)).any(axis=(1, 2))
        np.testing.assert_array_equal(is_nan, np.arange(6) == 3)


@pytest.mark.parametrize("n", (3, 8))
def test_small_ones_in_loops(n):
    a = positive("float64", n, (7,))

    def step(x, a):
        x = jnp.linalg.solve(a, x + 1)
        return scipy_linalg.solve_triangular(jnp.linalg.cholesky(a), x, lower=True), jnp.linalg.det(a)

    check(lambda a: lax.scan(step, a[0, 0], a), a, factor=100 * FACTOR)


def test_large_ones_are_called():
    x = positive("float32", 80)
    text = jax.jit(jnp.linalg.cholesky).lower(x).compile().as_text()
    assert "lapack_spotrf_ffi" in text


@pytest.mark.parametrize("algorithm", ("QR", "JACOBI", "POLAR"))
def test_svd_by_any_algorithm(algorithm):
    x = sample((5, 3), "float32")
    named = lax.linalg.SvdAlgorithm[algorithm]
    u, s, vh = run("weft", lambda x: lax.linalg.svd(x, full_matrices=False, algorithm=named), x)
    np.testing.assert_allclose((u * s) @ vh, x, rtol=FACTOR * TOLERANCE["float32"], atol=FACTOR * TOLERANCE["float32"])


@pytest.mark.parametrize("implementation", ("CUSOLVER", "MAGMA", "LAPACK"))
def test_eig_by_any_implementation(implementation):
    if not hasattr(lax.linalg, "EigImplementation"):
        pytest.skip("this version of JAX has one")
    x = sample((5, 5), "float32")
    named = lax.linalg.EigImplementation[implementation]
    w, v = run("weft", lambda x: lax.linalg.eig(x, compute_left_eigenvectors=False, implementation=named), x)
    np.testing.assert_allclose(x @ v, v * w, rtol=FACTOR * TOLERANCE["float32"], atol=FACTOR * TOLERANCE["float32"])


def test_eigh_by_jacobi_rotations():
    if not hasattr(lax.linalg, "EighImplementation"):
        pytest.skip("this version of JAX has one")
    x = positive("float32", 6)
    named = lax.linalg.EighImplementation.JACOBI
    v, w = run("weft", lambda x: lax.linalg.eigh(x, implementation=named), x)
    np.testing.assert_allclose(x @ v, v * w, rtol=FACTOR * TOLERANCE["float32"], atol=FACTOR * TOLERANCE["float32"] * 100)
