module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<999xf8E4M3FN>) -> (tensor<999xf8E5M2> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<999xf8E4M3FN>) -> tensor<999xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<999xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<999xf32>
    %3 = stablehlo.convert %2 : (tensor<999xf32>) -> tensor<999xf8E5M2>
    return %3 : tensor<999xf8E5M2>
  }
}
