module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x37x2x3x24xbf16>, %arg1: tensor<2x41x2x24xbf16>) -> (tensor<2x2x3x37x41xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x41x2x24xbf16>, tensor<2x37x2x3x24xbf16>) -> tensor<2x2x41x37x3xbf16>
    %1 = stablehlo.transpose %0, dims = [0, 1, 4, 3, 2] : (tensor<2x2x41x37x3xbf16>) -> tensor<2x2x3x37x41xbf16>
    return %1 : tensor<2x2x3x37x41xbf16>
  }
}
