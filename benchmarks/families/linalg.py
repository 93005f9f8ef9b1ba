# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linear algebra: single matrices, batches of small ones, and factorisations within loops."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg
import numpy as np
from jax import lax

from .cases import Family, named, normal, positive_definite, triangular, well_conditioned

linalg = Family("linalg")

SMALL, SINGLE = ((2000, 3, 3), (500, 8, 8), (64, 32, 32)), ((5, 5), (31, 31), (64, 64), (150, 150), (256, 256))


# Eigenvectors and singular vectors may be turned; what they make together may not.


def adjoint(x):
    return np.swapaxes(x, -1, -2).conj()


def of_eigh(arguments, results):
    values, vectors = results
    return values, (vectors * values[..., None, :]) @ adjoint(vectors)


def of_svd(arguments, results):
    u, s, v = results
    return s, (u * s[..., None, :]) @ v


def of_qr(arguments, results):
    q, r = results
    return q @ r, np.abs(r)


def of_eig(arguments, results):
    # Sorted by parts, so that the order in which they were found does not matter; no two are close in these matrices.
    return np.sort_complex(results.round(4))


for shape in SINGLE + SMALL:
    linalg.add(named("cholesky", shape), jnp.linalg.cholesky, positive_definite(*shape))
for shape in SINGLE + SMALL:
    linalg.add(named("solve", shape), jnp.linalg.solve, well_conditioned(*shape), normal(*shape[:-1], 1))
for shape in ((4, 4), (64, 64), (200, 200), (1000, 4, 4), (64, 24, 24)):
    linalg.add(named("inv", shape), jnp.linalg.inv, well_conditioned(*shape))
    linalg.add(named("lu", shape), lax.linalg.lu, well_conditioned(*shape))
for shape in ((3, 3), (40, 40), (1000, 3, 3), (300, 6, 6)):
    linalg.add(named("det", shape), jnp.linalg.det, well_conditioned(*shape))
    linalg.add(named("slogdet", shape), jnp.linalg.slogdet, well_conditioned(*shape))
for shape in ((8, 8), (50, 50), (128, 128), (500, 3, 3), (50, 12, 12)):
    linalg.add(
        named("eigh", shape), lambda x: tuple(jnp.linalg.eigh(x)), positive_definite(*shape), invariant=of_eigh,
        tolerance=1e-3,
    )  # fmt: skip
linalg.add("eigvalsh_64", jnp.linalg.eigvalsh, positive_definite(64, 64))
linalg.add("eigvals_24", jnp.linalg.eigvals, well_conditioned(24, 24, dtype="float64"), invariant=of_eig, tolerance=1e-3)
for shape in ((8, 8), (60, 40), (40, 60), (128, 128), (300, 4, 4), (40, 20, 10)):
    linalg.add(
        named("svd", shape), lambda x: tuple(jnp.linalg.svd(x, full_matrices=False)), normal(*shape), invariant=of_svd,
        tolerance=1e-3,
    )  # fmt: skip
linalg.add("singular_values_80x60", lambda x: jnp.linalg.svd(x, compute_uv=False), normal(80, 60))
for shape in ((6, 6), (64, 64), (200, 50), (50, 200), (128, 128), (500, 4, 4), (64, 20, 10)):
    linalg.add(named("qr", shape), lambda x: tuple(jnp.linalg.qr(x)), normal(*shape), invariant=of_qr, tolerance=1e-3)
for shape, columns in (
    ((8, 8), 1), ((64, 64), 64), ((256, 256), 1), ((256, 256), 100), ((500, 4, 4), 2), ((50, 24, 24), 24),
):  # fmt: skip
    for lower in (True, False):
        linalg.add(
            named("triangular", "lower" if lower else "upper", shape, columns),
            lambda a, b, lower=lower: jax.scipy.linalg.solve_triangular(a, b, lower=lower), triangular(*shape, lower=lower),
            normal(*shape[:-1], columns),
        )  # fmt: skip
linalg.add(
    "triangular_of_right_100x100", lambda a, b: lax.linalg.triangular_solve(a, b, left_side=False, lower=True),
    triangular(100, 100), normal(30, 100),
)  # fmt: skip
linalg.add(
    "triangular_transposed_100x100",
    lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True, transpose_a=True), triangular(100, 100),
    normal(100, 30),
)  # fmt: skip
for n in (4, 32, 100):
    linalg.add(f"expm_{n}", jax.scipy.linalg.expm, normal(n, n, scale=0.2), tolerance=1e-3)
linalg.add("expm_100x4x4", jax.scipy.linalg.expm, normal(100, 4, 4, scale=0.2), tolerance=1e-3)
linalg.add("lstsq_100x20", lambda a, b: jnp.linalg.lstsq(a, b)[0], normal(100, 20), normal(100), tolerance=1e-3)
linalg.add(
    "lstsq_by_normal_equations_2000x20", lambda a, b: jax.scipy.linalg.solve(a.T @ a, a.T @ b, assume_a="pos"),
    normal(2000, 20), normal(2000),
)  # fmt: skip
linalg.add("pinv_40x25", jnp.linalg.pinv, normal(40, 25), tolerance=1e-3)
linalg.add("matrix_power_64_13", lambda x: jnp.linalg.matrix_power(x, 13), normal(64, 64, scale=0.1))
linalg.add(
    "cho_solve_200x200", lambda a, b: jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(a), b),
    positive_definite(200, 200), normal(200, 10),
)  # fmt: skip
linalg.add(
    "tridiagonal_1000",
    lambda d, b: lax.linalg.tridiagonal_solve(jnp.full(1000, 0.3), d * 0.1 + 2, jnp.full(1000, 0.4), b[:, None]),
    normal(1000), normal(1000),
)  # fmt: skip
linalg.add("diagonal_of_kron_20x20", lambda x, y: jnp.diag(jnp.kron(x, y) @ jnp.kron(y, x)), normal(20, 20), normal(20, 20))

# f64, and complex numbers.
linalg.add("cholesky_f64_128", jnp.linalg.cholesky, positive_definite(128, 128, dtype="float64"))
linalg.add("solve_f64_128", jnp.linalg.solve, well_conditioned(128, 128, dtype="float64"), normal(128, 4, dtype="float64"))
linalg.add(
    "solve_f64_500x6x6", jnp.linalg.solve, well_conditioned(500, 6, 6, dtype="float64"), normal(500, 6, 1, dtype="float64")
)
linalg.add("inv_500x6x6", jnp.linalg.inv, well_conditioned(500, 6, 6))
linalg.add("solve_c64_300x5x5", jnp.linalg.solve, well_conditioned(300, 5, 5, dtype="complex64"), normal(300, 5, 1, dtype="complex64"))
linalg.add("cholesky_f64_200x12x12", jnp.linalg.cholesky, positive_definite(200, 12, 12, dtype="float64"))
linalg.add("cholesky_32x48x48", jnp.linalg.cholesky, positive_definite(32, 48, 48))
linalg.add("lu_32x60x60", lax.linalg.lu, well_conditioned(32, 60, 60))
linalg.add("inv_f64_64", jnp.linalg.inv, well_conditioned(64, 64, dtype="float64"))
linalg.add(
    "eigh_f64_64", lambda x: tuple(jnp.linalg.eigh(x)), positive_definite(64, 64, dtype="float64"), invariant=of_eigh,
    tolerance=1e-8,
)  # fmt: skip
linalg.add(
    "svd_f64_50x40", lambda x: tuple(jnp.linalg.svd(x, full_matrices=False)), normal(50, 40, dtype="float64"),
    invariant=of_svd, tolerance=1e-8,
)  # fmt: skip
linalg.add(
    "qr_f64_100x60", lambda x: tuple(jnp.linalg.qr(x)), normal(100, 60, dtype="float64"), invariant=of_qr, tolerance=1e-8
)
linalg.add("cholesky_c64_64", jnp.linalg.cholesky, positive_definite(64, 64, dtype="complex64"))
linalg.add("solve_c64_64", jnp.linalg.solve, well_conditioned(64, 64, dtype="complex64"), normal(64, 4, dtype="complex64"))
linalg.add(
    "eigh_c64_32", lambda x: tuple(jnp.linalg.eigh(x)), positive_definite(32, 32, dtype="complex64"), invariant=of_eigh,
    tolerance=1e-3,
)  # fmt: skip

# Gradients, and factorisations within loops.
linalg.add(
    "log_likelihood_gradient_100", jax.grad(lambda a, b: jnp.linalg.slogdet(a)[1] + b @ jnp.linalg.solve(a, b)),
    positive_definite(100, 100), normal(100),
)  # fmt: skip
linalg.add("cholesky_gradient_64", jax.grad(lambda a: jnp.sum(jnp.sin(jnp.linalg.cholesky(a)))), positive_definite(64, 64))
linalg.add(
    "eigenvalues_gradient_32", jax.grad(lambda a: jnp.sum(jnp.square(jnp.linalg.eigvalsh(a)))), positive_definite(32, 32),
    tolerance=1e-3,
)  # fmt: skip
linalg.add("inv_gradient_50x4x4", jax.grad(lambda a: jnp.sum(jnp.square(jnp.linalg.inv(a)))), well_conditioned(50, 4, 4))
linalg.add(
    "cholesky_in_scan_200x6x6", lambda a: lax.scan(lambda s, a: (jnp.linalg.cholesky(a + 0.1 * s @ s.T), s[0, 0]), a[0], a),
    positive_definite(200, 6, 6),
)  # fmt: skip
linalg.add(
    "solve_in_scan_100x8x8", lambda a, b: lax.scan(lambda x, a: (jnp.linalg.solve(a, x + 1), None), b, a)[0],
    well_conditioned(100, 8, 8), normal(8),
)  # fmt: skip
linalg.add(
    "inv_in_scan_200x3x3", lambda a: lax.scan(lambda x, a: (jnp.linalg.inv(a + 0.1 * x), None), a[0], a)[0],
    well_conditioned(200, 3, 3),
)  # fmt: skip
linalg.add(
    "qr_in_loop_12_20", lambda a: lax.fori_loop(0, 20, lambda i, a: (qr := jnp.linalg.qr(a))[1] @ qr[0], a),
    positive_definite(12, 12), tolerance=1e-3,
)  # fmt: skip
linalg.add(
    "triangular_in_scan_100x16x16",
    lambda a, b: lax.scan(lambda x, a: (jax.scipy.linalg.solve_triangular(a, x + 1, lower=True), None), b, a)[0],
    triangular(100, 16, 16), normal(16),
)  # fmt: skip
linalg.add(
    "newton_schulz_96_8", lambda a: lax.fori_loop(0, 8, lambda i, x: 1.5 * x - 0.5 * x @ x.T @ x, a / jnp.linalg.norm(a)),
    normal(96, 96),
)  # fmt: skip
