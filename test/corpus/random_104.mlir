module {
  func.func @main(%arg0: tensor<2x3xf64>, %arg1: tensor<2x3xf64>, %arg2: tensor<2x2xf64>, %arg3: tensor<0x1xi16>, %arg4: tensor<i32>, %arg5: tensor<2x1x4xf8E4M3FNUZ>) -> (tensor<2x3xf64>, tensor<1x0x1xi16>, tensor<1x3x3xf64>, tensor<2x1x4xf8E4M3FNUZ>) {
    %0 = stablehlo.log_plus_one %arg1 : tensor<2x3xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %1 = "stablehlo.select_and_scatter"(%0, %arg2, %cst) <{padding = dense<[[2, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %12 = stablehlo.compare LT, %arg6, %arg7 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %13 = stablehlo.compare EQ, %arg6, %arg7 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }, {
    ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
      %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
      %12 = stablehlo.compare EQ, %arg7, %cst_6 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %13 = stablehlo.select %12, %arg6, %arg7 : tensor<i1>, tensor<f64>
      stablehlo.return %13 : tensor<f64>
    }) : (tensor<2x3xf64>, tensor<2x2xf64>, tensor<f64>) -> tensor<2x3xf64>
    %c = stablehlo.constant dense<> : tensor<3x0x1xi16>
    %c_0 = stablehlo.constant dense<0> : tensor<1xi32>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<1xi32>
    %3 = stablehlo.compare LT, %2, %c_1 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %c_2 = stablehlo.constant dense<3> : tensor<1xi32>
    %4 = stablehlo.add %2, %c_2 : tensor<1xi32>
    %5 = stablehlo.select %3, %4, %2 : tensor<1xi1>, tensor<1xi32>
    %6 = "stablehlo.scatter"(%c, %5, %arg3) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<i16>, %arg7: tensor<i16>):
      %12 = stablehlo.multiply %arg6, %arg7 : tensor<i16>
      stablehlo.return %12 : tensor<i16>
    }) : (tensor<3x0x1xi16>, tensor<1xi32>, tensor<0x1xi16>) -> tensor<3x0x1xi16>
    %c_3 = stablehlo.constant dense<4> : tensor<i32>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %7 = stablehlo.dynamic_slice %6, %c_3, %arg4, %c_4, sizes = [1, 0, 1] : (tensor<3x0x1xi16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x0x1xi16>
    %8 = stablehlo.dynamic_update_slice %6, %7, %c_3, %arg4, %c_4 : (tensor<3x0x1xi16>, tensor<1x0x1xi16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x0x1xi16>
    %9 = stablehlo.dynamic_slice %8, %c_3, %arg4, %c_4, sizes = [1, 0, 1] : (tensor<3x0x1xi16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x0x1xi16>
    %cst_5 = stablehlo.constant dense<[[[-6.42578125, 0.6904296875, -9.265625], [1.7976931348623157E+308, 5.578125, -0.112548828125], [0.000000e+00, -0.000000e+00, 0.000000e+00]]]> : tensor<1x3x3xf64>
    %10 = stablehlo.cholesky %cst_5 : tensor<1x3x3xf64>
    %11 = stablehlo.optimization_barrier %arg5 : tensor<2x1x4xf8E4M3FNUZ>
    return %1, %9, %10, %11 : tensor<2x3xf64>, tensor<1x0x1xi16>, tensor<1x3x3xf64>, tensor<2x1x4xf8E4M3FNUZ>
  }
}
