module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x999xbf16>, %arg1: tensor<5x999xbf16>) -> (tensor<5x999xbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<5x999xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<5x999xbf16>
    %2 = stablehlo.add %1, %arg1 : tensor<5x999xbf16>
    return %2 : tensor<5x999xbf16>
  }
}
