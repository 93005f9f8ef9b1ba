module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<100x200xi8>) -> (tensor<200x100xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<100x200xi8>) -> tensor<200x100xi8>
    return %0 : tensor<200x100xi8>
  }
}
