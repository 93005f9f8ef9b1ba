module {
  func.func @main(%arg0: tensor<2x3x3xui64>, %arg1: tensor<i1>, %arg2: tensor<1x2xf6E3M2FN>) -> (tensor<1xi64>, tensor<2x3x3xui64>, tensor<i1>, tensor<i1>, tensor<1x2xf6E3M2FN>) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %c_0 = stablehlo.constant dense<-4442801850284111313> : tensor<1xi64>
    %0 = stablehlo.shift_right_arithmetic %c, %c_0 : tensor<1xi64>
    %1 = stablehlo.minimum %arg0, %arg0 : tensor<2x3x3xui64>
    %2 = stablehlo.minimum %arg0, %arg0 : tensor<2x3x3xui64>
    %3 = stablehlo.shift_right_arithmetic %1, %2 : tensor<2x3x3xui64>
    %c_1 = stablehlo.constant dense<false> : tensor<i1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %4 = stablehlo.select %arg1, %c_1, %c_2 : tensor<i1>, tensor<i1>
    %5 = stablehlo.convert %arg1 : (tensor<i1>) -> tensor<ui16>
    %c_3 = stablehlo.constant dense<0> : tensor<ui16>
    %6 = stablehlo.compare NE, %5, %c_3 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    %7 = stablehlo.log %arg2 : tensor<1x2xf6E3M2FN>
    return %0, %3, %4, %6, %7 : tensor<1xi64>, tensor<2x3x3xui64>, tensor<i1>, tensor<i1>, tensor<1x2xf6E3M2FN>
  }
}
