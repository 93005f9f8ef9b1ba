module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<30x40xf32>) -> (tensor<30x40xf32> {jax.result_info = "result[0]"}, tensor<30x40xf32> {jax.result_info = "result[1]"}) {
    %0 = call @_roll_static(%arg0) : (tensor<30x40xf32>) -> tensor<30x40xf32>
    %1 = stablehlo.reverse %arg0, dims = [0] : tensor<30x40xf32>
    return %0, %1 : tensor<30x40xf32>, tensor<30x40xf32>
  }
  func.func private @_roll_static(%arg0: tensor<30x40xf32>) -> tensor<30x40xf32> {
    %0 = stablehlo.slice %arg0 [0:30, 37:40] : (tensor<30x40xf32>) -> tensor<30x3xf32>
    %1 = stablehlo.slice %arg0 [0:30, 0:37] : (tensor<30x40xf32>) -> tensor<30x37xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<30x3xf32>, tensor<30x37xf32>) -> tensor<30x40xf32>
    return %2 : tensor<30x40xf32>
  }
}
