// Results that the last cache does not hold beside what they are made of are
// written past the caches, where lines of these are written whole.
// RUN: weft explain %s --target=x86-64-v3 --function=large | FileCheck %s --check-prefix=RECORD
// RUN: weft explain %s --target=x86-64-v4 --function=large --stage=emit-code | FileCheck %s --check-prefix=STREAMED
// RUN: weft explain %s --target=x86-64-v4 --function=odd --stage=emit-code | FileCheck %s --check-prefix=STREAMED
// RUN: weft explain %s --target=x86-64-v3 --function=rows --all | FileCheck %s
// RUN: weft explain %s --target=x86-64-v3 --function=in_place --stage=emit-code | FileCheck %s
// RUN: weft explain %s --target=x86-64-v3 --function=small --stage=emit-code | FileCheck %s

// RECORD: 1 result larger than half of the last cache, written past the caches
// STREAMED: vmovntps %zmm
// STREAMED: sfence
// CHECK-NOT: past the caches
// CHECK-NOT: movnt
// CHECK-NOT: sfence
func.func public @large(%x: tensor<10000000xf32>) -> tensor<10000000xf32> {
  %0 = stablehlo.add %x, %x : tensor<10000000xf32>
  return %0 : tensor<10000000xf32>
}

// The last line, which is not whole, goes another way.
func.func public @odd(%x: tensor<10000001xf32>) -> tensor<10000001xf32> {
  %0 = stablehlo.add %x, %x : tensor<10000001xf32>
  return %0 : tensor<10000001xf32>
}

// Rows that do not start where lines do.
func.func public @rows(%x: tensor<10000xf32>, %y: tensor<1001xf32>) -> tensor<10000x1001xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<10000xf32>) -> tensor<10000x1001xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<1001xf32>) -> tensor<10000x1001xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<10000x1001xf32>
  return %2 : tensor<10000x1001xf32>
}

// Lines that were read are in the caches already.
func.func public @in_place(%x: tensor<10000000xf32> {tf.aliasing_output = 0 : i32}) -> tensor<10000000xf32> {
  %0 = stablehlo.add %x, %x : tensor<10000000xf32>
  return %0 : tensor<10000000xf32>
}

func.func public @small(%x: tensor<4000000xf32>) -> tensor<4000000xf32> {
  %0 = stablehlo.add %x, %x : tensor<4000000xf32>
  return %0 : tensor<4000000xf32>
}
