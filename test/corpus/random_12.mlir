module {
  func.func @main(%arg0: tensor<2x1xf64>, %arg1: tensor<3x4x1xf64>) -> (tensor<3x4x1xf64>, tensor<f16>, tensor<1x1x5x3xi64>) {
    %0 = stablehlo.log %arg0 : tensor<2x1xf64>
    %1 = stablehlo.iota dim = 0 : tensor<12xi32>
    %2 = stablehlo.reshape %1 : (tensor<12xi32>) -> tensor<3x4x1xi32>
    %3 = stablehlo.iota dim = 2 : tensor<3x4x1xi32>
    %4:2 = "stablehlo.sort"(%arg1, %3) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %13 = stablehlo.compare EQ, %arg2, %cst_1 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %14 = stablehlo.select %13, %cst_1, %arg2 : tensor<i1>, tensor<f64>
      %15 = stablehlo.compare NE, %arg2, %arg2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_2 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %16 = stablehlo.select %15, %cst_2, %14 : tensor<i1>, tensor<f64>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %17 = stablehlo.compare EQ, %arg3, %cst_3 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %18 = stablehlo.select %17, %cst_3, %arg3 : tensor<i1>, tensor<f64>
      %19 = stablehlo.compare NE, %arg3, %arg3 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %20 = stablehlo.select %19, %cst_4, %18 : tensor<i1>, tensor<f64>
      %21 = stablehlo.compare LE, %16, %20, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %22 = stablehlo.compare EQ, %16, %20, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    }) : (tensor<3x4x1xf64>, tensor<3x4x1xi32>) -> (tensor<3x4x1xf64>, tensor<3x4x1xi32>)
    %5 = stablehlo.slice %4#0 [0:3, 0:4, 0:1] : (tensor<3x4x1xf64>) -> tensor<3x4x1xf64>
    %6 = stablehlo.slice %4#1 [0:3, 0:4, 0:1] : (tensor<3x4x1xi32>) -> tensor<3x4x1xi32>
    %cst = stablehlo.constant dense<-0.000000e+00> : tensor<f16>
    %7 = stablehlo.cbrt %cst : tensor<f16>
    %c = stablehlo.constant dense<[[[[5841412528144494439, -3, 2], [2853671906603551195, 8, 0], [0, 5, -1], [3, -1, 1], [2330419996406508013, 6, 1]]]]> : tensor<1x1x5x3xi64>
    %c_0 = stablehlo.constant dense<[[[[true, true, false], [true, true, true], [false, true, true], [true, true, false], [true, false, true]]]]> : tensor<1x1x5x3xi1>
    %8 = stablehlo.select %c_0, %c, %c : tensor<1x1x5x3xi1>, tensor<1x1x5x3xi64>
    %9 = stablehlo.create_token : !stablehlo.token
    %10 = stablehlo.after_all %9, %9 : !stablehlo.token
    %11 = stablehlo.create_token : !stablehlo.token
    %12 = stablehlo.after_all %11, %11 : !stablehlo.token
    return %5, %7, %8 : tensor<3x4x1xf64>, tensor<f16>, tensor<1x1x5x3xi64>
  }
}
