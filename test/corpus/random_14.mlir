module {
  func.func @main(%arg0: tensor<0xf64>) -> (tensor<1x3x4x1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<2x4xf64>, tensor<0xf64>, tensor<1x5xf8E4M3FN>) {
    %cst = stablehlo.constant dense<[[[[0xFFF0000000000000], [-1.7976931348623157E+308], [1.7976931348623157E+308], [3.517578125]], [[9.640625], [-3.000000e+00], [-0.32080078125], [7.6444595473647362E-307]], [[0.000000e+00], [2.10546875], [1.482200e-323], [-0.728759765625]]]]> : tensor<1x3x4x1xf64>
    %0 = stablehlo.cbrt %cst : tensor<1x3x4x1xf64>
    %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<1xf64>
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %1 = stablehlo.dynamic_update_slice %cst_0, %cst_0, %c : (tensor<1xf64>, tensor<1xf64>, tensor<ui8>) -> tensor<1xf64>
    %c_1 = stablehlo.constant dense<4294967295> : tensor<ui32>
    %2 = stablehlo.dynamic_update_slice %cst_0, %arg0, %c_1 : (tensor<1xf64>, tensor<0xf64>, tensor<ui32>) -> tensor<1xf64>
    %cst_2 = stablehlo.constant dense<[[-7.2525673731648246E-76, -1.012500e+01, 0x7FF8000000000000, 1.7976931348623157E+308], [0xFFF0000000000000, -1.2890625, 0xFFF0000000000000, -3.000000e+00]]> : tensor<2x4xf64>
    %3 = stablehlo.reverse %cst_2, dims = [] : tensor<2x4xf64>
    %4 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<0xf64>) -> tensor<i32>
    %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
    %6 = stablehlo.reshape %5 : (tensor<i64>) -> tensor<1xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<1xi64>
    %c_4 = stablehlo.constant dense<0> : tensor<1xi64>
    %7 = stablehlo.add %c_3, %c_4 : tensor<1xi64>
    %8 = stablehlo.optimization_barrier %7 : tensor<1xi64>
    %9 = stablehlo.get_dimension_size %cst_2, dim = 0 : (tensor<2x4xf64>) -> tensor<i32>
    %10 = stablehlo.convert %9 : (tensor<i32>) -> tensor<i64>
    %11 = stablehlo.reshape %10 : (tensor<i64>) -> tensor<1xi64>
    %12 = stablehlo.optimization_barrier %11 : tensor<1xi64>
    %13 = stablehlo.real_dynamic_slice %arg0, %6, %8, %12 : (tensor<0xf64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<0xf64>
    %cst_5 = stablehlo.constant dense<-1.200000e+01> : tensor<1x5xf8E4M3FN>
    return %0, %1, %2, %3, %13, %cst_5 : tensor<1x3x4x1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<2x4xf64>, tensor<0xf64>, tensor<1x5xf8E4M3FN>
  }
}
