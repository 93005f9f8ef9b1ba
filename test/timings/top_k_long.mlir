module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<33001xf32>) -> (tensor<512xf32> {jax.result_info = "result[0]"}, tensor<512xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.floor %arg0 : tensor<33001xf32>
    %values, %indices = chlo.top_k(%0, k = 512) : tensor<33001xf32> -> (tensor<512xf32>, tensor<512xi32>)
    return %values, %indices : tensor<512xf32>, tensor<512xi32>
  }
}
