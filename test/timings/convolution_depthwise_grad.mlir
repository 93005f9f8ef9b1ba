module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x7x5x37xf32>, %arg1: tensor<3x3x1x37xf32>, %arg2: tensor<2x7x5x37xf32>) -> (tensor<2x7x5x37xf32> {jax.result_info = "result[0]"}, tensor<3x3x1x37xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convolution(%arg0, %arg2) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 37 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x5x37xf32>, tensor<2x7x5x37xf32>) -> tensor<3x3x1x37xf32>
    %1 = stablehlo.reshape %arg1 : (tensor<3x3x1x37xf32>) -> tensor<3x3x1x37x1xf32>
    %2 = stablehlo.transpose %1, dims = [0, 1, 3, 2, 4] : (tensor<3x3x1x37x1xf32>) -> tensor<3x3x37x1x1xf32>
    %3 = stablehlo.reshape %2 : (tensor<3x3x37x1x1xf32>) -> tensor<3x3x37x1xf32>
    %4 = stablehlo.reverse %3, dims = [0, 1] : tensor<3x3x37x1xf32>
    %5 = stablehlo.convolution(%arg2, %4) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 37 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x5x37xf32>, tensor<3x3x37x1xf32>) -> tensor<2x7x5x37xf32>
    return %5, %0 : tensor<2x7x5x37xf32>, tensor<3x3x1x37xf32>
  }
}
