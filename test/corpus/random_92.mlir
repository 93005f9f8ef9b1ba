module {
  func.func @main() -> (tensor<i2>, tensor<1x0x2xi2>, tensor<0x1x1x5xf6E3M2FN>) {
    %c = stablehlo.constant dense<> : tensor<1x0x2xi2>
    %c_0 = stablehlo.constant dense<0> : tensor<i2>
    %0 = "stablehlo.sort"(%c) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg0: tensor<i2>, %arg1: tensor<i2>):
      %2 = stablehlo.compare LT, %arg0, %arg1 : (tensor<i2>, tensor<i2>) -> tensor<i1>
      %3 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<i2>, tensor<i2>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<1x0x2xi2>) -> tensor<1x0x2xi2>
    %cst = stablehlo.constant dense<> : tensor<0x1x1x5xf6E3M2FN>
    %1 = stablehlo.log_plus_one %cst : tensor<0x1x1x5xf6E3M2FN>
    return %c_0, %0, %1 : tensor<i2>, tensor<1x0x2xi2>, tensor<0x1x1x5xf6E3M2FN>
  }
}
