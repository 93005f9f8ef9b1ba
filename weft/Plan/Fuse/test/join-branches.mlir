// RUN: weft-opt --build-plan --join-branches=machine=sm_90 --fuse-kernels=machine=sm_90 --split-input-file %s | FileCheck %s

// All of a small branch is one kernel, which reads the number of the branch.
// CHECK-LABEL: plan.program fused @small
// CHECK-NOT: plan.case
// CHECK: plan.kernel @{{.*}} (%[[X:.*]] = %arg1 : tensor<16x16xf32>, %[[P:.*]] = %arg0 : tensor<i1>)
// CHECK: %[[SINE:.*]] = stablehlo.sine %[[X]]
// CHECK: stablehlo.compare EQ, %[[P]]
// CHECK: stablehlo.select
// CHECK-NOT: plan.kernel
func.func @small(%p: tensor<i1>, %x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.sine %x : tensor<16x16xf32>
    stablehlo.return %1 : tensor<16x16xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<16x16xf32>
    stablehlo.return %1 : tensor<16x16xf32>
  }) : (tensor<i1>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// Of several: out of range is the last, which is compared with nothing. What is the same in all of them is not chosen, and one inside of another
// is taken first.
// CHECK-LABEL: plan.program fused @several
// CHECK-NOT: plan.case
// CHECK: %[[INSIDE:.*]] = stablehlo.select
// CHECK: %[[LAST:.*]] = stablehlo.add
// CHECK: stablehlo.constant dense<1> : tensor<i32>
// CHECK: %[[FROM_SECOND:.*]] = stablehlo.select %{{.*}}, %[[INSIDE]], %[[LAST]]
// CHECK: stablehlo.constant dense<0> : tensor<i32>
// CHECK: stablehlo.select %{{.*}}, %{{.*}}, %[[FROM_SECOND]]
// CHECK-NOT: stablehlo.select
func.func @several(%i: tensor<i32>, %p: tensor<i1>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = "stablehlo.case"(%i) ({
    %1 = stablehlo.sine %x : tensor<8xf32>
    stablehlo.return %1, %x : tensor<8xf32>, tensor<8xf32>
  }, {
    %1 = "stablehlo.if"(%p) ({
      %2 = stablehlo.cosine %x : tensor<8xf32>
      stablehlo.return %2 : tensor<8xf32>
    }, {
      stablehlo.return %x : tensor<8xf32>
    }) : (tensor<i1>) -> tensor<8xf32>
    stablehlo.return %1, %x : tensor<8xf32>, tensor<8xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<8xf32>
    stablehlo.return %1, %x : tensor<8xf32>, tensor<8xf32>
  }) : (tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// What takes long is computed only where it is needed.
// CHECK-LABEL: plan.program fused @large
// CHECK: plan.case
func.func @large(%p: tensor<i1>, %x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    stablehlo.return %1 : tensor<4096x4096xf32>
  }, {
    stablehlo.return %x : tensor<4096x4096xf32>
  }) : (tensor<i1>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

// So are loops, whose time is not known, and calls.
// CHECK-LABEL: plan.program fused @loop_inside
// CHECK: plan.case
// CHECK: plan.while
func.func @loop_inside(%p: tensor<i1>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.while(%y = %x) : tensor<8xf32>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      %2 = stablehlo.sine %y : tensor<8xf32>
      stablehlo.return %2 : tensor<8xf32>
    }
    stablehlo.return %1 : tensor<8xf32>
  }, {
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
