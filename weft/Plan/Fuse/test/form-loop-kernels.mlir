// RUN: weft-opt --build-plan --fuse-kernels --form-loop-kernels --split-input-file %s | FileCheck %s

// Inner loops first: both are one kernel.
// CHECK-LABEL: plan.program fused @nested
func.func @nested(%x: tensor<16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: plan.kernel @loop_0 <loop> {{.*}}scope = #plan<scope thread>} (%{{.*}} = %arg0 : tensor<16xf32>) -> (tensor<i32>, tensor<16xf32>) {
  // CHECK: stablehlo.while
  // CHECK: plan.phase @{{.*}} (%{{.*}} = %{{.*}} : tensor<i32>) -> tensor<i1>
  // CHECK: stablehlo.while
  // CHECK: plan.phase
  // CHECK: plan.yield
  // CHECK-NOT: plan.while
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %1:2 = stablehlo.while(%j = %zero, %t = %s) : tensor<i32>, tensor<16xf32>
    cond {
      %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j1 = stablehlo.add %j, %one : tensor<i32>
      %u = stablehlo.multiply %t, %x : tensor<16xf32>
      stablehlo.return %j1, %u : tensor<i32>, tensor<16xf32>
    }
    stablehlo.return %i1, %1#1 : tensor<i32>, tensor<16xf32>
  }
  return %0#1 : tensor<16xf32>
}

// -----

// A branch inside is one of the kernel.
// CHECK-LABEL: plan.program fused @branch_inside
func.func @branch_inside(%x: tensor<16xf32>, %p: tensor<i1>) -> tensor<16xf32> {
  // CHECK: plan.kernel @loop_0 <loop>
  // CHECK: "stablehlo.if"
  %0 = stablehlo.while(%s = %x) : tensor<16xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = "stablehlo.if"(%p) ({
      %2 = stablehlo.negate %s : tensor<16xf32>
      stablehlo.return %2 : tensor<16xf32>
    }, {
      stablehlo.return %s : tensor<16xf32>
    }) : (tensor<i1>) -> tensor<16xf32>
    stablehlo.return %1 : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}

// -----

// Large values are for many threads.
// CHECK-LABEL: plan.program fused @large
func.func @large(%x: tensor<1024x1024xf32>, %p: tensor<i1>) -> tensor<1024x1024xf32> {
  // CHECK: plan.while
  %0 = stablehlo.while(%s = %x) : tensor<1024x1024xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.negate %s : tensor<1024x1024xf32>
    stablehlo.return %1 : tensor<1024x1024xf32>
  }
  return %0 : tensor<1024x1024xf32>
}
