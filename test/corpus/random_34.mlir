module {
  func.func @main(%arg0: tensor<4x1x2x1xcomplex<f32>>, %arg1: tensor<1x1x4x1xi8>) -> (tensor<4x1x2x1xcomplex<f32>>, tensor<4xcomplex<f64>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<f32>, tensor<1x3x1x2xi8>) {
    %0 = stablehlo.sign %arg0 : tensor<4x1x2x1xcomplex<f32>>
    %cst = stablehlo.constant dense<[(-0.390869140625,1.482200e-323), (1.000000e+00,5.9569700987006538E+53), (-1.6796875,0x7FF8000000000000), (-3.4526623921469771E+25,-0.000000e+00)]> : tensor<4xcomplex<f64>>
    %1 = stablehlo.cosine %cst : tensor<4xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %2 = stablehlo.uniform_quantize %cst_0 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %3 = stablehlo.exponential_minus_one %cst_0 : tensor<f32>
    %c = stablehlo.constant dense<127> : tensor<i8>
    %c_1 = stablehlo.constant dense<0> : tensor<1x1x4x1xi8>
    %4 = stablehlo.pad %c_1, %c, low = [0, 2, 1, 0], high = [2, 1, 2, 2], interior = [0, 0, 0, 0] : (tensor<1x1x4x1xi8>, tensor<i8>) -> tensor<3x4x7x3xi8>
    %5 = stablehlo.slice %4 [2:3, 1:4, 4:5, 0:2] : (tensor<3x4x7x3xi8>) -> tensor<1x3x1x2xi8>
    return %0, %1, %2, %3, %5 : tensor<4x1x2x1xcomplex<f32>>, tensor<4xcomplex<f64>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<f32>, tensor<1x3x1x2xi8>
  }
}
