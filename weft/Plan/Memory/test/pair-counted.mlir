// Of an odd number of iterations that are counted, the first stands before the loop: no branch around every second one.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(join-conditions,fuse-kernels,order-plan,pair-iterations,share-storage,verify-plan-memory))' %s | FileCheck %s

// CHECK-LABEL: plan.program shared @stencil
// CHECK: plan.kernel @fused_0_first
// CHECK: plan.while {counted, {{.*}}trip = 49 : i64}
// CHECK: body
// CHECK: plan.kernel @fused_0
// CHECK: plan.kernel @fused_0_again
// CHECK-NOT: plan.case
// CHECK-NOT: plan.copy
// CHECK: plan.return
func.func @stencil(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1024xf32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.reverse %s, dims = [0] : tensor<1024xf32>
    %t = stablehlo.add %s, %r : tensor<1024xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<1024xf32>
  }
  return %0#1 : tensor<1024xf32>
}
