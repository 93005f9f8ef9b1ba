module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10x20x30xf32>, %arg1: tensor<30x20x40xf32>) -> (tensor<10x40xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<10x20x30xf32>, tensor<30x20x40xf32>) -> tensor<10x40xf32>
    return %0 : tensor<10x40xf32>
  }
}
