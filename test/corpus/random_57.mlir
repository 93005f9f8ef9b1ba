module {
  func.func @main(%arg0: tensor<ui8>, %arg1: tensor<1x5x5xi8>, %arg2: tensor<0x3x1xcomplex<f32>>, %arg3: tensor<1x5x4x1xf8E3M4>) -> (tensor<2x1x3x4xui8>, tensor<1x1x5xf6E2M3FN>, tensor<0x3x0xcomplex<f32>>, tensor<0x3x0xi32>, tensor<1x5x4x1xf8E3M4>) {
    %c = stablehlo.constant dense<[2, 1, 3, 4]> : tensor<4xi64>
    %0 = stablehlo.rng %arg0, %arg0, %c, distribution = UNIFORM : (tensor<ui8>, tensor<ui8>, tensor<4xi64>) -> tensor<2x1x3x4xui8>
    %cst = stablehlo.constant dense<[[[7.500000e+00, 7.500000e+00, -2.000000e+00, 3.750000e-01, -0.000000e+00]]]> : tensor<1x1x5xf6E2M3FN>
    %1 = stablehlo.exponential %cst : tensor<1x1x5xf6E2M3FN>
    %2 = stablehlo.popcnt %arg1 : tensor<1x5x5xi8>
    %3 = stablehlo.iota dim = 0 : tensor<0xi32>
    %4 = stablehlo.reshape %3 : (tensor<0xi32>) -> tensor<0x3x1xi32>
    %5 = stablehlo.iota dim = 2 : tensor<0x3x1xi32>
    %6:2 = "stablehlo.sort"(%arg2, %5) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<complex<f32>>, %arg5: tensor<complex<f32>>, %arg6: tensor<i32>, %arg7: tensor<i32>):
      %11 = stablehlo.real %arg4 : (tensor<complex<f32>>) -> tensor<f32>
      %12 = stablehlo.real %arg5 : (tensor<complex<f32>>) -> tensor<f32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %13 = stablehlo.compare EQ, %11, %cst_1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %14 = stablehlo.select %13, %cst_1, %11 : tensor<i1>, tensor<f32>
      %15 = stablehlo.compare NE, %11, %11 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %16 = stablehlo.select %15, %cst_2, %14 : tensor<i1>, tensor<f32>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.compare EQ, %12, %cst_3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %18 = stablehlo.select %17, %cst_3, %12 : tensor<i1>, tensor<f32>
      %19 = stablehlo.compare NE, %12, %12 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %20 = stablehlo.select %19, %cst_4, %18 : tensor<i1>, tensor<f32>
      %21 = stablehlo.compare GE, %16, %20, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %22 = stablehlo.compare EQ, %16, %20, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    }) : (tensor<0x3x1xcomplex<f32>>, tensor<0x3x1xi32>) -> (tensor<0x3x1xcomplex<f32>>, tensor<0x3x1xi32>)
    %7 = stablehlo.slice %6#0 [0:0, 0:3, 0:0] : (tensor<0x3x1xcomplex<f32>>) -> tensor<0x3x0xcomplex<f32>>
    %8 = stablehlo.slice %6#1 [0:0, 0:3, 0:0] : (tensor<0x3x1xi32>) -> tensor<0x3x0xi32>
    %9 = stablehlo.exponential_minus_one %arg3 : tensor<1x5x4x1xf8E3M4>
    %cst_0 = stablehlo.constant dense<[[[[-6.562500e-01], [1.100000e+01], [7.812500e-01], [-0.000000e+00]], [[-1.250000e+00], [2.500000e+00], [0x70], [3.000000e+00]], [[-4.687500e-02], [-3.000000e+00], [-1.000000e+00], [6.250000e+00]], [[1.375000e+00], [0x78], [-1.312500e+00], [-6.875000e-01]], [[0x78], [-3.125000e-02], [1.250000e+01], [6.562500e-01]]]]> : tensor<1x5x4x1xf8E3M4>
    %10 = stablehlo.multiply %9, %cst_0 : tensor<1x5x4x1xf8E3M4>
    return %0, %1, %7, %8, %10 : tensor<2x1x3x4xui8>, tensor<1x1x5xf6E2M3FN>, tensor<0x3x0xcomplex<f32>>, tensor<0x3x0xi32>, tensor<1x5x4x1xf8E3M4>
  }
}
