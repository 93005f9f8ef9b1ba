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
