// Single numbers that have nothing to do with each other are one kernel where each would be launched.
// RUN: weft-opt --build-plan --fuse-kernels=machine=sm_90 --split-input-file %s | FileCheck %s

// A core computes each where it comes.
// RUN: weft-opt --build-plan --fuse-kernels=machine=x86-64-v3 --split-input-file %s | FileCheck %s --check-prefix=CORE
// CORE-LABEL: plan.program fused @loop
// CORE: body
// CORE-COUNT-4: plan.kernel

// CHECK-LABEL: plan.program fused @loop
// CHECK: body
// CHECK: plan.kernel @{{.*}} (%{{.*}} : tensor<100000xf32>) -> tensor<100000xf32>
// CHECK: plan.kernel @{{.*}} -> (tensor<i32>, tensor<f32>, tensor<f32>)
// CHECK-NOT: plan.kernel
// CHECK: plan.return
func.func @loop(%x: tensor<100000xf32>, %most: tensor<i32>, %start: tensor<f32>) -> (tensor<100000xf32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%s = %x, %i = %zero, %a = %start, %b = %start) : tensor<100000xf32>, tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %t = stablehlo.sine %s : tensor<100000xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %a2 = stablehlo.multiply %a, %half : tensor<f32>
    %b2 = stablehlo.cosine %b : tensor<f32>
    stablehlo.return %t, %j, %a2, %b2 : tensor<100000xf32>, tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#0, %0#2, %0#3 : tensor<100000xf32>, tensor<f32>, tensor<f32>
}

// -----

// What one block adds up may be with them.
// CHECK-LABEL: plan.program fused @added_up
// CHECK: plan.kernel @{{.*}} <reduce> {{.*}} -> (tensor<{{.*}}>, tensor<{{.*}}>)
// CHECK-NOT: plan.kernel
// CHECK: plan.return
func.func @added_up(%x: tensor<100xf32>, %n: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100xf32>, tensor<f32>) -> tensor<f32>
  %m = stablehlo.add %n, %n : tensor<i32>
  return %sum, %m : tensor<f32>, tensor<i32>
}

// -----

// What many blocks add up is not.
// CHECK-LABEL: plan.program fused @added_up_by_many
// CHECK-COUNT-2: plan.kernel
// CHECK: plan.return
func.func @added_up_by_many(%x: tensor<1000000xf32>, %n: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000000xf32>, tensor<f32>) -> tensor<f32>
  %m = stablehlo.add %n, %n : tensor<i32>
  return %sum, %m : tensor<f32>, tensor<i32>
}
