// Operations that take a number from data, with a result whose size is known.
// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-opt --simplify %s | FileCheck %s --check-prefix=GONE
// GONE-NOT: real_dynamic_slice
// GONE-NOT: dynamic_pad
// GONE-NOT: dynamic_conv

// CHECK-LABEL: func @slice_at_data
func.func @slice_at_data(%x: tensor<8x5xf32>, %start: tensor<2xi64>, %limit: tensor<2xi64>) -> tensor<3x5xf32> {
  // All of the second dimension is taken, so that it starts at 0.
  // CHECK: %[[ENTRY:.*]] = stablehlo.slice %arg1 [0:1]
  // CHECK: %[[START:.*]] = stablehlo.reshape %[[ENTRY]]
  // CHECK: stablehlo.dynamic_slice %arg0, %[[START]], %{{.*}}, sizes = [3, 5]
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<8x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func @slice_with_known_stride
func.func @slice_with_known_stride(%x: tensor<8xf32>, %start: tensor<1xi32>, %limit: tensor<1xi32>) -> tensor<3xf32> {
  // CHECK: %[[PART:.*]] = stablehlo.dynamic_slice %arg0, %{{.*}}, sizes = [5]
  // CHECK: stablehlo.slice %[[PART]] [0:5:2]
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %two : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @slice_with_unknown_stride
func.func @slice_with_unknown_stride(%x: tensor<8x4xf32>, %start: tensor<2xi32>, %limit: tensor<2xi32>, %stride: tensor<2xi32>) -> tensor<3x1xf32> {
  // CHECK: %[[COLUMN:.*]] = stablehlo.dynamic_slice %arg0, {{.*}}, sizes = [8, 1]
  // CHECK: stablehlo.multiply
  // CHECK: %[[INDEX:.*]] = stablehlo.add
  // CHECK: "stablehlo.gather"(%[[COLUMN]], %[[INDEX]])
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<8x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// CHECK-LABEL: func @pad_by_data
func.func @pad_by_data(%x: tensor<3xf32>, %v: tensor<f32>, %low: tensor<1xi64>, %high: tensor<1xi64>) -> tensor<6xf32> {
  // CHECK: %[[WIDE:.*]] = stablehlo.pad %arg0, %arg1, low = [6], high = [6], interior = [1]
  // CHECK: stablehlo.dynamic_slice %[[WIDE]], %{{.*}}, sizes = [6]
  %gap = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %gap : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// One element has no gaps, three have.
// CHECK-LABEL: func @pad_with_unknown_gaps
func.func @pad_with_unknown_gaps(%x: tensor<3x1xf32>, %v: tensor<f32>, %low: tensor<2xi64>, %high: tensor<2xi64>, %gap: tensor<2xi64>) -> tensor<6x2xf32> {
  // CHECK: stablehlo.pad %arg0, %arg1, low = [0, 2], high = [0, 2], interior = [0, 0]
  // CHECK: %[[WINDOW:.*]] = stablehlo.dynamic_slice {{.*}}sizes = [3, 2]
  // CHECK: "stablehlo.gather"(%[[WINDOW]]
  // CHECK: stablehlo.select
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %gap : (tensor<3x1xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}

// CHECK-LABEL: func @pad_nothing
func.func @pad_nothing(%x: tensor<0xf32>, %v: tensor<f32>, %low: tensor<1xi64>, %high: tensor<1xi64>, %gap: tensor<1xi64>) -> tensor<4xf32> {
  // CHECK: stablehlo.broadcast_in_dim %arg1
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %gap : (tensor<0xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @convolution_by_data
func.func @convolution_by_data(%x: tensor<1x6x1xf32>, %k: tensor<3x1x1xf32>, %padding: tensor<1x2xi32>) -> tensor<1x3x1xf32> {
  // CHECK: %[[ALL:.*]] = stablehlo.convolution(%arg0, %arg1) {{.*}}pad = {{\[}}[2, 2]]{{.*}}-> tensor<1x8x1xf32>
  // CHECK: %[[WIDE:.*]] = stablehlo.pad %[[ALL]], %{{.*}}, low = [0, 5, 0], high = [0, 5, 0]
  // CHECK: %[[WINDOW:.*]] = stablehlo.dynamic_slice %[[WIDE]], {{.*}}sizes = [1, 5, 1]
  // CHECK: stablehlo.slice %[[WINDOW]] [0:1, 0:5:2, 0:1]
  %0 = "stablehlo.dynamic_conv"(%x, %k, %padding) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<1x6x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}
