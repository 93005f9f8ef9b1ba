module {
  func.func @main(%arg0: tensor<i32>, %arg1: tensor<i1>) -> (tensor<i32>, tensor<i32>, tensor<5x3x1xf8E5M2>, tensor<5x3xf8E5M2>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.select %arg1, %arg0, %c : tensor<i1>, tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.power %arg0, %c_0 : tensor<i32>
    %cst = stablehlo.constant dense<[[[8.750000e-01], [1.000000e+00], [0.000000e+00]], [[0.000000e+00], [1.400000e+01], [5.734400e+04]], [[-6.000000e+00], [-7.000000e+00], [0xFC]], [[5.734400e+04], [0x7E], [0x7C]], [[0.000000e+00], [-1.200000e+01], [-1.875000e-01]]]> : tensor<5x3x1xf8E5M2>
    %2 = stablehlo.cosine %cst : tensor<5x3x1xf8E5M2>
    %3 = stablehlo.reshape %cst : (tensor<5x3x1xf8E5M2>) -> tensor<5x3xf8E5M2>
    return %0, %1, %2, %3 : tensor<i32>, tensor<i32>, tensor<5x3x1xf8E5M2>, tensor<5x3xf8E5M2>
  }
}
