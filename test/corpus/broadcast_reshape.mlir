module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20x5xf32>) -> (tensor<600x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<20x5xf32>) -> tensor<20x1x5xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<20x1x5xf32>) -> tensor<20x30x5xf32>
    %2 = stablehlo.reshape %1 : (tensor<20x30x5xf32>) -> tensor<600x5xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<600x5xf32>
    %4 = stablehlo.add %2, %3 : tensor<600x5xf32>
    return %4 : tensor<600x5xf32>
  }
}
