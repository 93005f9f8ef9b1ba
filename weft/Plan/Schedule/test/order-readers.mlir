// Each reader could write over the value, and one can: the last, so that none has to move.
// RUN: weft-opt --build-plan --fuse-kernels --order-plan %s | FileCheck %s

// CHECK-LABEL: plan.program ordered @main
func.func public @main(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  // CHECK: plan.kernel @dot
  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.optimization_barrier %y : tensor<64x64xf32>
  // CHECK: plan.kernel @tanh
  %0 = stablehlo.tanh %b : tensor<64x64xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<64x64xf32>
  // CHECK: plan.kernel @sine
  %2 = stablehlo.sine %b : tensor<64x64xf32>
  %3 = stablehlo.optimization_barrier %2 : tensor<64x64xf32>
  // CHECK: plan.kernel @sqrt
  %4 = stablehlo.sqrt %b : tensor<64x64xf32>
  return %1, %3, %4 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
