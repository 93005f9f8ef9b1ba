// Gathers of few elements of what is computed element by element, on machines whose memory is far.
// DEFINE: %{simplify} = weft explain %s --target=sm_90 --stage=simplify
// RUN: %{simplify} --function=of_elements | FileCheck %s --check-prefix=ELEMENTS
// RUN: %{simplify} --function=of_repeated | FileCheck %s --check-prefix=REPEATED
// RUN: %{simplify} --function=of_stored | FileCheck %s --check-prefix=STORED
// RUN: weft explain %s --target=arm64 --stage=simplify --function=of_elements | FileCheck %s --check-prefix=CORE

// CORE: %[[D:.*]] = stablehlo.subtract
// CORE: "stablehlo.gather"(%[[D]]

// Few elements of many are computed of those at their places: log-softmax at labels is not stored for them.
func.func public @of_elements(%x: tensor<4x32xbf16>, %m: tensor<4xf32>, %i: tensor<4x1x1xi32>) -> tensor<4x1xf32> {
  // ELEMENTS-DAG: %[[G:.*]] = "stablehlo.gather"(%arg0, %arg2)
  // ELEMENTS-DAG: %[[W:.*]] = stablehlo.convert %[[G]] : (tensor<4x1xbf16>) -> tensor<4x1xf32>
  // ELEMENTS-DAG: %[[M:.*]] = stablehlo.reshape %arg1 : (tensor<4xf32>) -> tensor<4x1xf32>
  // ELEMENTS: %[[D:.*]] = stablehlo.subtract %[[W]], %[[M]]
  // ELEMENTS: return %[[D]]
  %w = stablehlo.convert %x : (tensor<4x32xbf16>) -> tensor<4x32xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4xf32>) -> tensor<4x32xf32>
  %d = stablehlo.subtract %w, %ms : tensor<4x32xf32>
  %0 = "stablehlo.gather"(%d, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x32xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// What is repeated along batching dimensions in another order.
func.func public @of_repeated(%x: tensor<3x2x64xf32>, %m: tensor<3x2xf32>, %i: tensor<3x1x2x1xi32>) -> tensor<3x1x2xf32> {
  // REPEATED: %[[G:.*]] = "stablehlo.gather"(%arg0, %arg2)
  // REPEATED: %[[M:.*]] = stablehlo.reshape %arg1 : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  // REPEATED: stablehlo.multiply %[[G]], %[[M]]
  %ms = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<3x2xf32>) -> tensor<3x2x64xf32>
  %d = stablehlo.multiply %x, %ms : tensor<3x2x64xf32>
  %0 = "stablehlo.gather"(%d, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 2], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x2x64xf32>, tensor<3x1x2x1xi32>) -> tensor<3x1x2xf32>
  return %0 : tensor<3x1x2xf32>
}

// Many elements are as well taken of what is there; what a product leads to is stored as it is needed.
func.func public @of_stored(%x: tensor<8x5xf32>, %y: tensor<5x64xf32>, %i: tensor<4xi32>, %j: tensor<1x1xi32>) -> (tensor<4x5xf32>, tensor<8x64xf32>, tensor<2x1xf32>) {
  // STORED: %[[E:.*]] = stablehlo.negate %arg0
  // STORED: "stablehlo.gather"(%[[E]]
  %e = stablehlo.negate %x : tensor<8x5xf32>
  %0 = "stablehlo.gather"(%e, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4xi32>) -> tensor<4x5xf32>
  // STORED: %[[T:.*]] = stablehlo.tanh
  // STORED: "stablehlo.gather"(%[[T]]
  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x5xf32>, tensor<5x64xf32>) -> tensor<8x64xf32>
  %t = stablehlo.tanh %p : tensor<8x64xf32>
  %places = stablehlo.constant dense<0> : tensor<2x1xi32>
  %k = stablehlo.broadcast_in_dim %j, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<2x1xi32>
  %ks = stablehlo.concatenate %places, %k, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %1 = "stablehlo.gather"(%t, %ks) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x64xf32>, tensor<2x2xi32>) -> tensor<2x1xf32>
  return %0, %t, %1 : tensor<4x5xf32>, tensor<8x64xf32>, tensor<2x1xf32>
}
