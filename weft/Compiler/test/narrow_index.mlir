// An index narrower than a byte has its sign in the low bits of memory: a view that begins at -1 does not begin at 3.
// RUN: weft-run %s --compiled | FileCheck %s
// RUN: weft-run %s | FileCheck %s
// CHECK: {{\[}}[-0.000000e+00, -0.000000e+00]],
// CHECK-NEXT: {{\[}}[-1.000000e+00, -0.000000e+00]],

func.func @main() -> tensor<259x1xcomplex<f64>> {
  %iota = stablehlo.iota dim = 0 : tensor<480x1xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<480x1xf64>
  %x = stablehlo.complex %iota, %zero : tensor<480x1xcomplex<f64>>
  %kept = stablehlo.optimization_barrier %x : tensor<480x1xcomplex<f64>>
  %minus_one = stablehlo.constant dense<-1> : tensor<i2>
  %start = stablehlo.optimization_barrier %minus_one : tensor<i2>
  %slice = stablehlo.dynamic_slice %kept, %start, %start, sizes = [259, 1] : (tensor<480x1xcomplex<f64>>, tensor<i2>, tensor<i2>) -> tensor<259x1xcomplex<f64>>
  %result = stablehlo.negate %slice : tensor<259x1xcomplex<f64>>
  return %result : tensor<259x1xcomplex<f64>>
}
