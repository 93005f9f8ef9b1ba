// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @of_one_slice
func.func @of_one_slice(%x: tensor<8x5xf32>, %i: tensor<1xi32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-DAG: %[[I:.*]] = stablehlo.reshape %arg1 : (tensor<1xi32>) -> tensor<i32>
  // CHECK-DAG: %[[S:.*]] = stablehlo.dynamic_slice %arg0, %[[I]], %[[ZERO]], sizes = [1, 5]
  // CHECK-DAG: %[[A:.*]] = stablehlo.reshape %[[S]] : (tensor<1x5xf32>) -> tensor<5xf32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<1xi32>) -> tensor<5xf32>
  // CHECK-DAG: %[[T:.*]] = stablehlo.slice %arg0 [3:4, 0:5]
  // CHECK-DAG: %[[B:.*]] = stablehlo.reshape %[[T]] : (tensor<1x5xf32>) -> tensor<5xf32>
  %1 = "stablehlo.gather"(%x, %three) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<1xi32>) -> tensor<5xf32>
  // CHECK: return %[[A]], %[[B]]
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: func @of_progression
func.func @of_progression(%x: tensor<8x5xf32>) -> (tensor<3x5xf32>, tensor<5x3xf32>, tensor<8x5xf32>) {
  %even = stablehlo.constant dense<[[1], [3], [5]]> : tensor<3x1xi32>
  %down = stablehlo.constant dense<[6, 4, 2]> : tensor<3xi32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.slice %arg0 [1:6:2, 0:5]
  %0 = "stablehlo.gather"(%x, %even) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.slice %arg0 [2:7:2, 0:5]
  // CHECK-DAG: %[[C:.*]] = stablehlo.reverse %[[B]], dims = [0]
  // CHECK-DAG: %[[D:.*]] = stablehlo.transpose %[[C]], dims = [1, 0]
  %1 = "stablehlo.gather"(%x, %down) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<3xi32>) -> tensor<5x3xf32>
  %iota = stablehlo.iota dim = 0 : tensor<8xi32>
  %2 = "stablehlo.gather"(%x, %iota) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<8xi32>) -> tensor<8x5xf32>
  // CHECK: return %[[A]], %[[D]], %arg0
  return %0, %1, %2 : tensor<3x5xf32>, tensor<5x3xf32>, tensor<8x5xf32>
}

// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<8x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  // Uneven, and moved inside at the end.
  %uneven = stablehlo.constant dense<[1, 3, 4]> : tensor<3xi32>
  %beyond = stablehlo.constant dense<[4, 6, 8]> : tensor<3xi32>
  // CHECK-COUNT-2: "stablehlo.gather"
  %0 = "stablehlo.gather"(%x, %uneven) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<3xi32>) -> tensor<3x5xf32>
  %1 = "stablehlo.gather"(%x, %beyond) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<3xi32>) -> tensor<3x5xf32>
  return %0, %1 : tensor<3x5xf32>, tensor<3x5xf32>
}

// CHECK-LABEL: func @of_whole_and_splat
func.func @of_whole_and_splat(%x: tensor<1x5xf32>, %i: tensor<3xi32>) -> (tensor<3x5xf32>, tensor<3x500xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<8x500xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<3x500xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.reshape %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [1]
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<1x5xf32>, tensor<3xi32>) -> tensor<3x5xf32>
  %1 = "stablehlo.gather"(%c, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 500>}> : (tensor<8x500xf32>, tensor<3xi32>) -> tensor<3x500xf32>
  // CHECK: return %[[B]], %[[C]]
  return %0, %1 : tensor<3x5xf32>, tensor<3x500xf32>
}

// The indices' dimensions lie apart in the result: no slice.
// CHECK-LABEL: func @of_progression_apart
func.func @of_progression_apart(%x: tensor<4x1xui64>) -> tensor<1x1x2xui64> {
  %down = stablehlo.constant dense<[[[3, 1]]]> : tensor<1x1x2xi32>
  // CHECK: stablehlo.gather
  %0 = "stablehlo.gather"(%x, %down) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x1xui64>, tensor<1x1x2xi32>) -> tensor<1x1x2xui64>
  return %0 : tensor<1x1x2xui64>
}

// An index that counts along a dimension of the operand needs no looking at.
// CHECK-LABEL: func @rows_in_turn
func.func @rows_in_turn(%x: tensor<6x9x4xf32>, %i: tensor<6x1xi32>) -> tensor<6x4xf32> {
  %rows = stablehlo.iota dim = 0 : tensor<6x1xi32>
  %indices = stablehlo.concatenate %rows, %i, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
  // CHECK: "stablehlo.gather"(%arg0, %arg1)
  // CHECK-SAME: collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1]
  %0 = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<6x9x4xf32>, tensor<6x2xi32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// Elements that follow each other are a slice, whichever summand counts; rows
// of them are one row.
// CHECK-LABEL: func @neighbours
func.func @neighbours(%x: tensor<100x3xf32>) -> tensor<8x16x3xf32> {
  %row = stablehlo.iota dim = 0 : tensor<8xi32>
  %eight = stablehlo.constant dense<10> : tensor<8xi32>
  %starts = stablehlo.multiply %row, %eight : tensor<8xi32>
  %from = stablehlo.broadcast_in_dim %starts, dims = [0] : (tensor<8xi32>) -> tensor<8x16xi32>
  %steps = stablehlo.iota dim = 1 : tensor<8x16xi32>
  %sum = stablehlo.add %from, %steps : tensor<8x16xi32>
  %indices = stablehlo.reshape %sum : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
  // CHECK: "stablehlo.gather"
  // CHECK-SAME: offset_dims = [1], start_index_map = [0], index_vector_dim = 1
  // CHECK-SAME: slice_sizes = array<i64: 48>
  // CHECK-SAME: (tensor<300xf32>, tensor<8xi32>)
  %0 = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3>}> : (tensor<100x3xf32>, tensor<8x16x1xi32>) -> tensor<8x16x3xf32>
  return %0 : tensor<8x16x3xf32>
}

// The last of them would be moved inside one by one.
// CHECK-LABEL: func @neighbours_beyond_stay
func.func @neighbours_beyond_stay(%x: tensor<80xf32>) -> tensor<8x16xf32> {
  %row = stablehlo.iota dim = 0 : tensor<8xi32>
  %eight = stablehlo.constant dense<10> : tensor<8xi32>
  %starts = stablehlo.multiply %row, %eight : tensor<8xi32>
  %from = stablehlo.broadcast_in_dim %starts, dims = [0] : (tensor<8xi32>) -> tensor<8x16xi32>
  %steps = stablehlo.iota dim = 1 : tensor<8x16xi32>
  %indices = stablehlo.add %from, %steps : tensor<8x16xi32>
  // CHECK: slice_sizes = array<i64: 1>
  %0 = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1>}> : (tensor<80xf32>, tensor<8x16xi32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// Slices of rows that follow each other in memory: an index along all of a
// dimension is left out, and this dimension joins the one before it.
// CHECK-LABEL: func @following_rows
func.func @following_rows(%x: tensor<8x40x30x3xf32>, %i: tensor<8x3xi32>) -> tensor<8x5x20x3xf32> {
  // CHECK-DAG: %[[ROWS:.*]] = stablehlo.reshape %arg0 : (tensor<8x40x30x3xf32>) -> tensor<8x40x90xf32>
  // CHECK-DAG: %[[STARTS:.*]] = stablehlo.multiply
  // CHECK: %[[SLICES:.*]] = "stablehlo.gather"(%[[ROWS]], %[[STARTS]])
  // CHECK-SAME: offset_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1
  // CHECK-SAME: slice_sizes = array<i64: 1, 5, 60>
  // CHECK: stablehlo.reshape %[[SLICES]] : (tensor<8x5x60xf32>) -> tensor<8x5x20x3xf32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2, 3], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5, 20, 3>}> : (tensor<8x40x30x3xf32>, tensor<8x3xi32>) -> tensor<8x5x20x3xf32>
  return %0 : tensor<8x5x20x3xf32>
}

// Places of the last dimension that are not all taken stay apart.
// CHECK-LABEL: func @rows_with_gaps
func.func @rows_with_gaps(%x: tensor<30x3xf32>, %i: tensor<8x1xi32>) -> tensor<8x20x2xf32> {
  // CHECK: "stablehlo.gather"(%arg0, %arg1)
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 20, 2>}> : (tensor<30x3xf32>, tensor<8x1xi32>) -> tensor<8x20x2xf32>
  return %0 : tensor<8x20x2xf32>
}
