module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x100xi8>, %arg1: tensor<100x48xi8>) -> (tensor<64x48xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x100xi8>, tensor<100x48xi8>) -> tensor<64x48xi32>
    return %0 : tensor<64x48xi32>
  }
}
