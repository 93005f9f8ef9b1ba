// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @surely_inside
func.func @surely_inside(%x: tensor<8x5xf32>, %u: tensor<5xf32>, %i: tensor<1xi32>) -> tensor<8x5xf32> {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<7> : tensor<i32>
  // CHECK: %[[C:.*]] = stablehlo.clamp
  // CHECK-NOT: stablehlo.select
  // CHECK: %[[U:.*]] = stablehlo.reshape %arg1 : (tensor<5xf32>) -> tensor<1x5xf32>
  // CHECK: stablehlo.dynamic_update_slice %arg0, %[[U]]
  %c = stablehlo.clamp %low, %i, %high : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %c, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<1xi32>, tensor<5xf32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// CHECK-LABEL: func @perhaps_inside
func.func @perhaps_inside(%x: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<1xi32>) -> tensor<8xf32> {
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0>
  // CHECK-DAG: %[[LAST:.*]] = stablehlo.constant dense<6>
  // CHECK-DAG: %[[I:.*]] = stablehlo.reshape %arg2
  // CHECK-DAG: %[[A:.*]] = stablehlo.compare GE, %arg2, %[[ZERO]]
  // CHECK-DAG: %[[B:.*]] = stablehlo.compare LE, %arg2, %[[LAST]]
  // CHECK-DAG: %[[BOTH:.*]] = stablehlo.and %[[A]], %[[B]]
  // CHECK-DAG: %[[IN:.*]] = stablehlo.reshape %[[BOTH]]
  // CHECK-DAG: %[[OLD:.*]] = stablehlo.dynamic_slice %arg0, %[[I]], sizes = [2]
  // CHECK-DAG: %[[SUM:.*]] = stablehlo.add %[[OLD]], %arg1
  // CHECK-DAG: %[[NEW:.*]] = stablehlo.select %[[IN]], %[[SUM]], %[[OLD]]
  // CHECK: stablehlo.dynamic_update_slice %arg0, %[[NEW]], %[[I]]
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @several_stay
func.func @several_stay(%x: tensor<8xf32>, %u: tensor<2xf32>, %e: tensor<0xf32>, %i: tensor<2x1xi32>, %j: tensor<0x1xi32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[S:.*]] = "stablehlo.scatter"(%arg0, %arg3, %arg1)
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  // None at all.
  %1 = "stablehlo.scatter"(%x, %j, %e) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<0x1xi32>, tensor<0xf32>) -> tensor<8xf32>
  // CHECK: return %[[S]], %arg0
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// An index that counts along a dimension of the input needs no looking at.
// CHECK-LABEL: func @rows_in_turn
func.func @rows_in_turn(%x: tensor<6x9x4xf32>, %i: tensor<6x3x1xi32>, %u: tensor<6x3x4xf32>) -> tensor<6x9x4xf32> {
  %iota = stablehlo.iota dim = 0 : tensor<6xi32>
  %rows = stablehlo.broadcast_in_dim %iota, dims = [0] : (tensor<6xi32>) -> tensor<6x3x1xi32>
  %indices = stablehlo.concatenate %rows, %i, dim = 2 : (tensor<6x3x1xi32>, tensor<6x3x1xi32>) -> tensor<6x3x2xi32>
  // CHECK: "stablehlo.scatter"(%arg0, %arg1, %arg2)
  // CHECK-SAME: inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2
  %0 = "stablehlo.scatter"(%x, %indices, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x9x4xf32>, tensor<6x3x2xi32>, tensor<6x3x4xf32>) -> tensor<6x9x4xf32>
  return %0 : tensor<6x9x4xf32>
}

// One of two that count is enough; the diagonal keeps an index.
// CHECK-LABEL: func @diagonal
func.func @diagonal(%x: tensor<5x5xi32>, %u: tensor<5xi32>) -> tensor<5x5xi32> {
  %iota = stablehlo.iota dim = 0 : tensor<5x1xi32>
  %indices = stablehlo.concatenate %iota, %iota, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  // CHECK: "stablehlo.scatter"
  // CHECK-SAME: input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1]
  %0 = "stablehlo.scatter"(%x, %indices, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x5xi32>, tensor<5x2xi32>, tensor<5xi32>) -> tensor<5x5xi32>
  return %0 : tensor<5x5xi32>
}

// Rows that the indices do not count all of stay.
// CHECK-LABEL: func @some_rows_stay
func.func @some_rows_stay(%x: tensor<7x9xf32>, %i: tensor<6x1xi32>, %u: tensor<6xf32>) -> tensor<7x9xf32> {
  %rows = stablehlo.iota dim = 0 : tensor<6x1xi32>
  %indices = stablehlo.concatenate %rows, %i, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
  // CHECK: scatter_dims_to_operand_dims = [0, 1]
  %0 = "stablehlo.scatter"(%x, %indices, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<6x2xi32>, tensor<6xf32>) -> tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}
