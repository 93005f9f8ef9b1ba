module @jit_filters attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x7x9x5xf32>, %arg1: tensor<3x3x5x5xf32>, %arg2: tensor<2x3x5x5xf32>) -> (tensor<1x7x9x5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg2, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<3x3x5x5xf32>, tensor<2x3x5x5xf32>, tensor<i32>, tensor<1x7x9x5xf32>
    cond {
      %c_3 = stablehlo.constant dense<4> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg, %iterArg_0, %iterArg_2) : (tensor<3x3x5x5xf32>, tensor<2x3x5x5xf32>, tensor<1x7x9x5xf32>) -> tensor<1x7x9x5xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_1, %c_3 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %2, %1 : tensor<3x3x5x5xf32>, tensor<2x3x5x5xf32>, tensor<i32>, tensor<1x7x9x5xf32>
    }
    return %0#3 : tensor<1x7x9x5xf32>
  }
  func.func private @closed_call(%arg0: tensor<3x3x5x5xf32>, %arg1: tensor<2x3x5x5xf32>, %arg2: tensor<1x7x9x5xf32>) -> tensor<1x7x9x5xf32> {
    %0 = stablehlo.convolution(%arg2, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x7x9x5xf32>, tensor<3x3x5x5xf32>) -> tensor<1x7x9x5xf32>
    %1 = stablehlo.tanh %0 : tensor<1x7x9x5xf32>
    %2 = stablehlo.convolution(%arg2, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x7x9x5xf32>, tensor<2x3x5x5xf32>) -> tensor<1x7x9x5xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x7x9x5xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<1x7x9x5xf32>
    %5 = stablehlo.add %1, %4 : tensor<1x7x9x5xf32>
    return %5 : tensor<1x7x9x5xf32>
  }
}
