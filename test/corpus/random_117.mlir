module {
  func.func @main(%arg0: tensor<0x1xf8E4M3FNUZ>, %arg1: tensor<4x4x1xui2>) -> (tensor<0x1xf8E4M3FNUZ>, tensor<1x5x1xf8E5M2>, tensor<3x1x1x1xf8E5M2>, tensor<4x4x1xui2>, tensor<4x4x1xi32>) {
    %cst = stablehlo.constant dense<1.750000e+00> : tensor<f8E4M3FNUZ>
    %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<0x1xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<0x1xf8E4M3FNUZ>
    %1 = stablehlo.real %0 : tensor<0x1xf8E4M3FNUZ>
    %cst_0 = stablehlo.constant dense<[[[[2.000000e+00]]], [[[-6.000000e+00]]], [[[-5.000000e-01]]]]> : tensor<3x1x1x1xf8E5M2>
    %2 = stablehlo.rsqrt %cst_0 : tensor<3x1x1x1xf8E5M2>
    %cst_1 = stablehlo.constant dense<-5.734400e+04> : tensor<1x5x1xf8E5M2>
    %cst_2 = stablehlo.constant dense<[[[[-2.048000e+04]]], [[[4.000000e+00]]], [[[-4.000000e+00]]]]> : tensor<3x1x1x1xf8E5M2>
    %3 = stablehlo.subtract %cst_0, %cst_2 : tensor<3x1x1x1xf8E5M2>
    %cst_3 = stablehlo.constant dense<[[0x80, -1.600000e+01, 0.000000e+00, -3.000000e+00]]> : tensor<1x4xf8E5M2FNUZ>
    %4 = stablehlo.logistic %cst_3 : tensor<1x4xf8E5M2FNUZ>
    %5 = stablehlo.iota dim = 0 : tensor<16xi32>
    %6 = stablehlo.reshape %5 : (tensor<16xi32>) -> tensor<4x4x1xi32>
    %7 = stablehlo.iota dim = 2 : tensor<4x4x1xi32>
    %8:2 = "stablehlo.sort"(%arg1, %7) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<ui2>, %arg3: tensor<ui2>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %11 = stablehlo.compare GT, %arg4, %arg5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %12 = stablehlo.compare EQ, %arg4, %arg5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %13 = stablehlo.compare GT, %arg2, %arg3 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      %14 = stablehlo.compare EQ, %arg2, %arg3 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      %15 = stablehlo.and %14, %11 : tensor<i1>
      %16 = stablehlo.or %13, %15 : tensor<i1>
      stablehlo.return %16 : tensor<i1>
    }) : (tensor<4x4x1xui2>, tensor<4x4x1xi32>) -> (tensor<4x4x1xui2>, tensor<4x4x1xi32>)
    %9 = stablehlo.slice %8#0 [0:4, 0:4, 0:1] : (tensor<4x4x1xui2>) -> tensor<4x4x1xui2>
    %10 = stablehlo.slice %8#1 [0:4, 0:4, 0:1] : (tensor<4x4x1xi32>) -> tensor<4x4x1xi32>
    return %1, %cst_1, %3, %9, %10 : tensor<0x1xf8E4M3FNUZ>, tensor<1x5x1xf8E5M2>, tensor<3x1x1x1xf8E5M2>, tensor<4x4x1xui2>, tensor<4x4x1xi32>
  }
}
