module {
  func.func @main(%arg0: tensor<i4>, %arg1: tensor<1x26xi1>, %arg2: tensor<2xf8E4M3B11FNUZ>, %arg3: tensor<2xf8E4M3B11FNUZ>, %arg4: tensor<5x5xf8E5M2FNUZ>, %arg5: tensor<ui2>, %arg6: tensor<1x3x1xui4>) -> (tensor<1x1x5x1xf32>, tensor<1x26xi16>, tensor<1x26xi1>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<bf16>, tensor<5x5xf8E5M2FNUZ>, tensor<5x5xf8E5M2FNUZ>, tensor<2xui2>, tensor<1x3x0xui4>) {
    %cst = stablehlo.constant dense<[[[[0xFF800000], [-0.410644531], [-1.000000e+00], [-0.000000e+00], [-4.000000e+00]]]]> : tensor<1x1x5x1xf32>
    %0 = stablehlo.tuple %cst, %arg0 : tuple<tensor<1x1x5x1xf32>, tensor<i4>>
    %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<1x1x5x1xf32>, tensor<i4>>) -> tensor<1x1x5x1xf32>
    %c = stablehlo.constant dense<[[1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 32767, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, -1, 1, 1]]> : tensor<1x26xi16>
    %c_0 = stablehlo.constant dense<1> : tensor<i16>
    %c_1 = stablehlo.constant dense<false> : tensor<i1>
    %2:2 = stablehlo.reduce(%c init: %c_0), (%arg1 init: %c_1) across dimensions = [] : (tensor<1x26xi16>, tensor<1x26xi1>, tensor<i16>, tensor<i1>) -> (tensor<1x26xi16>, tensor<1x26xi1>)
     reducer(%arg7: tensor<i16>, %arg9: tensor<i16>) (%arg8: tensor<i1>, %arg10: tensor<i1>)  {
      %14 = stablehlo.convert %arg10 : (tensor<i1>) -> tensor<i32>
      %15 = "stablehlo.case"(%14) ({
        stablehlo.return %arg7 : tensor<i16>
      }, {
        stablehlo.return %arg9 : tensor<i16>
      }) : (tensor<i32>) -> tensor<i16>
      %16 = stablehlo.or %arg8, %arg10 : tensor<i1>
      stablehlo.return %15, %16 : tensor<i16>, tensor<i1>
    }
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg2, %arg2, %arg2, %arg2, %arg3) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>) -> (tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>)
    %3 = stablehlo.round_nearest_even %grad_offset : tensor<2xf8E4M3B11FNUZ>
    %cst_2 = stablehlo.constant dense<-1.168750e+01> : tensor<bf16>
    %4 = stablehlo.log_plus_one %cst_2 : tensor<bf16>
    %5 = stablehlo.unary_einsum %4, config = "->" : (tensor<bf16>) -> tensor<bf16>
    %6 = stablehlo.minimum %arg4, %arg4 : tensor<5x5xf8E5M2FNUZ>
    %7 = stablehlo.minimum %arg4, %arg4 : tensor<5x5xf8E5M2FNUZ>
    %c_3 = stablehlo.constant dense<1> : tensor<2xui2>
    %8 = "stablehlo.sort"(%c_3) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg7: tensor<ui2>, %arg8: tensor<ui2>):
      %14 = stablehlo.compare LE, %arg7, %arg8 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      %15 = stablehlo.compare EQ, %arg7, %arg8 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      stablehlo.return %14 : tensor<i1>
    }) : (tensor<2xui2>) -> tensor<2xui2>
    %c_4 = stablehlo.constant dense<1000000> : tensor<1xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<1xi32>
    %9 = stablehlo.minimum %c_5, %c_4 : tensor<1xi32>
    %10 = stablehlo.reshape %9 : (tensor<1xi32>) -> tensor<i32>
    %11 = stablehlo.set_dimension_size %arg6, %10, dim = 2 : (tensor<1x3x1xui4>, tensor<i32>) -> tensor<1x3x?xui4, #stablehlo.bounds<?, ?, 1>>
    %c_6 = stablehlo.constant dense<[1, 3, 0]> : tensor<3xi64>
    %12 = stablehlo.optimization_barrier %c_6 : tensor<3xi64>
    %13 = stablehlo.dynamic_reshape %11, %12 : (tensor<1x3x?xui4, #stablehlo.bounds<?, ?, 1>>, tensor<3xi64>) -> tensor<1x3x0xui4>
    return %1, %2#0, %2#1, %grad_operand, %3, %5, %6, %7, %8, %13 : tensor<1x1x5x1xf32>, tensor<1x26xi16>, tensor<1x26xi1>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<bf16>, tensor<5x5xf8E5M2FNUZ>, tensor<5x5xf8E5M2FNUZ>, tensor<2xui2>, tensor<1x3x0xui4>
  }
}
