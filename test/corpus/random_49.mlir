module {
  func.func @main(%arg0: tensor<3x2x0xui4>, %arg1: tensor<3x3xcomplex<f32>>, %arg2: tensor<3x2x0xui4>, %arg3: tensor<5xf8E3M4>) -> (tensor<2x3xui2>, tensor<5xf8E3M4>, tensor<2x5x1x3xf32>) {
    %c = stablehlo.constant dense<2> : tensor<1xi64>
    %c_0 = stablehlo.constant dense<3> : tensor<1xi64>
    %0 = stablehlo.concatenate %c, %c_0, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<2xi64>) -> tensor<2x3xui2>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %6 = stablehlo.broadcast %arg0, sizes = [3, 1] : (tensor<3x2x0xui4>) -> tensor<3x1x3x2x0xui4>
      %7 = stablehlo.broadcast %6, sizes = [1, 5] : (tensor<3x1x3x2x0xui4>) -> tensor<1x5x3x1x3x2x0xui4>
      %8 = stablehlo.cholesky %arg1 : tensor<3x3xcomplex<f32>>
      %9 = stablehlo.tan %arg1 : tensor<3x3xcomplex<f32>>
      stablehlo.return %arg2 : tensor<3x2x0xui4>
    }) : (tensor<i32>) -> tensor<3x2x0xui4>
    %4 = stablehlo.imag %arg3 : tensor<5xf8E3M4>
    %cst = stablehlo.constant dense<3.07421875> : tensor<2x5x1x3xf32>
    %5 = stablehlo.exponential %cst : tensor<2x5x1x3xf32>
    return %1, %4, %5 : tensor<2x3xui2>, tensor<5xf8E3M4>, tensor<2x5x1x3xf32>
  }
}
