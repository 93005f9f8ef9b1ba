module {
  func.func @main(%arg0: tensor<5xf8E4M3FNUZ>, %arg1: tensor<5x1x5xf32>, %arg2: tensor<f32>, %arg3: tensor<2x1xcomplex<f32>>) -> (tensor<5xi1>, tensor<5x1x5xf32>, tensor<f32>) {
    %cst = stablehlo.constant dense<[-1.375000e+00, -5.000000e-01, -5.625000e-01, 1.440000e+02, -4.062500e-01]> : tensor<5xf8E4M3FNUZ>
    %0 = stablehlo.compare EQ, %cst, %arg0 : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> tensor<5xi1>
    %1 = stablehlo.log %arg1 : tensor<5x1x5xf32>
    %c = stablehlo.constant dense<[[[[6]]], [[[-1]]], [[[-5]]], [[[2]]]]> : tensor<4x1x1x1xi16>
    %c_0 = stablehlo.constant dense<2> : tensor<ui4>
    %c_1 = stablehlo.constant dense<8> : tensor<ui4>
    %2 = stablehlo.dynamic_slice %c, %c_0, %c_1, %c_1, %c_1, sizes = [4, 0, 1, 0] : (tensor<4x1x1x1xi16>, tensor<ui4>, tensor<ui4>, tensor<ui4>, tensor<ui4>) -> tensor<4x0x1x0xi16>
    %3 = stablehlo.tuple %arg2, %arg3 : tuple<tensor<f32>, tensor<2x1xcomplex<f32>>>
    %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<f32>, tensor<2x1xcomplex<f32>>>) -> tensor<f32>
    return %0, %1, %4 : tensor<5xi1>, tensor<5x1x5xf32>, tensor<f32>
  }
}
