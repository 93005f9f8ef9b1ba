// Sizes that are data and do not fit the result: the interpreter says so,
// native code gives elements of no meaning, and reads nothing out of bounds.
// RUN: not weft-run %s --args='[dense<7.0> : tensor<8xf32>, dense<9223372036854775807> : tensor<1xi64>, dense<-9223372036854775808> : tensor<1xi64>]' 2>&1 | FileCheck %s --check-prefix=INTERPRETER
// INTERPRETER: error: {{.*}}does not fit dimension 0 of size 8
// RUN: weft-run --compiled %s --args='[dense<7.0> : tensor<8xf32>, dense<9223372036854775807> : tensor<1xi64>, dense<-9223372036854775808> : tensor<1xi64>]' | FileCheck %s
// RUN: weft-run --compiled %s --args='[dense<7.0> : tensor<8xf32>, dense<-9223372036854775808> : tensor<1xi64>, dense<-1> : tensor<1xi64>]' | FileCheck %s
// RUN: weft-run --compiled %s --args='[dense<7.0> : tensor<8xf32>, dense<-1> : tensor<1xi64>, dense<0> : tensor<1xi64>]' | FileCheck %s

// A slice takes what the operand has.
// CHECK: tensor<3xf32>
// CHECK-NEXT: [7.000000e+00, 7.000000e+00, 7.000000e+00]
// CHECK: tensor<5xf32>
// CHECK: tensor<1x4x1xf32>
func.func @main(%x: tensor<8xf32>, %a: tensor<1xi64>, %b: tensor<1xi64>) -> (tensor<3xf32>, tensor<5xf32>, tensor<1x4x1xf32>) {
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %b : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.dynamic_pad %x, %v, %a, %b, %b : (tensor<8xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  %2 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8x1xf32>
  %k = stablehlo.constant dense<1.0> : tensor<3x1x1xf32>
  %3 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %4 = stablehlo.reshape %3 : (tensor<2xi64>) -> tensor<1x2xi64>
  %5 = "stablehlo.dynamic_conv"(%2, %k, %4) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<1x8x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x4x1xf32>
  return %0, %1, %5 : tensor<3xf32>, tensor<5xf32>, tensor<1x4x1xf32>
}
