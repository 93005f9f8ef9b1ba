module {
  func.func @main(%arg0: tensor<5x2xi8>, %arg1: tensor<f8E4M3FN>, %arg2: tensor<1x5xf8E8M0FNU>, %arg3: tensor<1x2xi1>, %arg4: tensor<1x5xf8E8M0FNU>, %arg5: tensor<f8E4M3FN>, %arg6: tensor<5x3xi1>, %arg7: tensor<5x3xui8>, %arg8: tensor<3x1xui64>, %arg9: tensor<1xf64>, %arg10: tensor<2xi32>, %arg11: tensor<3x4x2x1xf8E4M3FNUZ>) -> (tensor<f8E4M3FN>, tensor<1x5xf8E8M0FNU>, tensor<5x1x0x0xi4>, tensor<2xi32>, tensor<1x1xf32>) {
    %c = stablehlo.constant dense<[[-17, 6], [0, -3], [127, 1], [9, -128], [-2, 0]]> : tensor<5x2xi8>
    %0 = stablehlo.and %arg0, %c : tensor<5x2xi8>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %1:2 = "stablehlo.if"(%c_0) ({
      %9 = stablehlo.reshape %c_0 : (tensor<i1>) -> tensor<i1>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<2x3xi1>
      %11 = stablehlo.dot %arg3, %10 : (tensor<1x2xi1>, tensor<2x3xi1>) -> tensor<1x3xi1>
      stablehlo.return %arg1, %arg4 : tensor<f8E4M3FN>, tensor<1x5xf8E8M0FNU>
    }, {
      stablehlo.return %arg5, %arg2 : tensor<f8E4M3FN>, tensor<1x5xf8E8M0FNU>
    }) : (tensor<i1>) -> (tensor<f8E4M3FN>, tensor<1x5xf8E8M0FNU>)
    %c_1 = stablehlo.constant dense<> : tensor<5x1x0x0xi4>
    %c_2 = stablehlo.constant dense<> : tensor<5x1x0x0xi4>
    %2 = stablehlo.add %c_1, %c_2 : tensor<5x1x0x0xi4>
    %3 = stablehlo.add %c_1, %2 : tensor<5x1x0x0xi4>
    %4 = stablehlo.subtract %3, %2 : tensor<5x1x0x0xi4>
    %c_3 = stablehlo.constant dense<false> : tensor<i1>
    %5 = "stablehlo.if"(%c_3) ({
      %c_4 = stablehlo.constant dense<1> : tensor<i4>
      %9 = stablehlo.reshape %4 : (tensor<5x1x0x0xi4>) -> tensor<5x1x0x0xi4>
      %10 = stablehlo.clamp %c_4, %c_1, %9 : (tensor<i4>, tensor<5x1x0x0xi4>, tensor<5x1x0x0xi4>) -> tensor<5x1x0x0xi4>
      %c_5 = stablehlo.constant dense<18446744073709551615> : tensor<2xui64>
      %output_state, %output = stablehlo.rng_bit_generator %c_5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi4>)
      %cst_6 = stablehlo.constant dense<0xFF> : tensor<f8E8M0FNU>
      %cst_7 = stablehlo.constant dense<0xFF> : tensor<1x5xf8E8M0FNU>
      %11 = stablehlo.pad %cst_7, %cst_6, low = [2, 1], high = [0, 1], interior = [0, 0] : (tensor<1x5xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<3x7xf8E8M0FNU>
      %12 = stablehlo.slice %11 [2:2, 0:7] : (tensor<3x7xf8E8M0FNU>) -> tensor<0x7xf8E8M0FNU>
      %c_8 = stablehlo.constant dense<-1> : tensor<2xi32>
      stablehlo.return %c_8 : tensor<2xi32>
    }, {
      %c_4 = stablehlo.constant dense<true> : tensor<i1>
      %c_5 = stablehlo.constant dense<156> : tensor<ui8>
      %9:2 = "stablehlo.sort"(%arg6, %arg7) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%arg12: tensor<i1>, %arg13: tensor<i1>, %arg14: tensor<ui8>, %arg15: tensor<ui8>):
        %16 = stablehlo.compare LE, %arg12, %arg13 : (tensor<i1>, tensor<i1>) -> tensor<i1>
        %17 = stablehlo.compare EQ, %arg12, %arg13 : (tensor<i1>, tensor<i1>) -> tensor<i1>
        stablehlo.return %16 : tensor<i1>
      }) : (tensor<5x3xi1>, tensor<5x3xui8>) -> (tensor<5x3xi1>, tensor<5x3xui8>)
      %10 = stablehlo.remainder %arg8, %arg8 : tensor<3x1xui64>
      %cst_6 = stablehlo.constant dense<0x7FF8000000000000> : tensor<1xf64>
      %11 = stablehlo.complex %arg9, %cst_6 : tensor<1xcomplex<f64>>
      %c_7 = stablehlo.constant dense<1> : tensor<1xi32>
      %12 = stablehlo.reshape %c_7 : (tensor<1xi32>) -> tensor<i32>
      %13 = stablehlo.set_dimension_size %11, %12, dim = 0 : (tensor<1xcomplex<f64>>, tensor<i32>) -> tensor<?xcomplex<f64>, #stablehlo.bounds<1>>
      %14 = stablehlo.reverse %13, dims = [0] : tensor<?xcomplex<f64>, #stablehlo.bounds<1>>
      %c_8 = stablehlo.constant dense<1> : tensor<1xi64>
      %15 = stablehlo.dynamic_reshape %14, %c_8 : (tensor<?xcomplex<f64>, #stablehlo.bounds<1>>, tensor<1xi64>) -> tensor<1xcomplex<f64>>
      stablehlo.return %arg10 : tensor<2xi32>
    }) : (tensor<i1>) -> tensor<2xi32>
    %6 = stablehlo.log_plus_one %arg11 : tensor<3x4x2x1xf8E4M3FNUZ>
    %cst = stablehlo.constant dense<-0.268066406> : tensor<1x1xf32>
    %7 = stablehlo.uniform_quantize %cst : (tensor<1x1xf32>) -> tensor<1x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %8 = stablehlo.uniform_dequantize %7 : (tensor<1x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<1x1xf32>
    return %1#0, %1#1, %3, %5, %8 : tensor<f8E4M3FN>, tensor<1x5xf8E8M0FNU>, tensor<5x1x0x0xi4>, tensor<2xi32>, tensor<1x1xf32>
  }
}
