module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000xf16>) -> (tensor<1000xf16> {jax.result_info = "result[0]"}, tensor<1000xf16> {jax.result_info = "result[1]"}, tensor<1000xf16> {jax.result_info = "result[2]"}, tensor<1000xf16> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<6.933590e-01> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<1000xf16>
    %1 = stablehlo.multiply %0, %arg0 : tensor<1000xf16>
    %2 = stablehlo.exponential %1 : tensor<1000xf16>
    %3 = stablehlo.log %arg0 : tensor<1000xf16>
    %4 = stablehlo.sqrt %arg0 : tensor<1000xf16>
    %5 = chlo.erf %arg0 : tensor<1000xf16> -> tensor<1000xf16>
    return %2, %3, %4, %5 : tensor<1000xf16>, tensor<1000xf16>, tensor<1000xf16>, tensor<1000xf16>
  }
}
