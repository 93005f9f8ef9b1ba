// What a kernel stores for others they compute by themselves, where predicted bytes say so.
// RUN: weft-opt --build-plan --fuse-kernels=machine=sm_90 --split-input-file %s | FileCheck %s
// RUN: weft-opt --build-plan --fuse-kernels=machine=neoverse-v1 --split-input-file %s | FileCheck %s --check-prefix=CPU

// Columns of what is left of rows without their mean: the mean is stored, not what is left, and the array is read again. A core
// computes at the speed of its memory, so it stores.
// CHECK-LABEL: @centred
// CHECK: plan.kernel {{.*}} : tensor<4096x1024xf32>) -> (tensor<4096xf32>, tensor<4096xf32>)
// CHECK: plan.kernel {{.*}} = %arg0 : tensor<4096x1024xf32>
// CHECK: stablehlo.subtract
// CHECK-NOT: plan.kernel
// CPU-LABEL: @centred
// CPU: plan.kernel {{.*}} -> tensor<4096x1024xf32>
func.func @centred(%x: tensor<4096x1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %d = stablehlo.subtract %x, %ms : tensor<4096x1024xf32>
  %q = stablehlo.multiply %d, %d : tensor<4096x1024xf32>
  %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %c = stablehlo.multiply %d, %q : tensor<4096x1024xf32>
  %w = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %r = stablehlo.divide %w, %v : tensor<4096xf32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %n = stablehlo.multiply %d, %rs : tensor<4096x1024xf32>
  %s = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %s : tensor<1024xf32>
}

// -----

// Functions take longer than to read what they gave.
// CHECK-LABEL: @costly
// CHECK: plan.kernel {{.*}} -> tensor<4096x1024xf32>
func.func @costly(%x: tensor<4096x1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %l = stablehlo.subtract %x, %ms : tensor<4096x1024xf32>
  %d = stablehlo.tanh %l : tensor<4096x1024xf32>
  %q = stablehlo.multiply %d, %d : tensor<4096x1024xf32>
  %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %vs = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %n = stablehlo.multiply %d, %vs : tensor<4096x1024xf32>
  %s = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %s : tensor<1024xf32>
}

// -----

// Two arrays would be read again instead of one that is written and read.
// CHECK-LABEL: @wide
// CHECK: plan.kernel {{.*}} -> tensor<4096x1024xf32>
func.func @wide(%x: tensor<4096x1024xf32>, %y: tensor<4096x1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.multiply %x, %y : tensor<4096x1024xf32>
  %m = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %d = stablehlo.subtract %z, %ms : tensor<4096x1024xf32>
  %q = stablehlo.multiply %d, %d : tensor<4096x1024xf32>
  %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %vs = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %n = stablehlo.multiply %d, %vs : tensor<4096x1024xf32>
  %s = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %s : tensor<1024xf32>
}

// -----

// Two sums of columns share what they read, though one of them needs sums of rows, which are over then; parts of columns are one
// argument.
// CHECK-LABEL: @siblings
// CHECK: plan.kernel {{.*}} -> tensor<4096xf32>
// CHECK: plan.kernel {{.*}} -> (tensor<8x1024xf32>, tensor<8x1024xf32>)
// CHECK-NOT: plan.kernel
func.func @siblings(%x: tensor<4096x1024xf32>) -> (tensor<8x1024xf32>, tensor<8x1024xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %a = stablehlo.reshape %x : (tensor<4096x1024xf32>) -> tensor<8x512x1024xf32>
  %b = stablehlo.reshape %x : (tensor<4096x1024xf32>) -> tensor<8x512x1024xf32>
  %r = stablehlo.reshape %m : (tensor<4096xf32>) -> tensor<8x512xf32>
  %ms = stablehlo.broadcast_in_dim %r, dims = [0, 1] : (tensor<8x512xf32>) -> tensor<8x512x1024xf32>
  %d = stablehlo.multiply %a, %ms : tensor<8x512x1024xf32>
  %s = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x512x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
  %t = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x512x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
  return %s, %t : tensor<8x1024xf32>, tensor<8x1024xf32>
}
