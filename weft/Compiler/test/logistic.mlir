// Far below zero the logistic function is small, not zero: nothing overflows on the way.
// RUN: weft-run --check %s
// RUN: weft-run --check --compiled %s

func.func @logistic() {
  %x = stablehlo.constant dense<[-100.0, -88.9, -20.0, -0.0, 0.0, 20.0, 100.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<10xf32>
  %y = stablehlo.optimization_barrier %x : tensor<10xf32>
  %r = stablehlo.logistic %y : tensor<10xf32>
  %e = stablehlo.constant dense<[3.78350585e-44, 2.461613368e-39, 2.06115369e-09, 0.5, 0.5, 1.0, 1.0, 0.0, 1.0, 0x7FC00000]> : tensor<10xf32>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<10xf32>, tensor<10xf32>
  return
}
