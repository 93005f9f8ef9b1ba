module {
  func.func @main(%arg0: tensor<2x1xi4>, %arg1: tensor<1xf6E3M2FN>, %arg2: tensor<1xf8E4M3B11FNUZ>, %arg3: tensor<5xf8E3M4>) -> (tensor<2x1xi4>, tensor<1xf6E3M2FN>, tensor<1xf8E4M3B11FNUZ>, tensor<5xf8E3M4>, tensor<f8E3M4>, tensor<f8E3M4>, tensor<i1>) {
    %0:2 = stablehlo.composite "generated.composite" %arg0 {decomposition = @function0, version = 1 : i32} : (tensor<2x1xi4>) -> (tensor<2x1xi4>, tensor<1xf6E3M2FN>)
    %1 = stablehlo.exponential %arg2 : tensor<1xf8E4M3B11FNUZ>
    %cst = stablehlo.constant dense<[0x78, 0x78, -1.125000e+00, 1.437500e+00, -5.625000e-01]> : tensor<5xf8E3M4>
    %2 = "stablehlo.map"(%cst, %arg3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f8E3M4>, %arg5: tensor<f8E3M4>):
      %9 = stablehlo.minimum %arg4, %arg5 : tensor<f8E3M4>
      %10 = stablehlo.maximum %9, %arg4 : tensor<f8E3M4>
      stablehlo.return %10 : tensor<f8E3M4>
    }) : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> tensor<5xf8E3M4>
    %3 = stablehlo.create_token : !stablehlo.token
    %4 = stablehlo.after_all %3, %3 : !stablehlo.token
    %5 = stablehlo.create_token : !stablehlo.token
    %6 = stablehlo.after_all %5, %5 : !stablehlo.token
    %cst_0 = stablehlo.constant dense<[-5.500000e+00, 0.000000e+00, 0.000000e+00]> : tensor<3xf8E3M4>
    %cst_1 = stablehlo.constant dense<7.250000e+00> : tensor<f8E3M4>
    %7 = stablehlo.reduce(%cst_0 init: %cst_1) applies stablehlo.minimum across dimensions = [0] : (tensor<3xf8E3M4>, tensor<f8E3M4>) -> tensor<f8E3M4>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<4xf8E3M4>
    %c = stablehlo.constant dense<false> : tensor<4xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f8E3M4>
    %c_4 = stablehlo.constant dense<false> : tensor<i1>
    %8:2 = stablehlo.reduce(%cst_2 init: %cst_3), (%c init: %c_4) across dimensions = [0] : (tensor<4xf8E3M4>, tensor<4xi1>, tensor<f8E3M4>, tensor<i1>) -> (tensor<f8E3M4>, tensor<i1>)
     reducer(%arg4: tensor<f8E3M4>, %arg6: tensor<f8E3M4>) (%arg5: tensor<i1>, %arg7: tensor<i1>)  {
      %9 = stablehlo.select %arg7, %arg6, %arg4 : tensor<i1>, tensor<f8E3M4>
      %10 = stablehlo.or %arg5, %arg7 : tensor<i1>
      stablehlo.return %9, %10 : tensor<f8E3M4>, tensor<i1>
    }
    return %0#0, %0#1, %1, %2, %7, %8#0, %8#1 : tensor<2x1xi4>, tensor<1xf6E3M2FN>, tensor<1xf8E4M3B11FNUZ>, tensor<5xf8E3M4>, tensor<f8E3M4>, tensor<f8E3M4>, tensor<i1>
  }
  func.func private @function0(%arg0: tensor<2x1xi4>) -> (tensor<2x1xi4>, tensor<1xf6E3M2FN>) {
    %c = stablehlo.constant dense<-1> : tensor<2x1xi4>
    %cst = stablehlo.constant dense<-0.000000e+00> : tensor<1xf6E3M2FN>
    return %c, %cst : tensor<2x1xi4>, tensor<1xf6E3M2FN>
  }
}
