// A number that is a result, and that all programs of a kernel need, is stored
// by the first of them: the kernel has as many programs as without it.

// RUN: weft explain %s --target=sm_90 --function=counted | FileCheck %s --check-prefix=GPU
// GPU: grid of 2000 programs, a block each
// RUN: weft explain %s --target=x86-64-v4 --function=counted --stage=tile-kernels | FileCheck %s --check-prefix=STORE
// STORE: %[[PROGRAM:.*]] = tile.program_id
// STORE: %[[FIRST:.*]] = arith.cmpi eq, %[[PROGRAM]], %c0
// STORE: scf.if %[[FIRST]] {
// STORE-NEXT: tile.store %{{.*}} : tensor<f32>, !tile.ref<f32>
// STORE: tile.store %{{.*}} !tile.ref<1000x1000xf32>

func.func public @counted(%x: tensor<1000x1000xf32>, %s: tensor<f32>) -> (tensor<f32>, tensor<1000x1000xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %t = stablehlo.add %s, %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<1000x1000xf32>
  %y = stablehlo.multiply %x, %b : tensor<1000x1000xf32>
  return %t, %y : tensor<f32>, tensor<1000x1000xf32>
}
