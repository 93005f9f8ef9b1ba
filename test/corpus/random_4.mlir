module {
  func.func @main(%arg0: tensor<2x1xi4>, %arg1: tensor<1x2x2xi4>, %arg2: tensor<3x3xf8E5M2FNUZ>, %arg3: tensor<2xui8>, %arg4: tensor<5x1x3xf8E8M0FNU>, %arg5: tensor<5x4xf32>) -> (tensor<1x2xi4>, tensor<bf16>, tensor<4xf8E4M3>, tensor<3x1xf8E5M2FNUZ>, tensor<2xui8>, tensor<0x0x0xf8E8M0FNU>) {
    %c = stablehlo.constant dense<[[[[-1, -8]], [[-8, 6]], [[1, -1]], [[3, -4]], [[7, -1]]], [[[0, 2]], [[1, -4]], [[-8, -2]], [[5, 3]], [[3, 4]]], [[[-8, 7]], [[0, 0]], [[0, -2]], [[1, -7]], [[7, -2]]], [[[-1, -8]], [[-1, 7]], [[0, 1]], [[6, -8]], [[2, -2]]], [[[-1, 4]], [[7, 7]], [[1, -1]], [[0, 0]], [[1, 5]]]]> : tensor<5x5x1x2xi4>
    %0 = stablehlo.not %c : tensor<5x5x1x2xi4>
    %1 = stablehlo.einsum %arg0, %arg1, config = "ba,acb->ac" : (tensor<2x1xi4>, tensor<1x2x2xi4>) -> tensor<1x2xi4>
    %cst = stablehlo.constant dense<6.875000e-01> : tensor<bf16>
    %2 = stablehlo.log %cst : tensor<bf16>
    %cst_0 = stablehlo.constant dense<[6.400000e+01, 0x78, -3.000000e+00, 3.750000e+00]> : tensor<4xf8E4M3>
    %3 = stablehlo.cbrt %cst_0 : tensor<4xf8E4M3>
    %cst_1 = stablehlo.constant dense<[[1.000000e+00, -4.577640e-05, 1.750000e+00]]> : tensor<1x3xf8E5M2FNUZ>
    %4 = stablehlo.transpose %cst_1, dims = [1, 0] : (tensor<1x3xf8E5M2FNUZ>) -> tensor<3x1xf8E5M2FNUZ>
    %5 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<3x3xf8E5M2FNUZ>) -> tensor<3x3xf8E5M2FNUZ>
    %6 = stablehlo.dot_general %4, %5, contracting_dims = [0] x [0] : (tensor<3x1xf8E5M2FNUZ>, tensor<3x3xf8E5M2FNUZ>) -> tensor<1x3xf8E5M2FNUZ>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<1x3xf8E5M2FNUZ>) -> tensor<3x1xf8E5M2FNUZ>
    %c_2 = stablehlo.constant dense<4> : tensor<2xui8>
    %8 = stablehlo.shift_right_logical %arg3, %c_2 : tensor<2xui8>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.optimization_barrier %c_5 : tensor<i32>
    %10 = stablehlo.dynamic_slice %arg4, %c_3, %c_4, %9, sizes = [0, 0, 0] : (tensor<5x1x3xf8E8M0FNU>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x0xf8E8M0FNU>
    %11 = stablehlo.add %10, %10 : tensor<0x0x0xf8E8M0FNU>
    %12 = stablehlo.dynamic_update_slice %arg4, %11, %c_3, %c_4, %9 : (tensor<5x1x3xf8E8M0FNU>, tensor<0x0x0xf8E8M0FNU>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x1x3xf8E8M0FNU>
    %13 = stablehlo.dynamic_update_slice %12, %10, %c_3, %c_4, %9 : (tensor<5x1x3xf8E8M0FNU>, tensor<0x0x0xf8E8M0FNU>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x1x3xf8E8M0FNU>
    %14 = stablehlo.dynamic_slice %13, %c_3, %c_4, %9, sizes = [0, 0, 0] : (tensor<5x1x3xf8E8M0FNU>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x0xf8E8M0FNU>
    %15 = stablehlo.uniform_quantize %arg5 : (tensor<5x4xf32>) -> tensor<5x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %16 = stablehlo.negate %15 : tensor<5x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    return %1, %2, %3, %7, %8, %14 : tensor<1x2xi4>, tensor<bf16>, tensor<4xf8E4M3>, tensor<3x1xf8E5M2FNUZ>, tensor<2xui8>, tensor<0x0x0xf8E8M0FNU>
  }
}
