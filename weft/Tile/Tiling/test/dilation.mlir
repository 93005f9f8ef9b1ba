// A convolution of an input with holes is one convolution per phase of its
// outputs, each without holes; or one in all, where the phases see the same
// places of the input.
// RUN: weft-opt %s --expand-operations | FileCheck %s

// Taps 0 and 2 meet elements at even outputs, tap 1 at odd ones; the others get
// zero times the taps that they leave out.
// CHECK-LABEL: func.func @twice(
// CHECK: %[[EVEN:.*]] = stablehlo.slice %arg1 [0:3:2, 0:2, 0:4]
// CHECK: stablehlo.convolution(%arg0, %[[EVEN]]) {{.*}} pad = {{\[}}[1, 0]], lhs_dilate = [1]
// CHECK: dense<[true, false, true]>
// CHECK: %[[ODD:.*]] = stablehlo.slice %arg1 [1:2:2, 0:2, 0:4]
// CHECK: stablehlo.convolution(%arg0, %[[ODD]]) {{.*}} pad = {{\[}}[0, 0]], lhs_dilate = [1]
// CHECK: dense<[false, true, false]>
// CHECK: stablehlo.concatenate {{.*}} dim = 2
// CHECK: stablehlo.reshape {{.*}} -> tensor<2x10x4xf32>
func.func @twice(%x: tensor<2x5x2xf32>, %w: tensor<3x2x4xf32>) -> tensor<2x10x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 1]], lhs_dilate = [2], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x2xf32>, tensor<3x2x4xf32>) -> tensor<2x10x4xf32>
  return %0 : tensor<2x10x4xf32>
}

// With a step as long as the holes there is one phase. Integers have no number
// that zero does not take to zero.
// CHECK-LABEL: func.func @one_phase(
// CHECK-NOT: concatenate
// CHECK-NOT: multiply
// CHECK: stablehlo.convolution({{.*}}) {{.*}}stride = [1], {{.*}}lhs_dilate = [1]
// CHECK: return
func.func @one_phase(%x: tensor<2x5x2xi32>, %w: tensor<2x2x4xi32>) -> tensor<2x5x4xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 1]], lhs_dilate = [2], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x2xi32>, tensor<2x2x4xi32>) -> tensor<2x5x4xi32>
  return %0 : tensor<2x5x4xi32>
}

// More phases than are worth a convolution each stay as they are, unless the
// window is as long as some of them.
// CHECK-LABEL: func.func @many(
// CHECK: lhs_dilate = [17]
// CHECK-NEXT: return
func.func @many(%x: tensor<1x3x1xf32>, %w: tensor<18x1x1xf32>) -> tensor<1x18x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [17], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<18x1x1xf32>) -> tensor<1x18x1xf32>
  return %0 : tensor<1x18x1xf32>
}

// The gradient of patches that do not overlap: a product, whose columns are the
// places in a patch.
// CHECK-LABEL: func.func @patches(
// CHECK-NOT: stablehlo.convolution
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [3] x [3]
// CHECK-SAME: -> tensor<2x3x5x4x4x6xf32>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[PRODUCT]],
// CHECK: %[[WOVEN:.*]] = stablehlo.transpose %[[SUM]], dims = [0, 1, 3, 2, 4, 5]
// CHECK: stablehlo.reshape %[[WOVEN]] : (tensor<2x3x4x5x4x6xf32>) -> tensor<2x12x20x6xf32>
func.func @patches(%x: tensor<2x3x5x7xf32>, %w: tensor<4x4x6x7xf32>) -> tensor<2x12x20x6xf32> {
  %r = stablehlo.reverse %w, dims = [0, 1] : tensor<4x4x6x7xf32>
  %0 = stablehlo.convolution(%x, %r) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[3, 3], [3, 3]], lhs_dilate = [4, 4], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x5x7xf32>, tensor<4x4x6x7xf32>) -> tensor<2x12x20x6xf32>
  return %0 : tensor<2x12x20x6xf32>
}

// Windows of two patches, in groups: a convolution of half as many places.
// CHECK-LABEL: func.func @two_patches(
// CHECK: stablehlo.convolution(%arg0, %{{.*}}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[}}[0, 0]], lhs_dilate = [1]
// CHECK-SAME: (tensor<2x5x4xi32>, tensor<2x2x12xi32>) -> tensor<2x4x12xi32>
func.func @two_patches(%x: tensor<2x5x4xi32>, %w: tensor<4x2x6xi32>) -> tensor<2x6x6xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [2], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x5x4xi32>, tensor<4x2x6xi32>) -> tensor<2x6x6xi32>
  return %0 : tensor<2x6x6xi32>
}

// Phases that no tap reaches are zeros, and come first.
// CHECK-LABEL: func.func @gaps(
// CHECK: stablehlo.dot_general {{.*}} -> tensor<2x5x2x4xi32>
// CHECK: stablehlo.pad {{.*}} low = [0, 0, 1, 0], high = [0, 0, 0, 0]
func.func @gaps(%x: tensor<2x5x2xi32>, %w: tensor<2x2x4xi32>) -> tensor<2x13x4xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 0]], lhs_dilate = [3], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x2xi32>, tensor<2x2x4xi32>) -> tensor<2x13x4xi32>
  return %0 : tensor<2x13x4xi32>
}

// Nor are phases counted one by one that are without number.
// CHECK-LABEL: func.func @without_number(
// CHECK: lhs_dilate = [1099511627776]
// CHECK-NEXT: return
func.func @without_number(%x: tensor<1x1x1xf32>, %w: tensor<1x1x1xf32>) -> tensor<1x1x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1099511627776], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  return %0 : tensor<1x1x1xf32>
}

// Sums are rounded when the zeros of holes have been added: a small negative
// one becomes -0.
// CHECK-LABEL: func.func @rounded(
// CHECK: stablehlo.convolution({{.*}}) -> tensor<2x5x4xf32>
// CHECK: %[[SUM:.*]] = stablehlo.add {{.*}} : tensor<2x5x4xf32>
// CHECK: stablehlo.convert %[[SUM]] : (tensor<2x5x4xf32>) -> tensor<2x5x4xbf16>
func.func @rounded(%x: tensor<2x5x2xbf16>, %w: tensor<3x2x4xbf16>) -> tensor<2x10x4xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 1]], lhs_dilate = [2], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x2xbf16>, tensor<3x2x4xbf16>) -> tensor<2x10x4xbf16>
  return %0 : tensor<2x10x4xbf16>
}
