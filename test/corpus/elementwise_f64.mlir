module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5000xf64>) -> (tensor<5000xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential %arg0 : tensor<5000xf64>
    %1 = stablehlo.sine %arg0 : tensor<5000xf64>
    %2 = stablehlo.multiply %arg0, %arg0 : tensor<5000xf64>
    %3 = stablehlo.log_plus_one %2 : tensor<5000xf64>
    %4 = stablehlo.multiply %1, %3 : tensor<5000xf64>
    %5 = stablehlo.add %0, %4 : tensor<5000xf64>
    return %5 : tensor<5000xf64>
  }
}
