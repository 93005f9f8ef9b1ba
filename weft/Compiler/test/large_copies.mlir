// A copy that takes long is a kernel that threads share.
// RUN: weft explain %s --target=arm64 --stage=emit-code | FileCheck %s

// CHECK: weft.copy.4000000
func.func public @main(%x: tensor<1000000xf32>, %u: tensor<8xf32>, %i: tensor<i32>) -> tensor<1000000xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<1000000xf32>, tensor<8xf32>, tensor<i32>) -> tensor<1000000xf32>
  return %0 : tensor<1000000xf32>
}
