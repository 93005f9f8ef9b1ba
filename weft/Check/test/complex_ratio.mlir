// A quotient of complex numbers may lose a ratio that is too small for the type.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

module {
  func.func @main(%arg0: tensor<2x1x2xcomplex<f64>>) -> tensor<2x1x2xcomplex<f64>> {
    %cst = stablehlo.constant dense<(4.940660e-324,1.5458984375)> : tensor<2x2x2xcomplex<f64>>
    %0 = "stablehlo.triangular_solve"(%cst, %arg0) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x2x2xcomplex<f64>>, tensor<2x1x2xcomplex<f64>>) -> tensor<2x1x2xcomplex<f64>>
    return %0 : tensor<2x1x2xcomplex<f64>>
  }
}

// --args='[dense<[[[(1.000000e+00,1.718750e-01), (-0.3779296875,-0.510498046875)]], [[(-0.000000e+00,-1.8448317984792113E+84), (-1.7976931348623157E+308,-2.169921875)]]]> : tensor<2x1x2xcomplex<f64>>]'
