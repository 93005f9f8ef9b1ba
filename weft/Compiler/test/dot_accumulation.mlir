// What an algorithm sums up in f64 is summed up in f64: in f32 the ones would vanish beside 2^24.
// RUN: weft-run %s --args='[dense<[16777216.0, 1.0, 1.0, 1.0, -16777216.0]> : tensor<5xf32>]' | FileCheck %s
// RUN: weft-run %s --compiled --args='[dense<[16777216.0, 1.0, 1.0, 1.0, -16777216.0]> : tensor<5xf32>]' | FileCheck %s
// CHECK: 3.000000e+00
// CHECK: [3.000000e+00, 3.000000e+00]

func.func @main(%x: tensor<5xf32>) -> (tensor<f32>, tensor<complex<f32>>) {
  %one = stablehlo.constant dense<1.0> : tensor<5xf32>
  %0 = stablehlo.dot_general %x, %one, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  %both = stablehlo.complex %x, %x : tensor<5xcomplex<f32>>
  %unit = stablehlo.convert %one : (tensor<5xf32>) -> tensor<5xcomplex<f32>>
  %1 = stablehlo.dot_general %both, %unit, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<complex<f32>>
  return %0, %1 : tensor<f32>, tensor<complex<f32>>
}
