// RUN: weft-opt --build-plan --fuse-kernels --order-plan --share-storage --place-values --verify-plan-memory %s | FileCheck %s

// A scan as JAX writes it, with a body too large for one kernel: nothing large
// is copied. What it starts with is written where the loop has it, slices of the
// stacked input are read where they are, and those of the stacked result are
// written in place. The product needs all of the old state while it makes the
// new one.

// CHECK-LABEL: plan.program placed @main
// CHECK-NOT: plan.copy {{.*}}tensor<100x1024xf32>
// CHECK: plan.while
// CHECK: body
// CHECK: plan.view %arg1[%{{.*}} : tensor<i32>] {{.*}}stride = 4096
// CHECK: dot_general
// CHECK-NOT: plan.copy {{.*}}tensor<100x1024xf32>
// CHECK: plan.kernel @{{.*}} {{.*}}inplace = [#plan.alias<0, 0>]
// CHECK: stablehlo.dynamic_update_slice
// CHECK-NOT: plan.copy {{.*}}tensor<100x1024xf32>
// CHECK: plan.return
func.func public @main(%w: tensor<1024x1024xf32>, %xs: tensor<100x1024xf32>) -> (tensor<1024xf32>, tensor<100x1024xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %h0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1024xf32>
  %ys0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<100x1024xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %i0, %h = %h0, %ys = %ys0) : tensor<i32>, tensor<1024xf32>, tensor<100x1024xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_slice %xs, %i, %z, sizes = [1, 1024] : (tensor<100x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1024xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x1024xf32>) -> tensor<1024xf32>
    %3 = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    %4 = stablehlo.add %3, %2 : tensor<1024xf32>
    %5 = stablehlo.tanh %4 : tensor<1024xf32>
    %6 = stablehlo.reshape %5 : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %7 = stablehlo.dynamic_update_slice %ys, %6, %i, %z : (tensor<100x1024xf32>, tensor<1x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<100x1024xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %8, %5, %7 : tensor<i32>, tensor<1024xf32>, tensor<100x1024xf32>
  }
  return %0#1, %0#2 : tensor<1024xf32>, tensor<100x1024xf32>
}
