// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @of_transpose
func.func @of_transpose(%x: tensor<1x2x8x8xf32>, %k: tensor<4x2x3x3xf32>) -> tensor<1x6x6x4xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f]
  // CHECK-NEXT: return %[[A]]
  %0 = stablehlo.transpose %x, dims = [0, 2, 3, 1] : (tensor<1x2x8x8xf32>) -> tensor<1x8x8x2xf32>
  %1 = stablehlo.transpose %k, dims = [2, 3, 1, 0] : (tensor<4x2x3x3xf32>) -> tensor<3x3x2x4xf32>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x6x6xf32>
  %3 = stablehlo.transpose %2, dims = [0, 2, 3, 1] : (tensor<1x4x6x6xf32>) -> tensor<1x6x6x4xf32>
  return %3 : tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func @of_points
func.func @of_points(%x: tensor<2x8x9x3xf32>, %k: tensor<1x1x3x4xf32>) -> tensor<2x4x9x4xf32> {
  // CHECK: %[[S:.*]] = stablehlo.slice %arg0 [0:2, 0:8:2, 0:9, 0:3]
  // CHECK: %[[K:.*]] = stablehlo.reshape %arg1 : (tensor<1x1x3x4xf32>) -> tensor<3x4xf32>
  // CHECK: %[[D:.*]] = stablehlo.dot_general %[[S]], %[[K]], contracting_dims = [3] x [0], precision = [HIGHEST, DEFAULT]
  // CHECK: return %[[D]]
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], rhs_dilate = [3, 1], reverse = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x9x3xf32>, tensor<1x1x3x4xf32>) -> tensor<2x4x9x4xf32>
  return %0 : tensor<2x4x9x4xf32>
}

// CHECK-LABEL: func @of_points_stays
func.func @of_points_stays(%x: tensor<2x8x3xf32>, %k: tensor<1x3x4xf32>, %g: tensor<1x1x3xf32>) -> (tensor<2x10x4xf32>, tensor<2x8x3xf32>) {
  // Padding.
  // CHECK-DAG: stablehlo.convolution(%arg0, %arg1)
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x3xf32>, tensor<1x3x4xf32>) -> tensor<2x10x4xf32>
  // Groups.
  // CHECK-DAG: stablehlo.convolution(%arg0, %arg2)
  %1 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x8x3xf32>, tensor<1x1x3xf32>) -> tensor<2x8x3xf32>
  return %0, %1 : tensor<2x10x4xf32>, tensor<2x8x3xf32>
}

// The gradient of a window that covers all of its input.
// CHECK-LABEL: func @of_one_place
func.func @of_one_place(%x: tensor<2x1x1x5xf32>, %k: tensor<4x3x6x5xf32>) -> tensor<2x4x3x6xf32> {
  // CHECK: %[[K:.*]] = stablehlo.reverse %arg1, dims = [0, 1]
  // CHECK: %[[X:.*]] = stablehlo.reshape %arg0 : (tensor<2x1x1x5xf32>) -> tensor<2x5xf32>
  // CHECK: %[[D:.*]] = stablehlo.dot_general %[[X]], %[[K]], contracting_dims = [1] x [3]
  // CHECK: return %[[D]]
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[3, 3], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x1x5xf32>, tensor<4x3x6x5xf32>) -> tensor<2x4x3x6xf32>
  return %0 : tensor<2x4x3x6xf32>
}

// CHECK-LABEL: func @of_one_place_in_part
func.func @of_one_place_in_part(%x: tensor<5x1x1x2xf32>, %k: tensor<4x6x3x5xf32>) -> tensor<2x6x2x3xf32> {
  // Points 1 and 2 of the first dimension, backwards; all of the second, which is reversed, as they are.
  // CHECK: %[[S:.*]] = stablehlo.slice %arg1 [1:3, 0:6, 0:3, 0:5]
  // CHECK: %[[K:.*]] = stablehlo.reverse %[[S]], dims = [0]
  // CHECK: stablehlo.dot_general %{{.*}}, %[[K]]
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [f, 0, 1, b]x[0, o, 1, i]->[b, f, 0, 1], window = {pad = [[2, 2], [2, 2]], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x1x1x2xf32>, tensor<4x6x3x5xf32>) -> tensor<2x6x2x3xf32>
  return %0 : tensor<2x6x2x3xf32>
}

// CHECK-LABEL: func @of_one_place_stays
func.func @of_one_place_stays(%x: tensor<2x1x3xf32>, %k: tensor<2x3x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x2x4xf32>) {
  // Windows of padding alone, and windows further apart.
  // CHECK-DAG: stablehlo.convolution(%arg0, %arg1){{.*}}pad = {{\[\[}}2, 2{{\]\]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x3xf32>, tensor<2x3x4xf32>) -> tensor<2x4x4xf32>
  // CHECK-DAG: stablehlo.convolution(%arg0, %arg1){{.*}}stride = [2]
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x3xf32>, tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  return %0, %1 : tensor<2x4x4xf32>, tensor<2x2x4xf32>
}

// CHECK-LABEL: func @idle_window
func.func @idle_window(%x: tensor<2x8x8x3xf32>, %k: tensor<3x1x3x4xf32>) -> tensor<2x6x8x4xf32> {
  // CHECK: rhs_dilate = [1, 1], reverse = [true, false]
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 5], reverse = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x1x3x4xf32>) -> tensor<2x6x8x4xf32>
  return %0 : tensor<2x6x8x4xf32>
}
