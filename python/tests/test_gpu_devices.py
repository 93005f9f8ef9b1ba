# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which devices there are, where NVIDIA's driver has some, and which processes have them."""

import concurrent.futures

import pytest
import support
from emulated import NEEDS_EMULATOR, emulated, older

pytestmark = NEEDS_EMULATOR


def test_devices_are_chosen() -> None:
    show = "import jax; print(jax.devices('weft'))"
    assert "WeftCpuDevice" in emulated(show, JAX_PJRT_CLIENT_CREATE_OPTIONS="device:cpu").stdout
    assert emulated(show, WEFT_EMULATOR_DEVICES="2").stdout.count("WeftCudaDevice") == 2
    # As NVIDIA's driver counts.
    for visible, count in (("1,0", 2), ("2", 1), ("0,7,1", 1)):
        chosen = emulated(show, WEFT_EMULATOR_DEVICES="3", CUDA_VISIBLE_DEVICES=visible)
        assert chosen.stdout.count("WeftCudaDevice") == count, (visible, chosen.stdout)
    none = emulated(show, CUDA_VISIBLE_DEVICES="")
    assert "NVIDIA's driver has no device" in none.stderr
    assert "WeftCpuDevice" in emulated(show, CUDA_VISIBLE_DEVICES="", WEFT_DEVICE="auto").stdout
    missing = support.python(show, WEFT_DEVICE="gpu", WEFT_CUDA_DRIVER="/nowhere/libcuda.so.1")
    assert missing.returncode != 0
    assert "NVIDIA's driver cannot be loaded" in missing.stderr
    old = emulated(show, WEFT_EMULATOR_CAPABILITY="75")
    assert "has compute capability 7.5, Weft needs 8.0 or later" in old.stderr
    # Unless a GPU is asked for, the processor does it, and a line says why.
    old = emulated(show, WEFT_EMULATOR_CAPABILITY="75", WEFT_DEVICE="auto")
    assert "WeftCpuDevice" in old.stdout
    assert "weft: programs run on the processor: Weft emulated GPU has compute capability 7.5" in old.stderr


def test_the_version_of_a_platform_ends_with_cudas() -> None:
    show = "import jax; print(jax.devices()[0].client.platform_version.split()[-2:])"
    assert emulated(show).stdout.strip() == "['cuda', '12080']"
    assert emulated(show, **older(12020)).stdout.strip() == "['cuda', '12020']"


PLATFORMS = """
import jax, jax.numpy as jnp, numpy as np
print(jax.devices(), jax.devices("weft_cpu"), jax.default_backend())
with jax.default_device(jax.devices("weft_cpu")[0]):
    x = jnp.arange(16.0).reshape(4, 4)
    y = jnp.linalg.eigvalsh(x @ x.T)
    z = jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(v) * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x))(x)
assert y.devices() == z.devices() == set(jax.devices("weft_cpu"))
np.testing.assert_array_equal(z, x * 2)
"""


def test_one_platform_is_always_the_processor() -> None:
    both = emulated(PLATFORMS, JAX_PLATFORMS="weft,weft_cpu")
    assert both.stdout.strip() == "[WeftCudaDevice(id=0)] [WeftCpuDevice(id=0)] weft", both.stderr[-2000:]
    alone = emulated(PLATFORMS, JAX_PLATFORMS="weft_cpu")
    assert alone.stdout.strip() == "[WeftCpuDevice(id=0)] [WeftCpuDevice(id=0)] weft_cpu", alone.stderr[-2000:]


@pytest.mark.parametrize(
    ("capability", "line"),
    [("90", "weft is 1 x Weft emulated GPU"), ("75", "weft is the CPU, because there is no GPU that Weft can use")],
)
def test_doctor_says_what_it_found(capability: str, line: str) -> None:
    program = "from weft import doctor; print(*doctor.driver().lines()); print(*doctor.gpu().lines()); print(*doctor.platforms().lines())"
    result = emulated(program, WEFT_EMULATOR_CAPABILITY=capability, WEFT_DEVICE="auto")
    assert "libweft_emulated_cuda.so, CUDA 12" in result.stdout
    assert f"1 GiB, compute capability {capability[0]}.{capability[1]}" in result.stdout
    assert line in result.stdout


SEVERAL = """
import jax, numpy as np
from jaxlib import xla_client

DEVICES = jax.devices("weft")
assert len(DEVICES) == 2


def run(program, values):
    options = xla_client.CompileOptions()
    options.num_replicas = 2
    loaded = DEVICES[0].client.compile_and_load(program, xla_client.DeviceList(tuple(DEVICES)), options)
    mesh = jax.sharding.Mesh(np.array(DEVICES), ("x",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x"))
    for _ in range(4):
        parts = [jax.device_put(v, d) for v, d in zip(values, DEVICES)]
        array = jax.make_array_from_single_device_arrays((2 * len(values[0]),), sharding, parts)
        results = loaded.execute_sharded([array]).disassemble_into_single_device_arrays()
    assert [a.devices() for a in results[0]] == [{d} for d in DEVICES]
    return [np.asarray(a) for a in results[0]]


x = np.random.default_rng(1).normal(size=(2, 300)).astype(np.float32)
# The same program on both, each with its arguments and its number; kernels, and a loop that the device decides.
program = '''func.func @main(%x: tensor<300xf32>) -> tensor<300xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %all = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<300xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<1.0e6> : tensor<f32>
  %y = stablehlo.abs %x : tensor<300xf32>
  %z:1 = stablehlo.while(%c = %y) : tensor<300xf32>
    cond {
      %sum = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300xf32>, tensor<f32>) -> tensor<f32>
      %again = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %again : tensor<i1>
    } do {
      %d = stablehlo.add %c, %c : tensor<300xf32>
      stablehlo.return %d : tensor<300xf32>
    }
  %r = stablehlo.add %z#0, %all : tensor<300xf32>
  return %r : tensor<300xf32>
}'''
for i, found in enumerate(run(program, x)):
    expected = np.abs(x[i])
    while expected.sum() < 1e6:
        expected = expected * 2
    np.testing.assert_allclose(found, expected + i, rtol=1e-6)

# Programs of one device beside it.
for device in DEVICES:
    np.testing.assert_allclose(jax.jit(lambda x: x.sum())(jax.device_put(x[0], device)), x[0].sum(), rtol=1e-5)

try:
    run('''func.func @main(%x: tensor<300xf32>) -> tensor<300xf32> {
      %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<300xf32>) -> tensor<300xf32>
      return %r : tensor<300xf32>
    }''', x)
except jax.errors.JaxRuntimeError as error:
    print(error)
print("all right")
"""


def test_several_devices() -> None:
    result = emulated(SEVERAL, WEFT_EMULATOR_DEVICES="2")
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout
    assert "is for 2 GPUs, and stablehlo.all_gather" in result.stdout, result.stdout
    assert "collectives among GPUs cannot be run yet" in result.stdout


def test_two_processes_share_a_device() -> None:
    """Each has a context and memory of its own; one that ends leaves the other alone."""
    program = "import jax, jax.numpy as jnp; x = jnp.ones((64, 64)); [x := jax.jit(lambda x: x / x.sum() + 1)(x) for _ in range(30)]; print(x[0, 0])"
    with concurrent.futures.ThreadPoolExecutor() as both:
        results = list(both.map(emulated, [program, program]))
    assert [result.returncode for result in results] == [0, 0], results[0].stderr[-2000:]
    assert results[0].stdout == results[1].stdout


def test_forked_children_are_refused() -> None:
    result = emulated("""
import os, signal, jax, jax.numpy as jnp
small = jax.jit(lambda x: x + 1)
printing = jax.jit(lambda x: (jax.debug.callback(lambda v: None, x), x + 1)[1])
one = jax.block_until_ready(small(jnp.ones(4)))
jax.block_until_ready(printing(one))
jax.effects_barrier()
for program in (small, printing):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            program(one).block_until_ready()
            jax.effects_barrier()
        except jax.errors.JaxRuntimeError as error:
            os._exit(0 if "was forked off one that uses" in str(error) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    print(program(one)[0])
""")
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.split() == ["3.0", "3.0"]


def test_gpu_is_a_name_of_weft() -> None:
    result = emulated('''
import jax
assert jax.devices("gpu") == jax.devices("weft")
print(jax.jit(lambda x: x + 1, device=jax.devices("gpu")[0])(1.0))
''')
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.strip() == "2.0"


def test_gpu_is_no_name_of_a_processor() -> None:
    result = emulated("import jax; jax.devices('weft'); jax.devices('gpu')", WEFT_DEVICE="cpu")
    assert result.returncode != 0
    assert "Unknown backend: 'gpu'" in result.stderr
