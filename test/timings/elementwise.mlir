module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<65x65xf32>, %arg1: tensor<65x65xf32>) -> (tensor<65x65xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<65x65xf32>
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<65x65xf32>
    %2 = stablehlo.add %0, %1 : tensor<65x65xf32>
    %3 = stablehlo.tanh %2 : tensor<65x65xf32>
    return %3 : tensor<65x65xf32>
  }
}
