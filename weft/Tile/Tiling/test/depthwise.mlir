// Convolutions of each feature by itself are sums of shifted arrays.
// RUN: weft-opt %s --expand-operations | FileCheck %s
// CHECK-LABEL: @forward
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0 : (tensor<1x5x4xbf16>) -> tensor<1x5x4xf32>
// CHECK: %[[PADDED:.*]] = stablehlo.pad %[[WIDE]]
// CHECK-SAME: low = [0, 1, 0], high = [0, 1, 0]
// CHECK: %[[X0:.*]] = stablehlo.slice %[[PADDED]] [0:1, 0:5, 0:4]
// CHECK: %[[X1:.*]] = stablehlo.slice %[[PADDED]] [0:1, 1:6, 0:4]
// CHECK: %[[X2:.*]] = stablehlo.slice %[[PADDED]] [0:1, 2:7, 0:4]
// CHECK-NOT: stablehlo.convolution
// CHECK: stablehlo.convert %{{.*}} : (tensor<1x5x4xf32>) -> tensor<1x5x4xbf16>
func.func @forward(%x: tensor<1x5x4xbf16>, %w: tensor<3x1x4xbf16>) -> tensor<1x5x4xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x5x4xbf16>, tensor<3x1x4xbf16>) -> tensor<1x5x4xbf16>
  return %0 : tensor<1x5x4xbf16>
}

// Strides and holes of the window; a window that is applied back to front.
// CHECK-LABEL: @windows
// CHECK: stablehlo.slice %arg0 [0:1, 0:7:2, 0:4]
// CHECK: stablehlo.slice %arg1 [1:2, 0:1, 0:4]
// CHECK: stablehlo.slice %arg0 [0:1, 3:10:2, 0:4]
// CHECK: stablehlo.slice %arg1 [0:1, 0:1, 0:4]
func.func @windows(%x: tensor<1x10x4xf32>, %w: tensor<2x1x4xf32>) -> tensor<1x4x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [2], rhs_dilate = [3], reverse = [true]}
      {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x10x4xf32>, tensor<2x1x4xf32>) -> tensor<1x4x4xf32>
  return %0 : tensor<1x4x4xf32>
}

// A sum over all places for each point of the window.
// CHECK-LABEL: @gradient
// CHECK-COUNT-2: stablehlo.reduce
// CHECK-NOT: stablehlo.reduce
// CHECK: stablehlo.concatenate
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @gradient(%x: tensor<3x6x4xf32>, %g: tensor<3x5x4xf32>) -> tensor<2x1x4xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {}
      {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<3x6x4xf32>, tensor<3x5x4xf32>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}

// Lanes along places, where these lie side by side in both.
// CHECK-LABEL: @features_first
// CHECK: stablehlo.slice %arg0 [0:1, 0:4, 0:3]
// CHECK: stablehlo.slice %arg0 [0:1, 0:4, 1:4]
// CHECK: stablehlo.slice %arg0 [0:1, 0:4, 2:5]
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @features_first(%x: tensor<1x4x5xf32>, %w: tensor<4x1x3xf32>) -> tensor<1x4x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x4x5xf32>, tensor<4x1x3xf32>) -> tensor<1x4x3xf32>
  return %0 : tensor<1x4x3xf32>
}

// CHECK-LABEL: @gradient_of_features_first
// CHECK-COUNT-2: stablehlo.reduce
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @gradient_of_features_first(%x: tensor<3x4x6xf32>, %g: tensor<3x4x5xf32>) -> tensor<4x1x2xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, b, 0]x[i, o, 0]->[f, b, 0], window = {}
      {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<3x4x6xf32>, tensor<3x4x5xf32>) -> tensor<4x1x2xf32>
  return %0 : tensor<4x1x2xf32>
}

// Turned when all is added up.
// CHECK-LABEL: @features_to_the_front
// CHECK: stablehlo.slice %arg0 [0:1, 0:3, 0:4]
// CHECK: stablehlo.slice %arg0 [0:1, 1:4, 0:4]
// CHECK: stablehlo.slice %arg0 [0:1, 2:5, 0:4]
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK: stablehlo.transpose %[[SUM]], dims = [0, 2, 1]
func.func @features_to_the_front(%x: tensor<1x5x4xf32>, %w: tensor<3x1x4xf32>) -> tensor<1x4x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, f, 0], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x5x4xf32>, tensor<3x1x4xf32>) -> tensor<1x4x3xf32>
  return %0 : tensor<1x4x3xf32>
}

// CHECK-LABEL: @groups_of_two
// CHECK: stablehlo.convolution
func.func @groups_of_two(%x: tensor<1x5x4xf32>, %w: tensor<3x2x4xf32>) -> tensor<1x3x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x5x4xf32>, tensor<3x2x4xf32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}
