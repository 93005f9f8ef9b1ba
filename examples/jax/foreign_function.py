# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A function of your own in C++ (rotate.cpp), called from a compiled JAX program, with a derivative of its own."""

import ctypes
import functools
import pathlib
import shutil
import subprocess
import tempfile

import jax
import jax.numpy as jnp
import numpy as np


def build() -> str:
    compiler = shutil.which("clang++-22") or shutil.which("c++")
    if compiler is None:
        raise SystemExit("this example needs a C++ compiler")
    library = pathlib.Path(tempfile.mkdtemp()) / "rotate.so"
    source = pathlib.Path(__file__).with_name("rotate.cpp")
    flags = ["-std=c++17", "-O2", "-fPIC", "-shared", "-isystem", jax.ffi.include_dir()]
    subprocess.run([compiler, *flags, str(source), "-o", str(library)], check=True)
    return str(library)


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def rotate(points, angle):
    call = jax.ffi.ffi_call("example_rotate", jax.ShapeDtypeStruct(points.shape, points.dtype), vmap_method="broadcast_all")
    return call(points, angle=np.float32(angle))


# The derivative of a rotation turns the other way.
rotate.defvjp(lambda points, angle: (rotate(points, angle), None), lambda angle, _, g: (rotate(g, -angle),))


def main():
    library = ctypes.CDLL(build())
    jax.ffi.register_ffi_target("example_rotate", jax.ffi.pycapsule(library.Rotate), platform=jax.default_backend())
    square = jnp.array([[1, 0], [0, 1], [-1, 0], [0, -1]], jnp.float32)
    turned = jax.jit(lambda p: rotate(p, np.pi / 4))(square)
    print("a square, turned by an eighth:")
    print(np.round(np.asarray(turned), 3))
    gradient = jax.jit(jax.grad(lambda p: jnp.sum(rotate(p, 0.5)[:, 0])))(square)
    print("derivative of the sum of x:", np.round(np.asarray(gradient[0]), 3))
    try:
        jax.jit(lambda p: rotate(p, 1.0))(jnp.ones((2, 3))).block_until_ready()
    except jax.errors.JaxRuntimeError as error:
        print(f"points with three coordinates: {error}")


if __name__ == "__main__":
    main()
