module {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<2x2x1x3xcomplex<f64>>, %arg2: tensor<1xi32>) -> (tensor<f32>, tensor<2x1x3xcomplex<f64>>) {
    %cst = stablehlo.constant dense<[[[[0x7F], [0x7F], [-0.000000e+00], [-1.000000e+00]], [[1.000000e+00], [-9.375000e-01], [-3.500000e+00], [0x7F]], [[4.000000e+00], [1.875000e+00], [-6.000000e+00], [0.000000e+00]]], [[[1.125000e+00], [-1.300000e+01], [-1.000000e+00], [-9.000000e+00]], [[-4.480000e+02], [-5.000000e+00], [0xFF], [2.000000e+00]], [[-8.000000e+00], [-0.000000e+00], [-3.750000e+00], [-8.125000e-01]]]]> : tensor<2x3x4x1xf8E4M3FN>
    %0 = stablehlo.logistic %cst : tensor<2x3x4x1xf8E4M3FN>
    %1 = stablehlo.exponential_minus_one %arg0 : tensor<f32>
    %2 = stablehlo.create_token : !stablehlo.token
    %3 = stablehlo.after_all %2, %2 : !stablehlo.token
    %c = stablehlo.constant dense<0> : tensor<1xi32>
    %4 = stablehlo.compare LT, %arg2, %c : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %c_0 = stablehlo.constant dense<2> : tensor<1xi32>
    %5 = stablehlo.add %arg2, %c_0 : tensor<1xi32>
    %6 = stablehlo.select %4, %5, %arg2 : tensor<1xi1>, tensor<1xi32>
    %7 = "stablehlo.gather"(%arg1, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 1, 3>}> : (tensor<2x2x1x3xcomplex<f64>>, tensor<1xi32>) -> tensor<2x1x3xcomplex<f64>>
    %8 = stablehlo.create_token : !stablehlo.token
    %9 = stablehlo.after_all %8, %8 : !stablehlo.token
    return %1, %7 : tensor<f32>, tensor<2x1x3xcomplex<f64>>
  }
}
