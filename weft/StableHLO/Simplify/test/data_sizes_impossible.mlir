// No operands give a result of this size: the operation is left as it is.
// RUN: weft-opt --simplify %s | FileCheck %s

// CHECK-LABEL: func @longer_than_its_operand
func.func @longer_than_its_operand(%x: tensor<2xf32>, %i: tensor<1xi64>) -> tensor<3xf32> {
  // CHECK: stablehlo.real_dynamic_slice
  %0 = stablehlo.real_dynamic_slice %x, %i, %i, %i : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @stride_too_long
func.func @stride_too_long(%x: tensor<4xf32>, %i: tensor<1xi64>) -> tensor<3xf32> {
  // CHECK: stablehlo.real_dynamic_slice
  %stride = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %i, %i, %stride : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
