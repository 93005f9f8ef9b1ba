module {
  func.func @main(%arg0: tensor<1x1x1x4xf8E5M2FNUZ>, %arg1: tensor<1x1x1xf8E3M4>, %arg2: tensor<0x2xf8E4M3FN>, %arg3: tensor<1x1xf6E2M3FN>, %arg4: tensor<1x5x5xui64>, %arg5: tensor<1x5x5xui64>) -> (tensor<2xui64>, tensor<i32>, tensor<1x1x1x4xf8E5M2FNUZ>, tensor<1x1x1xf8E3M4>, tensor<2x1xf8E5M2>, tensor<0x2xf8E4M3FN>, tensor<0xf8E4M3FN>, tensor<i4>, tensor<1x5x5xui64>) {
    %c = stablehlo.constant dense<[1, 18446744073709551611]> : tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %c, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<i32>)
    %0 = stablehlo.rsqrt %arg0 : tensor<1x1x1x4xf8E5M2FNUZ>
    %1 = stablehlo.log_plus_one %arg1 : tensor<1x1x1xf8E3M4>
    %c_0 = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
    %2 = stablehlo.dynamic_iota %c_0, dim = 1 : (tensor<2xi32>) -> tensor<2x1xf8E5M2>
    %3 = stablehlo.reshape %arg2 : (tensor<0x2xf8E4M3FN>) -> tensor<0xf8E4M3FN>
    %4 = stablehlo.reshape %3 : (tensor<0xf8E4M3FN>) -> tensor<0xf8E4M3FN>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg2, %3, %4, %4, %arg2) <{epsilon = 0.000000e+00 : f32, feature_index = 0 : i64}> : (tensor<0x2xf8E4M3FN>, tensor<0xf8E4M3FN>, tensor<0xf8E4M3FN>, tensor<0xf8E4M3FN>, tensor<0x2xf8E4M3FN>) -> (tensor<0x2xf8E4M3FN>, tensor<0xf8E4M3FN>, tensor<0xf8E4M3FN>)
    %c_1 = stablehlo.constant dense<-6> : tensor<i4>
    %c_2 = stablehlo.constant dense<7> : tensor<i4>
    %5 = stablehlo.xor %c_1, %c_2 : tensor<i4>
    %6 = stablehlo.tuple %5, %arg3 : tuple<tensor<i4>, tensor<1x1xf6E2M3FN>>
    %7 = stablehlo.get_tuple_element %6[0] : (tuple<tensor<i4>, tensor<1x1xf6E2M3FN>>) -> tensor<i4>
    %c_3 = stablehlo.constant dense<1> : tensor<ui64>
    %8 = "stablehlo.select_and_scatter"(%arg4, %arg5, %c_3) <{padding = dense<[[0, 0], [0, 0], [4, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 5>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg6: tensor<ui64>, %arg7: tensor<ui64>):
      %9 = stablehlo.compare LT, %arg6, %arg7 : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %10 = stablehlo.compare EQ, %arg6, %arg7 : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }, {
    ^bb0(%arg6: tensor<ui64>, %arg7: tensor<ui64>):
      %c_4 = stablehlo.constant dense<1> : tensor<ui64>
      %9 = stablehlo.compare EQ, %arg6, %c_4 : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %10 = stablehlo.select %9, %arg7, %arg6 : tensor<i1>, tensor<ui64>
      stablehlo.return %10 : tensor<ui64>
    }) : (tensor<1x5x5xui64>, tensor<1x5x5xui64>, tensor<ui64>) -> tensor<1x5x5xui64>
    return %output_state, %output, %0, %1, %2, %grad_operand, %grad_offset, %7, %8 : tensor<2xui64>, tensor<i32>, tensor<1x1x1x4xf8E5M2FNUZ>, tensor<1x1x1xf8E3M4>, tensor<2x1xf8E5M2>, tensor<0x2xf8E4M3FN>, tensor<0xf8E4M3FN>, tensor<i4>, tensor<1x5x5xui64>
  }
}
