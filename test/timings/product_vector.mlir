module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<130x300xf32>, %arg1: tensor<300xf32>) -> (tensor<130xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<130x300xf32>, tensor<300xf32>) -> tensor<130xf32>
    return %0 : tensor<130xf32>
  }
}
