// More ones than bf16 can count one by one: they are summed up in f32, alone or before a product.
// RUN: weft-run %s | FileCheck %s
// RUN: weft-run %s --compiled | FileCheck %s
// CHECK: {3.400000e+02}
// CHECK: [6.800000e+02, 6.800000e+02]

func.func @main() -> (tensor<bf16>, tensor<2xbf16>) {
  %one = stablehlo.constant dense<1.0> : tensor<20x17xbf16>
  %two = stablehlo.constant dense<2.0> : tensor<2xbf16>
  %x = stablehlo.optimization_barrier %one : tensor<20x17xbf16>
  %0 = stablehlo.unary_einsum %x, config = "ab->" : (tensor<20x17xbf16>) -> tensor<bf16>
  %1 = stablehlo.einsum %x, %two, config = "ab,c->c" : (tensor<20x17xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  return %0, %1 : tensor<bf16>, tensor<2xbf16>
}
