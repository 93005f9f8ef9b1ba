module {
  func.func @main(%arg0: tensor<f6E2M3FN>, %arg1: tensor<f6E2M3FN>, %arg2: tensor<f64>, %arg3: tensor<f64>) -> (tensor<f6E2M3FN>, tensor<3x5x4x1xf6E2M3FN>, tensor<f64>) {
    %0 = stablehlo.sqrt %arg0 : tensor<f6E2M3FN>
    %1 = "stablehlo.map"(%0, %arg1) <{dimensions = array<i64>}> ({
    ^bb0(%arg4: tensor<f6E2M3FN>, %arg5: tensor<f6E2M3FN>):
      %8 = stablehlo.maximum %arg4, %arg5 : tensor<f6E2M3FN>
      stablehlo.return %8 : tensor<f6E2M3FN>
    }) : (tensor<f6E2M3FN>, tensor<f6E2M3FN>) -> tensor<f6E2M3FN>
    %cst = stablehlo.constant dense<[[[2.000000e+00], [-7.500000e+00], [1.125000e+00]], [[-0.000000e+00], [-0.000000e+00], [-1.000000e+00]], [[4.000000e+00], [7.500000e+00], [-0.000000e+00]], [[-2.500000e-01], [-3.000000e+00], [3.000000e+00]]]> : tensor<4x3x1xf6E2M3FN>
    %2 = stablehlo.exponential_minus_one %cst : tensor<4x3x1xf6E2M3FN>
    %cst_0 = stablehlo.constant dense<[1.750000e+00, 3.750000e-01]> : tensor<2xf6E2M3FN>
    %3 = stablehlo.reshape %0 : (tensor<f6E2M3FN>) -> tensor<1xf6E2M3FN>
    %4 = stablehlo.einsum %cst_0, %3, config = "a,b->a" : (tensor<2xf6E2M3FN>, tensor<1xf6E2M3FN>) -> tensor<2xf6E2M3FN>
    %5 = stablehlo.composite "generated.composite" %arg0 {decomposition = @function0, version = 1 : i32} : (tensor<f6E2M3FN>) -> tensor<3x5x4x1xf6E2M3FN>
    %6 = stablehlo.log %arg2 : tensor<f64>
    %7 = stablehlo.divide %arg3, %6 : tensor<f64>
    return %1, %5, %7 : tensor<f6E2M3FN>, tensor<3x5x4x1xf6E2M3FN>, tensor<f64>
  }
  func.func private @function0(%arg0: tensor<f6E2M3FN>) -> tensor<3x5x4x1xf6E2M3FN> {
    %cst = stablehlo.constant dense<[[[[-3.000000e+00], [3.40282347E+38], [2.98296157E-27], [5.781250e-01], [-0.000000e+00]]], [[[-3.000000e+00], [2.04199219], [-11.2890625], [-5.51953125], [3.609375]]], [[[-1.13720703], [-3.91308594], [7.2265625], [8.3515625], [-2.000000e+00]]]]> : tensor<3x1x5x1xf32>
    %0 = stablehlo.log_plus_one %cst : tensor<3x1x5x1xf32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<2146700507> : tensor<i32>
    %c_1 = stablehlo.constant dense<-2> : tensor<i32>
    %2 = stablehlo.dynamic_slice %cst, %1, %c_0, %c_0, %c_1, sizes = [0, 1, 5, 1] : (tensor<3x1x5x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x1x5x1xf32>
    %cst_2 = stablehlo.constant dense<8.2265625> : tensor<1xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<1xf32>
    %cst_3 = stablehlo.constant dense<[[[[-2.000000e+00], [4.500000e+00], [0.000000e+00], [-0.000000e+00]], [[-8.750000e-01], [-0.000000e+00], [5.000000e-01], [-1.500000e+00]], [[7.000000e+00], [1.250000e-01], [1.875000e+00], [-3.000000e+00]], [[-1.000000e+00], [1.250000e+00], [-1.375000e+00], [-1.125000e+00]], [[-1.625000e+00], [-7.500000e+00], [-0.000000e+00], [-0.000000e+00]]], [[[-7.500000e-01], [2.000000e+00], [7.500000e-01], [7.500000e+00]], [[-6.500000e+00], [0.000000e+00], [7.500000e+00], [-4.000000e+00]], [[1.250000e+00], [-1.625000e+00], [-6.250000e-01], [1.875000e+00]], [[0.000000e+00], [7.500000e+00], [-2.000000e+00], [3.750000e-01]], [[-3.000000e+00], [3.750000e-01], [2.000000e+00], [3.750000e+00]]], [[[-1.000000e+00], [-0.000000e+00], [-3.750000e+00], [3.250000e+00]], [[1.000000e+00], [7.500000e+00], [3.750000e+00], [-7.500000e+00]], [[-7.000000e+00], [-7.500000e+00], [7.500000e+00], [-1.000000e+00]], [[2.750000e+00], [-5.000000e-01], [7.500000e+00], [7.500000e-01]], [[0.000000e+00], [6.000000e+00], [-1.375000e+00], [0.000000e+00]]]]> : tensor<3x5x4x1xf6E2M3FN>
    return %cst_3 : tensor<3x5x4x1xf6E2M3FN>
  }
}
