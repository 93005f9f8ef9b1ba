module {
  func.func @main(%arg0: tensor<1x4x4xf8E4M3FN>, %arg1: tensor<1x1x4xf8E4M3FN>, %arg2: tensor<1x1x2xf8E4M3FN>, %arg3: tensor<1x1xui8>, %arg4: tensor<1x1xui8>, %arg5: tensor<1x1xui8>) -> (tensor<1x4x4xf8E4M3FN>, tensor<1x4x4xf8E4M3FN>, tensor<1x1x2xf8E4M3FN>, tensor<2x5xcomplex<f64>>, tensor<ui8>, tensor<ui8>, tensor<1x1xbf16>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %0 : !stablehlo.token
    %cst = stablehlo.constant dense<[[[5.859380e-02, 4.000000e+00, -3.906250e-03, 4.062500e-01], [-8.750000e-01, -1.100000e+01, -5.859380e-03, 0.000000e+00], [-0.000000e+00, -4.000000e+00, 6.000000e+00, -1.600000e+01], [0.000000e+00, -0.000000e+00, -4.500000e+00, -0.000000e+00]]]> : tensor<1x4x4xf8E4M3FN>
    %2 = stablehlo.log %arg0 : tensor<1x4x4xf8E4M3FN>
    %c = stablehlo.constant dense<[1, 6]> : tensor<2xi32>
    %3 = "stablehlo.torch_index_select"(%arg1, %c) <{batch_dims = 0 : i64, dim = 2 : i64}> : (tensor<1x1x4xf8E4M3FN>, tensor<2xi32>) -> tensor<1x1x2xf8E4M3FN>
    %4 = stablehlo.maximum %3, %arg2 : tensor<1x1x2xf8E4M3FN>
    %cst_0 = stablehlo.constant dense<[[(0.000000e+00,1.87890625), (-2.8974609375,2.158203125), (3.7470703125,1.2109375), (-4.000000e+00,6.593750e+00), (-5.630859375,1.7976931348623157E+308)], [(0x7FF0000000000000,-0.79296875), (-0.000000e+00,0x7FF8000000000000), (-9.881310e-324,4.000000e+00), (11.8046875,2.087890625), (1.3828125,1.7976931348623157E+308)]]> : tensor<2x5xcomplex<f64>>
    %5 = stablehlo.fft %cst_0, type = IFFT, length = [2, 5] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
    %c_1 = stablehlo.constant dense<1> : tensor<1x1xui8>
    %c_2 = stablehlo.constant dense<1> : tensor<ui8>
    %c_3 = stablehlo.constant dense<0> : tensor<ui8>
    %c_4 = stablehlo.constant dense<0> : tensor<ui8>
    %c_5 = stablehlo.constant dense<1> : tensor<ui8>
    %6:4 = stablehlo.reduce(%c_1 init: %c_2), (%arg3 init: %c_3), (%arg4 init: %c_4), (%arg5 init: %c_5) across dimensions = [0, 1] : (tensor<1x1xui8>, tensor<1x1xui8>, tensor<1x1xui8>, tensor<1x1xui8>, tensor<ui8>, tensor<ui8>, tensor<ui8>, tensor<ui8>) -> (tensor<ui8>, tensor<ui8>, tensor<ui8>, tensor<ui8>)
     reducer(%arg6: tensor<ui8>, %arg10: tensor<ui8>) (%arg7: tensor<ui8>, %arg11: tensor<ui8>) (%arg8: tensor<ui8>, %arg12: tensor<ui8>) (%arg9: tensor<ui8>, %arg13: tensor<ui8>)  {
      %8 = stablehlo.multiply %arg6, %arg10 : tensor<ui8>
      %9 = stablehlo.multiply %arg7, %arg12 : tensor<ui8>
      %10 = stablehlo.add %8, %9 : tensor<ui8>
      %11 = stablehlo.multiply %arg6, %arg11 : tensor<ui8>
      %12 = stablehlo.multiply %arg7, %arg13 : tensor<ui8>
      %13 = stablehlo.add %11, %12 : tensor<ui8>
      %14 = stablehlo.multiply %arg8, %arg10 : tensor<ui8>
      %15 = stablehlo.multiply %arg9, %arg12 : tensor<ui8>
      %16 = stablehlo.add %14, %15 : tensor<ui8>
      %17 = stablehlo.multiply %arg8, %arg11 : tensor<ui8>
      %18 = stablehlo.multiply %arg9, %arg13 : tensor<ui8>
      %19 = stablehlo.add %17, %18 : tensor<ui8>
      stablehlo.return %10, %13, %16, %19 : tensor<ui8>, tensor<ui8>, tensor<ui8>, tensor<ui8>
    }
    %cst_6 = stablehlo.constant dense<-2.755060e-40> : tensor<1x1xbf16>
    %7 = stablehlo.imag %cst_6 : tensor<1x1xbf16>
    return %cst, %2, %4, %5, %6#1, %6#2, %7 : tensor<1x4x4xf8E4M3FN>, tensor<1x4x4xf8E4M3FN>, tensor<1x1x2xf8E4M3FN>, tensor<2x5xcomplex<f64>>, tensor<ui8>, tensor<ui8>, tensor<1x1xbf16>
  }
}
