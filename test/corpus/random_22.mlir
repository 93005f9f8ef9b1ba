module {
  func.func @main(%arg0: tensor<0x5x3xf8E4M3>, %arg1: tensor<5xf8E4M3>) -> (tensor<3xui16>, tensor<0x5x3xf8E4M3>, tensor<0x5x3xf8E4M3>, tensor<5xf8E4M3>) {
    %c = stablehlo.constant dense<0> : tensor<3xui16>
    %c_0 = stablehlo.constant dense<6> : tensor<ui16>
    %0 = "stablehlo.select_and_scatter"(%c, %c, %c_0) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %4 = stablehlo.compare GT, %arg2, %arg3 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %5 = stablehlo.compare EQ, %arg2, %arg3 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %4 = stablehlo.or %arg2, %arg3 : tensor<ui16>
      stablehlo.return %4 : tensor<ui16>
    }) : (tensor<3xui16>, tensor<3xui16>, tensor<ui16>) -> tensor<3xui16>
    %1 = stablehlo.cosine %arg0 : tensor<0x5x3xf8E4M3>
    %2 = stablehlo.multiply %1, %1 : tensor<0x5x3xf8E4M3>
    %cst = stablehlo.constant dense<> : tensor<0x5x3xf8E4M3>
    %3 = stablehlo.multiply %2, %cst : tensor<0x5x3xf8E4M3>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%2, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<0x5x3xf8E4M3>, tensor<5xf8E4M3>, tensor<5xf8E4M3>, tensor<5xf8E4M3>, tensor<0x5x3xf8E4M3>) -> (tensor<0x5x3xf8E4M3>, tensor<5xf8E4M3>, tensor<5xf8E4M3>)
    return %0, %3, %grad_operand, %grad_scale : tensor<3xui16>, tensor<0x5x3xf8E4M3>, tensor<0x5x3xf8E4M3>, tensor<5xf8E4M3>
  }
}
