# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Collectives between four devices, given to the plugin as a program of four replicas; and on one device, where there is nothing to exchange."""

import pytest
from emulated import NEEDS_EMULATOR, emulated

from support import python

RUN = """
import jax, numpy as np
from jaxlib import xla_client

DEVICES = jax.devices()
assert len(DEVICES) == 4, DEVICES


def load(program):
    options = xla_client.CompileOptions()
    options.num_replicas = 4
    return DEVICES[0].client.compile_and_load(program, xla_client.DeviceList(tuple(DEVICES)), options)


def run(program, values):
    mesh = jax.sharding.Mesh(np.array(DEVICES), ("x",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x"))
    parts = [jax.device_put(v, d) for v, d in zip(values, DEVICES)]
    array = jax.make_array_from_single_device_arrays((4 * len(values[0]),), sharding, parts)
    results = load(program).execute_sharded([array]).disassemble_into_single_device_arrays()
    return [[np.asarray(a) for a in result] for result in results]


def module(body, results):
    types = ", ".join(f"tensor<{n}xf32>" for n in results)
    names = ", ".join(f"%r{i}" for i in range(len(results)))
    return f"func.func @main(%x: tensor<8xf32>) -> ({types}) {{ {body} return {names} : {types} }}"


def reduction(name, op, attributes, result, body):
    return f'''%{name} = "stablehlo.{op}"(%x) <{{replica_groups = {attributes}}}> ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        {body}
        stablehlo.return %s : tensor<f32>
      }}) : (tensor<8xf32>) -> tensor<{result}xf32> '''
"""

MOVES_AND_SUMS = RUN + """
ALL = "dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>"
UNEVEN = "dense<[[2, 0, 3], [1, -1, -1]]> : tensor<2x3xi64>"
ADD = "%s = stablehlo.add %a, %b : tensor<f32>"
OWN = "%p = stablehlo.multiply %a, %b : tensor<f32> %s = stablehlo.add %p, %a : tensor<f32>"
body = reduction("r0", "all_reduce", ALL, 8, ADD)
body += reduction("r1", "all_reduce", UNEVEN, 8, OWN)
body += reduction("r2", "reduce_scatter", ALL + ", scatter_dimension = 0 : i64", 2, ADD)
body += f'%r3 = "stablehlo.all_gather"(%x) <{{all_gather_dim = 0 : i64, replica_groups = {ALL}}}> : (tensor<8xf32>) -> tensor<32xf32> '
body += '%r4 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32> '
body += '%r5 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32> '
x = np.random.default_rng(5).normal(size=(4, 8)).astype(np.float32)
sums, own, parts, gathered, moved, unsent = run(module(body, [8, 8, 2, 32, 8, 8]), x)
total = ((x[0] + x[1]) + x[2]) + x[3]
fold = x[2] * x[0] + x[2]
fold = fold * x[3] + fold
for d in range(4):
    np.testing.assert_array_equal(sums[d], total)
    np.testing.assert_allclose(own[d], x[1] if d == 1 else fold, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(parts[d], total[2 * d : 2 * d + 2])
    np.testing.assert_array_equal(gathered[d], x.reshape(-1))
    np.testing.assert_array_equal(moved[d], [x[2], x[0], x[1], np.zeros(8)][d])
    np.testing.assert_array_equal(unsent[d], np.zeros(8))
print("fine")
"""

# The third replica runs into a check of its own while the others wait.
FAILS = RUN + """
body = '''
  %id = stablehlo.replica_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %ok = stablehlo.compare NE, %id, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {has_side_effect = true, error_message = "not the third"} : (tensor<i1>) -> ()
'''
body += reduction("r0", "all_reduce", "dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>", 8, "%s = stablehlo.add %a, %b : tensor<f32>")
try:
    print(run(module(body, [8]), np.ones((4, 8), np.float32)))
except Exception as error:
    assert "not the third" in str(error), error
    print("fine")
"""


@pytest.mark.parametrize("engine", ["native", "interpreter"])
@pytest.mark.parametrize("program", [MOVES_AND_SUMS, FAILS], ids=["moves_and_sums", "one_fails"])
def test_four_replicas(program, engine):
    result = python(program, WEFT_ENGINE=engine, JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS="num_devices:4")
    assert result.stdout.strip() == "fine", result.stderr


ALONE = """
import jax, numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

mesh = jax.sharding.Mesh(np.array(jax.devices("weft")[:1]), ("x",))
def collectives(x):
    yield lax.psum(x, "x")
    yield lax.all_gather(x, "x", tiled=True)
    yield lax.all_to_all(x, "x", split_axis=1, concat_axis=0, tiled=True)
    yield lax.ppermute(x, "x", perm=[(0, 0)])
    yield lax.psum_scatter(x, "x", tiled=True)
    yield lax.pmean(lax.axis_index("x") + x, "x")
def shared(function):
    return jax.jit(jax.shard_map(function, mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_vma=False))
x = np.arange(12, dtype=np.float32).reshape(4, 3)
for result in shared(lambda x: tuple(collectives(x)))(x):
    np.testing.assert_array_equal(result, x)
np.testing.assert_array_equal(shared(lambda x: lax.ppermute(x, "x", perm=[]))(x), np.zeros((4, 3)))
print("all right")
"""


@pytest.mark.parametrize("run", [python, pytest.param(emulated, marks=NEEDS_EMULATOR)])
def test_one_device(run):
    result = run(ALONE)
    assert result.returncode == 0, result.stderr[-2000:]
    assert "all right" in result.stdout
