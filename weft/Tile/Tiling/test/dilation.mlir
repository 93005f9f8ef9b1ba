// A convolution of an input with holes is one convolution per phase of its
// outputs, each without holes.
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

// More phases than are worth a convolution each stay as they are.
// CHECK-LABEL: func.func @many(
// CHECK: lhs_dilate = [17]
// CHECK-NEXT: return
func.func @many(%x: tensor<1x3x1xf32>, %w: tensor<2x1x1xf32>) -> tensor<1x34x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [17], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x34x1xf32>
  return %0 : tensor<1x34x1xf32>
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
