// A row of a large table is a small kernel, whatever the table's size: threads
// are not asked for help.
// RUN: weft explain %s --target=arm64 | FileCheck %s

// CHECK: in the thread of the caller
// CHECK-NOT: on all threads
// CHECK: == plan
func.func public @main(%x: tensor<2000x3000xf32>, %i: tensor<i32>) -> tensor<1x3000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 3000] : (tensor<2000x3000xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3000xf32>
  %1 = stablehlo.negate %0 : tensor<1x3000xf32>
  return %1 : tensor<1x3000xf32>
}
