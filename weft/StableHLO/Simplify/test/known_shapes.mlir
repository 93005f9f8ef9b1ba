// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @known
func.func @known(%x: tensor<2x3xf32>, %v: tensor<f32>) -> (tensor<3x2xf32>, tensor<4x5xi32>, tensor<4x2x3xf32>, tensor<3x5xf32>, tensor<1x2xf32>, tensor<i32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.reshape %arg0
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<{{\[}}[0, 0, 0, 0, 0], [1
  %sizes = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
  %1 = stablehlo.dynamic_iota %sizes, dim = 0 : (tensor<2xi64>) -> tensor<4x5xi32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1, 2]
  %larger = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %x, %larger, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 2], interior = [0, 0]
  %low = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %high = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %none = stablehlo.constant dense<0> : tensor<2xi64>
  %3 = stablehlo.dynamic_pad %x, %v, %low, %high, %none : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x5xf32>
  // CHECK-DAG: %[[E:.*]] = stablehlo.slice %arg0 [1:2, 0:3:2]
  %limit = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %stride = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %4 = stablehlo.real_dynamic_slice %x, %low, %limit, %stride : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf32>
  // CHECK-DAG: %[[F:.*]] = stablehlo.constant dense<3> : tensor<i32>
  %5 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]]
  return %0, %1, %2, %3, %4, %5 : tensor<3x2xf32>, tensor<4x5xi32>, tensor<4x2x3xf32>, tensor<3x5xf32>, tensor<1x2xf32>, tensor<i32>
}

// CHECK-LABEL: func @known_gather
func.func @known_gather(%x: tensor<8x5xf32>, %i: tensor<2xi32>) -> tensor<2x5xf32> {
  // CHECK: "stablehlo.gather"
  %sizes = stablehlo.constant dense<[1, 5]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x5xf32>, tensor<2xi32>, tensor<2xi64>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @known_convolution
func.func @known_convolution(%x: tensor<1x4x1xf32>, %k: tensor<3x1x1xf32>) -> tensor<1x4x1xf32> {
  // CHECK: stablehlo.convolution(%arg0, %arg1) {{.*}}pad = {{\[}}[1, 1]]
  %padding = stablehlo.constant dense<1> : tensor<1x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %padding) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<1x4x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi32>) -> tensor<1x4x1xf32>
  return %0 : tensor<1x4x1xf32>
}

// A type that is known says all, whatever the operands are.
// CHECK-LABEL: func @known_by_type
func.func @known_by_type(%x: tensor<2x3xf32>, %e: tensor<4xf8E8M0FNU>, %s: tensor<2xi64>, %t: tensor<3xi32>, %n: tensor<i32>) -> (tensor<3x2xf32>, tensor<4x5xi32>, tensor<4x2x3xf32>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<{{\[}}[0, 0, 0, 0, 0], [1
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<4x5xi32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1, 2]
  %2 = stablehlo.dynamic_broadcast_in_dim %x, %t, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.reshape %arg1
  %3 = stablehlo.dynamic_reshape %e, %s : (tensor<4xf8E8M0FNU>, tensor<2xi64>) -> tensor<2x2xf8E8M0FNU>
  // CHECK-DAG: %[[E:.*]] = stablehlo.slice %arg0 [0:2, 0:2]
  %4 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x2xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
  return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<4x5xi32>, tensor<4x2x3xf32>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf32>
}

// CHECK-LABEL: func @known_gather_by_type
func.func @known_gather_by_type(%x: tensor<8x5xf32>, %i: tensor<2xi32>, %sizes: tensor<2xi64>) -> tensor<2x3xf32> {
  // CHECK: "stablehlo.gather"(%arg0, %arg1) {{.*}}slice_sizes = array<i64: 1, 3>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x5xf32>, tensor<2xi32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func @high_padding_by_type
func.func @high_padding_by_type(%x: tensor<3xf32>, %v: tensor<f32>, %high: tensor<1xi64>) -> tensor<7xf32> {
  // CHECK: stablehlo.pad %arg0, %arg1, low = [-1], high = [3], interior = [1]
  %low = stablehlo.constant dense<-1> : tensor<1xi64>
  %gap = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %gap : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<2x3xf32>, %d: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<i32>) {
  // CHECK: stablehlo.dynamic_reshape %arg0
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: stablehlo.get_dimension_size %arg1
  %1 = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %0, %1 : tensor<?x?xf32>, tensor<i32>
}
