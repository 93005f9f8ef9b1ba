module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x14x14x8xf32>, %arg1: tensor<3x3x8x16xf32>) -> (tensor<2x14x14x8xf32> {jax.result_info = "result[0]"}, tensor<3x3x8x16xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x14x14x16xf32>
    %1 = stablehlo.convolution(%arg0, %0) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x14x14x8xf32>, tensor<2x14x14x16xf32>) -> tensor<3x3x8x16xf32>
    %2 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x8x16xf32>
    %3 = stablehlo.convolution(%0, %2) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x14x14x16xf32>, tensor<3x3x8x16xf32>) -> tensor<2x14x14x8xf32>
    return %3, %1 : tensor<2x14x14x8xf32>, tensor<3x3x8x16xf32>
  }
}
