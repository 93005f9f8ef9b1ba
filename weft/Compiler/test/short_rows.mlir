// Rows that are shorter than a vector, as the colours of a place are, lie several in one, also where places are read backwards. A gather of slices
// walks them as they lie in memory, apart from what reads them in another order.

// RUN: weft explain --target=x86-64-v4 --function=normalised %s | FileCheck %s --check-prefix=NORMALISED
// RUN: weft explain --target=x86-64-v4 --function=turned %s | FileCheck %s --check-prefix=TURNED
// RUN: weft explain --target=x86-64-v4 --function=cropped %s | FileCheck %s --check-prefix=CROPPED

// NORMALISED: fused_0 has tiles of 1x1x28x3
func.func @normalised(%images: tensor<16x56x56x3xui8>, %mean: tensor<3xf32>) -> tensor<16x56x56x3xf32> {
  %0 = stablehlo.convert %images : (tensor<16x56x56x3xui8>) -> tensor<16x56x56x3xf32>
  %1 = stablehlo.broadcast_in_dim %mean, dims = [3] : (tensor<3xf32>) -> tensor<16x56x56x3xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<16x56x56x3xf32>
  return %2 : tensor<16x56x56x3xf32>
}

// TURNED: fused_0 has tiles of 1x1x56x3
func.func @turned(%images: tensor<16x56x56x3xui8>, %flags: tensor<16xi1>) -> tensor<16x56x56x3xui8> {
  %0 = stablehlo.reverse %images, dims = [2] : tensor<16x56x56x3xui8>
  %1 = stablehlo.broadcast_in_dim %flags, dims = [0] : (tensor<16xi1>) -> tensor<16x56x56x3xi1>
  %2 = stablehlo.select %1, %0, %images : tensor<16x56x56x3xi1>, tensor<16x56x56x3xui8>
  return %2 : tensor<16x56x56x3xui8>
}

// CROPPED: gather_0 and fused_1 stay apart (slower
func.func @cropped(%images: tensor<16x64x64x3xui8>, %places: tensor<16x2xi32>, %flags: tensor<16xi1>, %mean: tensor<3xf32>) -> tensor<16x56x56x3xf32> {
  %0 = "stablehlo.gather"(%images, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], operand_batching_dims = [0],
    start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 56, 56, 3>}>
    : (tensor<16x64x64x3xui8>, tensor<16x2xi32>) -> tensor<16x56x56x3xui8>
  %1 = stablehlo.reverse %0, dims = [2] : tensor<16x56x56x3xui8>
  %2 = stablehlo.broadcast_in_dim %flags, dims = [0] : (tensor<16xi1>) -> tensor<16x56x56x3xi1>
  %3 = stablehlo.select %2, %1, %0 : tensor<16x56x56x3xi1>, tensor<16x56x56x3xui8>
  %4 = stablehlo.convert %3 : (tensor<16x56x56x3xui8>) -> tensor<16x56x56x3xf32>
  %5 = stablehlo.broadcast_in_dim %mean, dims = [3] : (tensor<3xf32>) -> tensor<16x56x56x3xf32>
  %6 = stablehlo.subtract %4, %5 : tensor<16x56x56x3xf32>
  return %6 : tensor<16x56x56x3xf32>
}
