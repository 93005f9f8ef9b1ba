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
