module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<75x392xbf16>, %arg1: tensor<392x80xi8>) -> (tensor<75x80xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg1 : (tensor<392x80xi8>) -> tensor<392x80xbf16>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<75x392xbf16>, tensor<392x80xbf16>) -> tensor<75x80xbf16>
    return %1 : tensor<75x80xbf16>
  }
}
