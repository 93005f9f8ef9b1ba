module {
  func.func @main(%arg0: tensor<i1>, %arg1: tensor<1x3xf8E8M0FNU>, %arg2: tensor<3x3x4xf8E4M3FN>) -> tensor<3x1xf8E5M2> {
    %cst = stablehlo.constant dense<[[7.500000e-01], [0.000000e+00], [0.000000e+00]]> : tensor<3x1xf8E5M2>
    %0 = stablehlo.exponential_minus_one %cst : tensor<3x1xf8E5M2>
    %c = stablehlo.constant dense<1> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c : tensor<i8>
    %cst_0 = stablehlo.constant dense<[[[-0.000000e+00, 3.000000e+00, -2.000000e+00, -2.000000e+00]]]> : tensor<1x1x4xf8E5M2>
    %2:2 = stablehlo.while(%iterArg = %1, %iterArg_1 = %cst_0) : tensor<i8>, tensor<1x1x4xf8E5M2>
    cond {
      %c_2 = stablehlo.constant dense<3> : tensor<i8>
      %3 = stablehlo.optimization_barrier %c_2 : tensor<i8>
      %4 = stablehlo.compare NE, %iterArg, %3 : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %5 = stablehlo.and %4, %arg0 : tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %cst_2 = stablehlo.constant dense<(5.468750e-02,-4.940660e-324)> : tensor<complex<f64>>
      %3 = stablehlo.add %cst_2, %cst_2 : tensor<complex<f64>>
      %4 = stablehlo.floor %arg1 : tensor<1x3xf8E8M0FNU>
      %5 = stablehlo.floor %arg2 : tensor<3x3x4xf8E4M3FN>
      %c_3 = stablehlo.constant dense<1> : tensor<i8>
      %6 = stablehlo.optimization_barrier %c_3 : tensor<i8>
      %7 = stablehlo.add %iterArg, %6 : tensor<i8>
      stablehlo.return %7, %iterArg_1 : tensor<i8>, tensor<1x1x4xf8E5M2>
    }
    return %0 : tensor<3x1xf8E5M2>
  }
}
