module {
  func.func @main(%arg0: tensor<2xf8E4M3B11FNUZ>, %arg1: tensor<1x1xf64>, %arg2: tensor<1x2x4xbf16>, %arg3: tensor<2xi1>) -> (tensor<2xf8E4M3B11FNUZ>, tensor<1x1xf64>, tensor<5x3x1xcomplex<f64>>, tensor<1x2x4xbf16>, tensor<2xi1>) {
    %cst = stablehlo.constant dense<[7.000000e+00, 1.220700e-04]> : tensor<2xf8E4M3B11FNUZ>
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.select %c, %cst, %arg0 : tensor<2xi1>, tensor<2xf8E4M3B11FNUZ>
    %1 = stablehlo.exponential_minus_one %arg1 : tensor<1x1xf64>
    %cst_0 = stablehlo.constant dense<[[-5.000000e-01, 6.000000e+00, 1.000000e+00, -1.500000e+00, -5.000000e-01]]> : tensor<1x5xf4E2M1FN>
    %2 = stablehlo.exponential %cst_0 : tensor<1x5xf4E2M1FN>
    %cst_1 = stablehlo.constant dense<[[[(-1.259765625,-1.451171875)], [(-0.000000e+00,-9.881310e-324)], [(0xFFF0000000000000,9.84765625)]], [[(-4.000000e+00,2.01953125)], [(1.5068359375,3.740234375)], [(0.588623046875,-14.77734375)]], [[(-1.97607421875,-9.328125)], [(-4.593750e+00,-0.2861328125)], [(2.190365790952558E+262,-6.3359375)]], [[(1.14990234375,0.548828125)], [(0xFFF0000000000000,0.488037109375)], [(6.671875,-8.42578125)]], [[(1.396484375,0x7FF8000000000000)], [(14.69921875,0xFFF0000000000000)], [(15.53125,-5.435546875)]]]> : tensor<5x3x1xcomplex<f64>>
    %3:2 = stablehlo.optimization_barrier %cst_1, %arg2 : tensor<5x3x1xcomplex<f64>>, tensor<1x2x4xbf16>
    %4 = stablehlo.and %c, %arg3 : tensor<2xi1>
    %5 = stablehlo.unary_einsum %4, config = "a->a" : (tensor<2xi1>) -> tensor<2xi1>
    return %0, %1, %3#0, %3#1, %5 : tensor<2xf8E4M3B11FNUZ>, tensor<1x1xf64>, tensor<5x3x1xcomplex<f64>>, tensor<1x2x4xbf16>, tensor<2xi1>
  }
}
