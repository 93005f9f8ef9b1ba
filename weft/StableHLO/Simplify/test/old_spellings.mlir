// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @moved
func.func @moved(%x: tensor<3xf32>, %y: tensor<4x5x6xf32>, %i: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<4x2x3x6xf32>) {
  // CHECK-DAG: stablehlo.broadcast_in_dim %arg0, dims = [1]
  %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK-DAG: "stablehlo.gather"(%arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>
  %1 = "stablehlo.torch_index_select"(%y, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<4x5x6xf32>, tensor<2x3xi32>) -> tensor<4x2x3x6xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<4x2x3x6xf32>
}

// CHECK-LABEL: func @products
func.func @products(%x: tensor<3x4xf32>, %y: tensor<4x5xf32>, %z: tensor<2x3x4xi32>) -> (tensor<3x5xf32>, tensor<5x3xf32>, tensor<4x2x3xi32>, tensor<3xf32>) {
  // CHECK-DAG: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, HIGH]
  %0 = stablehlo.dot %x, %y, precision = [HIGH, HIGH] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  // CHECK-DAG: stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [1]
  %1 = stablehlo.einsum %x, %y, config = "ab,bc->ca" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<5x3xf32>
  // CHECK-DAG: stablehlo.transpose %arg2, dims = [2, 0, 1]
  %2 = stablehlo.unary_einsum %z, config = "abc->cab" : (tensor<2x3x4xi32>) -> tensor<4x2x3xi32>
  // A sum over a letter of one operand is left alone.
  // CHECK-DAG: stablehlo.einsum
  %3 = stablehlo.einsum %x, %y, config = "ab,bc->a" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3xf32>
  return %0, %1, %2, %3 : tensor<3x5xf32>, tensor<5x3xf32>, tensor<4x2x3xi32>, tensor<3xf32>
}

// CHECK-LABEL: func @map
func.func @map(%x: tensor<3xf32>, %s: tensor<f32>) -> tensor<3xf32> {
  // CHECK-DAG: %[[S:.*]] = stablehlo.broadcast_in_dim %arg1
  // CHECK-DAG: %[[A:.*]] = stablehlo.multiply %arg0, %[[S]] : tensor<3xf32>
  // CHECK-DAG: stablehlo.maximum %[[A]], %{{.*}} : tensor<3xf32>
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.multiply %a, %s : tensor<f32>
    %2 = stablehlo.maximum %1, %two : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @tokens_and_tuples
func.func @tokens_and_tuples(%x: tensor<3xf32>, %y: tensor<4xf32>) -> (!stablehlo.token, tensor<4xf32>) {
  // CHECK-NEXT: %[[T:.*]] = stablehlo.after_all
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.tuple %x, %y : tuple<tensor<3xf32>, tensor<4xf32>>
  %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<3xf32>, tensor<4xf32>>) -> tensor<4xf32>
  // CHECK-NEXT: return %[[T]], %arg1
  return %0, %2 : !stablehlo.token, tensor<4xf32>
}

// CHECK-LABEL: func @sum_of_replicas
func.func @sum_of_replicas(%x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<{{\[}}[0, 1]]>
  // CHECK: stablehlo.add
  %0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Elements need not be of a kind that other rules know.
// CHECK-LABEL: func @powers_of_two
func.func @powers_of_two(%x: tensor<4x2xf8E8M0FNU>, %i: tensor<3xi32>) -> (tensor<3x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) {
  // CHECK: "stablehlo.gather"(%arg0, %arg1)
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x2xf8E8M0FNU>, tensor<3xi32>) -> tensor<3x2xf8E8M0FNU>
  // CHECK: stablehlo.multiply %arg0, %arg0 : tensor<4x2xf8E8M0FNU>
  %1 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f8E8M0FNU>):
    %2 = stablehlo.multiply %a, %a : tensor<f8E8M0FNU>
    stablehlo.return %2 : tensor<f8E8M0FNU>
  }) : (tensor<4x2xf8E8M0FNU>) -> tensor<4x2xf8E8M0FNU>
  return %0, %1 : tensor<3x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>
}

// CHECK-LABEL: func @rows_of_nothing
func.func @rows_of_nothing(%x: tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>, %i: tensor<3xi32>) -> tensor<0x3x!quant.uniform<i8:f32, 0.5:3>> {
  // CHECK-NEXT: %[[E:.*]] = stablehlo.constant() <{value = dense<> : tensor<0x3xi8>}> : () -> tensor<0x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  // CHECK-NEXT: return %[[E]]
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<3xi32>) -> tensor<0x3x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<0x3x!quant.uniform<i8:f32, 0.5:3>>
}
