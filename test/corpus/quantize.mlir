module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x512xf32>) -> (tensor<64x512xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<64x512xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x512xf32>
    %4 = stablehlo.divide %arg0, %3 : tensor<64x512xf32>
    %cst_0 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<64x512xf32>
    %7 = call @round(%6) : (tensor<64x512xf32>) -> tensor<64x512xf32>
    %8 = stablehlo.convert %7 : (tensor<64x512xf32>) -> tensor<64x512xi8>
    return %8 : tensor<64x512xi8>
  }
  func.func private @round(%arg0: tensor<64x512xf32>) -> tensor<64x512xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<64x512xf32>
    return %0 : tensor<64x512xf32>
  }
}
