module {
  func.func @main(%arg0: tensor<2x1x2xf8E8M0FNU>, %arg1: tensor<2x2xf8E8M0FNU>, %arg2: tensor<1x2xf8E8M0FNU>, %arg3: tensor<2xi4>) -> (tensor<1x1x2xf8E8M0FNU>, tensor<1x1xf16>, tensor<1x1xcomplex<f64>>, tensor<1xf8E5M2>, tensor<3x2xf8E3M4>, tensor<2xi4>) {
    %cst = stablehlo.constant dense<[[[0xFF, 2.117580e-22]]]> : tensor<1x1x2xf8E8M0FNU>
    %0 = stablehlo.convolution(%arg0, %cst) dim_numbers = [b, 0, f]x[o, 0, i]->[f, 0, b], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [2], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x2xf8E8M0FNU>, tensor<1x1x2xf8E8M0FNU>) -> tensor<1x1x2xf8E8M0FNU>
    %1 = stablehlo.convolution(%arg1, %arg2) dim_numbers = [f, b]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x2xf8E8M0FNU>, tensor<1x2xf8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
    %cst_0 = stablehlo.constant dense<0x7C00> : tensor<1x1xf16>
    %2 = stablehlo.convert %cst_0 : (tensor<1x1xf16>) -> tensor<1x1xcomplex<f64>>
    %cst_1 = stablehlo.constant dense<-6.250000e-01> : tensor<1xf8E5M2>
    %3 = stablehlo.exponential %cst_1 : tensor<1xf8E5M2>
    %cst_2 = stablehlo.constant dense<[[-2.000000e+00, -1.187500e+00], [-7.500000e+00, -1.718750e-01], [0x78, 0x70]]> : tensor<3x2xf8E3M4>
    %cst_3 = stablehlo.constant dense<-1.000000e+00> : tensor<3x2xf8E3M4>
    %4 = stablehlo.add %cst_2, %cst_3 : tensor<3x2xf8E3M4>
    %5 = stablehlo.subtract %4, %cst_2 : tensor<3x2xf8E3M4>
    %6 = stablehlo.slice %arg3 [0:2] : (tensor<2xi4>) -> tensor<2xi4>
    return %0, %cst_0, %2, %3, %5, %6 : tensor<1x1x2xf8E8M0FNU>, tensor<1x1xf16>, tensor<1x1xcomplex<f64>>, tensor<1xf8E5M2>, tensor<3x2xf8E3M4>, tensor<2xi4>
  }
}
