// What a product with few columns, or one row, has in a tile.

// Half of the registers are sums where that is whole rows, else twelve.
// RUN: weft explain %s --target=x86-64-v4 --function=four --kernel=dot_0 | FileCheck %s --check-prefix=FOUR
// FOUR: dot_0 has tiles of 4x4x256
// RUN: weft explain %s --target=x86-64-v4 --function=seven --kernel=dot_0 | FileCheck %s --check-prefix=SEVEN
// SEVEN: dot_0 has tiles of 1x7x256

// 1024 bytes of a row, but for floats that are converted.
// RUN: weft explain %s --target=x86-64-v4 --function=vector --kernel=dot_0 | FileCheck %s --check-prefix=VECTOR
// VECTOR: dot_0 has tiles of 256x1
// RUN: weft explain %s --target=x86-64-v4 --function=halves --kernel=dot_0 | FileCheck %s --check-prefix=HALVES
// HALVES: dot_0 has tiles of 128x1

func.func public @four(%x: tensor<1024x4096xf32>, %y: tensor<4096x4xf32>) -> tensor<1024x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1024x4096xf32>, tensor<4096x4xf32>) -> tensor<1024x4xf32>
  return %0 : tensor<1024x4xf32>
}
func.func public @seven(%x: tensor<1024x4096xf32>, %y: tensor<4096x7xf32>) -> tensor<1024x7xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1024x4096xf32>, tensor<4096x7xf32>) -> tensor<1024x7xf32>
  return %0 : tensor<1024x7xf32>
}
func.func public @vector(%x: tensor<2048xf32>, %y: tensor<2048x2048xf32>) -> tensor<2048xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2048xf32>, tensor<2048x2048xf32>) -> tensor<2048xf32>
  return %0 : tensor<2048xf32>
}
func.func public @halves(%x: tensor<2048xf16>, %y: tensor<2048x2048xf16>) -> tensor<2048xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2048xf16>, tensor<2048x2048xf16>) -> tensor<2048xf32>
  return %0 : tensor<2048xf32>
}
