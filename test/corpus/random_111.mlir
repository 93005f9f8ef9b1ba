module {
  func.func @main(%arg0: tensor<5x3x3xui64>, %arg1: tensor<bf16>, %arg2: tensor<i1>, %arg3: tensor<1xf16>, %arg4: tensor<1xf16>, %arg5: tensor<1x2x5xf8E4M3FNUZ>) -> (tensor<5x3x3xui64>, tensor<bf16>, tensor<1xf16>, tensor<4x4xf8E3M4>) {
    %c = stablehlo.constant dense<3> : tensor<5x3x3xui64>
    %0 = stablehlo.add %arg0, %c : tensor<5x3x3xui64>
    %1 = stablehlo.subtract %0, %arg0 : tensor<5x3x3xui64>
    %2 = stablehlo.select %arg2, %arg1, %arg1 : tensor<i1>, tensor<bf16>
    %c_0 = stablehlo.constant dense<false> : tensor<1xi1>
    %3 = stablehlo.select %c_0, %arg3, %arg4 : tensor<1xi1>, tensor<1xf16>
    %4 = stablehlo.cbrt %arg5 : tensor<1x2x5xf8E4M3FNUZ>
    %cst = stablehlo.constant dense<0x70> : tensor<4x4xf8E3M4>
    %5 = stablehlo.logistic %cst : tensor<4x4xf8E3M4>
    %6 = stablehlo.unary_einsum %cst, config = "ab->" : (tensor<4x4xf8E3M4>) -> tensor<f8E3M4>
    %7 = stablehlo.create_token : !stablehlo.token
    %8 = stablehlo.after_all %7, %7 : !stablehlo.token
    return %1, %2, %3, %5 : tensor<5x3x3xui64>, tensor<bf16>, tensor<1xf16>, tensor<4x4xf8E3M4>
  }
}
