module {
  func.func @main(%arg0: tensor<5x0x1xi8>, %arg1: tensor<3x3xf8E5M2>) -> (tensor<1xf8E4M3B11FNUZ>, tensor<1x5x1xf32>, tensor<1x1x3xi32>, tensor<5x0x1xi8>) {
    %cst = stablehlo.constant dense<1.875000e-01> : tensor<1xf8E4M3B11FNUZ>
    %0 = stablehlo.reshape %cst : (tensor<1xf8E4M3B11FNUZ>) -> tensor<1x1xf8E4M3B11FNUZ>
    %1 = stablehlo.dot_general %cst, %0, contracting_dims = [0] x [1], precision = [HIGHEST, DEFAULT] : (tensor<1xf8E4M3B11FNUZ>, tensor<1x1xf8E4M3B11FNUZ>) -> tensor<1xf8E4M3B11FNUZ>
    %2 = stablehlo.round_nearest_afz %1 : tensor<1xf8E4M3B11FNUZ>
    %3 = stablehlo.create_token : !stablehlo.token
    %4 = stablehlo.after_all %3, %3 : !stablehlo.token
    %5 = stablehlo.create_token : !stablehlo.token
    %6 = stablehlo.after_all %5, %5 : !stablehlo.token
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<1x5x1xf32>
    %7 = stablehlo.log_plus_one %cst_0 : tensor<1x5x1xf32>
    %c = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi32>
    %8 = stablehlo.dynamic_iota %c, dim = 1 : (tensor<3xi32>) -> tensor<?x?x3xi32>
    %9 = stablehlo.transpose %8, dims = [0, 1, 2] : (tensor<?x?x3xi32>) -> tensor<?x?x3xi32>
    %c_1 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
    %10 = stablehlo.dynamic_reshape %9, %c_1 : (tensor<?x?x3xi32>, tensor<3xi64>) -> tensor<1x1x3xi32>
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %11 = "stablehlo.case"(%c_2) ({
      %12 = stablehlo.transpose %arg0, dims = [0, 1, 2] : (tensor<5x0x1xi8>) -> tensor<5x0x1xi8>
      %13 = "stablehlo.triangular_solve"(%arg1, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf8E5M2>, tensor<3x3xf8E5M2>) -> tensor<3x3xf8E5M2>
      stablehlo.return %12 : tensor<5x0x1xi8>
    }, {
      stablehlo.return %arg0 : tensor<5x0x1xi8>
    }, {
      %c_3 = stablehlo.constant dense<> : tensor<5x0x1xi8>
      %12 = stablehlo.reshape %arg0 : (tensor<5x0x1xi8>) -> tensor<5x0x1xi8>
      %13 = stablehlo.clamp %c_3, %arg0, %12 : tensor<5x0x1xi8>
      %cst_4 = stablehlo.constant dense<2.755060e-40> : tensor<5xbf16>
      %14 = stablehlo.reshape %cst_4 : (tensor<5xbf16>) -> tensor<5x1xbf16>
      stablehlo.return %c_3 : tensor<5x0x1xi8>
    }) : (tensor<i32>) -> tensor<5x0x1xi8>
    return %2, %7, %10, %11 : tensor<1xf8E4M3B11FNUZ>, tensor<1x5x1xf32>, tensor<1x1x3xi32>, tensor<5x0x1xi8>
  }
}
