# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Factors of matrices, and systems of equations, on a GPU that is not there."""

from emulated import NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

# Matrices that no block keeps in its registers are factored and solved panel by panel.
FACTORS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp
import jax.scipy.linalg as scipy_linalg

def positive(x):
    return x @ jnp.swapaxes(x, -1, -2) + x.shape[-1] * jnp.eye(x.shape[-1], dtype=x.dtype)
def factors(x):
    lower = jnp.linalg.cholesky(positive(x))
    return lower, scipy_linalg.cho_solve((lower, True), x[..., :3])
def systems(x):
    even = x + 40 * jnp.eye(x.shape[-1], dtype=x.dtype)
    return jnp.linalg.solve(even, x[..., :1]), jnp.linalg.inv(even), jnp.linalg.slogdet(even)
def sides(x):
    even = x + 40 * jnp.eye(x.shape[-1], dtype=x.dtype)
    return [
        lax.linalg.triangular_solve(even, x[..., :70] if left else x[..., :70, :], left_side=left, lower=lower, transpose_a=turned)
        for left in (True, False) for lower in (True, False) for turned in (True, False)
    ]

with jax.enable_x64(True):
    for shape, dtype in (((2, 150, 150), "float32"), ((133, 133), "float64")):
        for function in (factors, systems, sides):
            x = support.sample(shape, dtype)
            actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                support.close(left, right, factor=200)
    # Exchanges of rows, of matrices that are tall and wide; rows that are equal, and the first of them is taken.
    for shape in ((160, 150), (140, 200), (2, 150, 150)):
        for x in (support.sample(shape, "float32"), np.sign(support.sample(shape, "float32"))):
            packed, pivots, order = support.run("weft", lax.linalg.lu, x)
            steps = min(shape[-2:])
            lower = np.tril(packed, -1)[..., :steps].astype("float64") + np.eye(shape[-2], steps)
            upper = np.triu(packed)[..., :steps, :].astype("float64")
            assert np.abs(lower).max() <= 1
            assert np.abs(lower @ upper - np.take_along_axis(x, order[..., None], -2)).max() < 1e-3
            assert (pivots[..., 0] == np.abs(x[..., 0]).argmax(-1)).all()
    nan = support.run("weft", jnp.linalg.cholesky, np.float32(np.diag(np.r_[np.ones(100), -1, np.ones(60)])))
    assert np.isnan(nan).any()
print("all right")
"""


def test_factors_by_panels() -> None:
    passes(FACTORS)


# Complex matrices by one block each, and by panels: both triangles, sides and turns; the exchanges of rows as a permutation.
COMPLEX_FACTORS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def adjoint(x):
    return np.swapaxes(np.conj(x), -1, -2)
def off(actual, expected):
    return np.abs(actual - expected).max() / np.abs(expected).max()

with jax.enable_x64(True):
    for dtype, shapes in (("complex64", ((3, 20, 20), (100, 100))), ("complex128", ((2, 17, 17), (70, 70)))):
        unit = np.finfo(dtype).eps
        for shape in shapes:
            n = shape[-1]
            x = support.sample(shape, dtype)
            even = x / n + 2 * np.eye(n, dtype=dtype)
            square = (even @ adjoint(even)).astype(dtype)
            lower, upper = support.run("weft", lambda a: (jnp.linalg.cholesky(a), jnp.linalg.cholesky(a, upper=True)), square)
            assert off(lower @ adjoint(lower), square) < 10 * unit
            assert off(adjoint(upper) @ upper, square) < 10 * unit
            for left in (True, False):
                b = support.sample((*shape[:-2], n, 9) if left else (*shape[:-2], 9, n), dtype, seed=1)
                for is_lower in (True, False):
                    for turned, conjugate in ((False, False), (True, False), (True, True)):
                        found = support.run("weft", lambda a, b: lax.linalg.triangular_solve(
                            a, b, left_side=left, lower=is_lower, transpose_a=turned, conjugate_a=conjugate), even, b)
                        a = np.tril(even) if is_lower else np.triu(even)
                        a = np.swapaxes(a, -1, -2) if turned else a
                        a = np.conj(a) if conjugate else a
                        assert off(a @ found if left else found @ a, b) < 30 * unit, (shape, left, is_lower, turned, conjugate)
        for shape in ((2, 21, 18), (90, 100), (100, 70)):
            x = support.sample(shape, dtype)
            packed, pivots, order = support.run("weft", lax.linalg.lu, x)
            steps = min(shape[-2:])
            lower = np.tril(packed, -1)[..., :steps] + np.eye(shape[-2], steps)
            # By the sum of the parts' magnitudes, so that quotients have a magnitude of at most the root of two.
            assert np.abs(lower).max() <= 1.4143
            assert off(lower @ np.triu(packed)[..., :steps, :], np.take_along_axis(x, order[..., None], -2)) < 100 * unit
            sizes = np.abs(x[..., 0].real) + np.abs(x[..., 0].imag)
            assert (pivots[..., 0] == sizes.argmax(-1)).all()
print("all right")
"""


def test_factors_of_complex_matrices() -> None:
    passes(COMPLEX_FACTORS)


# Systems of three diagonals: one block, several of short ones, long ones that are cut, and right-hand sides side by side. Rows that
# have no diagonal, and such as are nearly singular in parts; what they leave is what rounding does, as LAPACK's.
TRIDIAGONAL = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def solve(l, d, u, b):
    return lax.linalg.tridiagonal_solve(l, d, u, b)
def product(l, d, u, x):
    y = d[..., None] * x
    y[..., 1:, :] += l[..., 1:, None] * x[..., :-1, :]
    y[..., :-1, :] += u[..., :-1, None] * x[..., 1:, :]
    return y
def residual(l, d, u, b, x):
    wide = "complex128" if np.iscomplexobj(b) else "float64"
    sides = [np.asarray(a).astype(wide) for a in (l, d, u, b, x)]
    rows = np.abs(l) + np.abs(d) + np.abs(u)
    size = rows.max() * np.abs(x).max() + np.abs(b).max()
    return np.abs(product(*sides[:3], sides[4]) - sides[3]).max() / size / np.finfo(b.dtype).eps
def systems(rows, columns, batch, dtype, kind):
    l, d, u = (support.sample((*batch, rows), dtype, seed=seed) for seed in range(3))
    b = support.sample((*batch, rows, columns), dtype, seed=3)
    if kind == "dominant":
        d = d + 9
    elif kind == "hollow":
        # Blocks of two rows, each regular, which no one may eliminate by its diagonal.
        d = d * 0
        l, u = l + 3, u + 3
        l[..., ::2] /= 8
    elif kind == "waves":
        l, u, d = l * 0 + 1, u * 0 + 1, d * 0 - 1.3
    return l, d, u, b

with jax.enable_x64(True):
    cases = [(1, 1, ()), (2, 3, ()), (3, 1, (2,)), (33, 1, (5, 3)), (200, 1, ()), (100, 5, (2,)), (1000, 1, ())]
    for dtype in ("float32", "float64", "complex64", "complex128"):
        for rows, columns, batch in cases + ([(2100, 1, (2,)), (1500, 3, ())] if dtype in ("float32", "complex128") else []):
            for kind in ("dominant", "waves") + (("hollow",) if rows % 2 == 0 else ()):
                if kind != "dominant" and rows > 1000:
                    continue
                given = systems(rows, columns, batch, dtype, kind)
                found = support.run("weft", solve, *given)
                assert residual(*given, found) < 8, (dtype, rows, columns, batch, kind, residual(*given, found))
                if kind == "dominant":
                    np.testing.assert_allclose(found, support.run("cpu", solve, *given), rtol=0, atol=20 * np.finfo(dtype).eps)
    # Of a batch, the singular one is no number, and no other; as is what a right-hand side without numbers gives.
    l, d, u, b = systems(40, 2, (3,), "float32", "dominant")
    d[1, 7] = l[1, 7] = u[1, 7] = 0
    b[2, 3, 1] = np.nan
    found = support.run("weft", solve, l, d, u, b)
    assert np.isfinite(found[0]).all() and np.isnan(found[1]).all()
    assert np.isfinite(found[2, :, 0]).all() and np.isnan(found[2, :, 1]).any()
    # What lies outside of the matrix is not read.
    l[:, 0] = u[:, -1] = np.nan
    assert (support.run("weft", solve, l, d, u, b)[0] == found[0]).all()
print("all right")
"""


def test_systems_of_three_diagonals() -> None:
    passes(TRIDIAGONAL)


# Eigenvalues of small symmetric matrices by rotations, of each triangle: in a thread's registers and in its memory; far from one, all
# the same, and without numbers.
EIGENVALUES = """
import jax, numpy as np, support
from jax import numpy as jnp

def found(x, triangle="L"):
    return support.run("weft", lambda x: tuple(jnp.linalg.eigh(x, UPLO=triangle, symmetrize_input=False)), x)
def whole(x, triangle):
    half = np.tril(x) if triangle == "L" else np.triu(x)
    return (half + np.swapaxes(half, -1, -2) - half * np.eye(x.shape[-1], dtype=x.dtype)).astype("float64")
def compare(x, triangle):
    values, vectors = (part.astype("float64") for part in found(x, triangle))
    a = whole(x, triangle)
    unit = np.finfo(x.dtype).eps * np.abs(a).max(axis=(-1, -2), keepdims=True) * x.shape[-1]
    assert (np.diff(values, axis=-1) >= 0).all()
    assert (np.abs(a @ vectors - vectors * values[..., None, :]) <= 2 * unit).all(), (x.shape, triangle)
    assert np.abs(np.swapaxes(vectors, -1, -2) @ vectors - np.eye(x.shape[-1])).max() <= 2 * x.shape[-1] * np.finfo(x.dtype).eps
    assert (np.abs(np.linalg.eigvalsh(a) - values) <= 4 * unit[..., 0]).all(), (x.shape, triangle)

with jax.enable_x64(True):
    for dtype in ("float32", "float64"):
        for shape in ((1, 1), (5, 2, 2), (2, 20, 3, 3), (9, 4, 4), (3, 5, 5), (30, 8, 8)):
            x = support.sample(shape, dtype)
            for triangle in ("L", "U"):
                compare(x, triangle)
            compare((x * 1e-30).astype(dtype), "L")
            compare((x * 1e30).astype(dtype), "L")
        for same in (np.zeros((2, 3, 3)), np.ones((2, 6, 6)), np.broadcast_to(np.eye(4), (2, 4, 4))):
            compare(same.astype(dtype), "L")
    x = support.sample((4, 3, 3), "float32")
    x[1, 2, 0] = np.nan
    x[2, 0, 2] = np.nan
    x[3, 1, 1] = np.inf
    values, vectors = found(x)
    assert np.isfinite(values[[0, 2]]).all() and np.isnan(values[[1, 3]]).all()
    assert np.isfinite(vectors[[0, 2]]).all() and np.isnan(vectors[[1, 3]]).all()
print("all right")
"""


def test_eigenvalues_of_small_matrices() -> None:
    passes(EIGENVALUES)
