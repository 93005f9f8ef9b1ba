// Copies of arrays that no cache holds are made by a kernel where that is known to be faster; smaller ones, and those of bytes that are not
// moved sixteen at a time, by the driver.

// RUN: weft explain %s --target=sm_90 --function=large | FileCheck %s --check-prefix=LARGE
// LARGE: launch copy_of_80000000_bytes(argument 0, result 0) in 9766 blocks of 128 threads
// RUN: weft explain %s --target=sm_80 --function=large | FileCheck %s --check-prefix=DRIVER
// RUN: weft explain %s --target=sm_90 --function=small | FileCheck %s --check-prefix=DRIVER
// RUN: weft explain %s --target=sm_90 --function=odd | FileCheck %s --check-prefix=DRIVER
// DRIVER: copy {{[0-9]+}} bytes
// DRIVER-NOT: copy_of

func.func public @large(%x: tensor<20000000xf32>, %u: tensor<8xf32>, %i: tensor<i32>) -> tensor<20000000xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<20000000xf32>, tensor<8xf32>, tensor<i32>) -> tensor<20000000xf32>
  return %0 : tensor<20000000xf32>
}
func.func public @small(%x: tensor<1000000xf32>, %u: tensor<8xf32>, %i: tensor<i32>) -> tensor<1000000xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<1000000xf32>, tensor<8xf32>, tensor<i32>) -> tensor<1000000xf32>
  return %0 : tensor<1000000xf32>
}
func.func public @odd(%x: tensor<20000001xf32>, %u: tensor<8xf32>, %i: tensor<i32>) -> tensor<20000001xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<20000001xf32>, tensor<8xf32>, tensor<i32>) -> tensor<20000001xf32>
  return %0 : tensor<20000001xf32>
}
