module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50x3x6xbf16>, %arg1: tensor<50x6x3xbf16>) -> (tensor<50x6x3xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<50x3x6xbf16>) -> tensor<50x6x3xbf16>
    %1 = stablehlo.add %0, %arg1 : tensor<50x6x3xbf16>
    return %1 : tensor<50x6x3xbf16>
  }
}
