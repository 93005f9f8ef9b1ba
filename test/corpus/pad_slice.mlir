module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<30x40xf32>) -> (tensor<33x47xf32> {jax.result_info = "result[0]"}, tensor<15x38xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = call @_pad(%arg0, %c) : (tensor<30x40xf32>, tensor<i32>) -> tensor<33x47xf32>
    %1 = stablehlo.slice %arg0 [0:30:2, 1:39] : (tensor<30x40xf32>) -> tensor<15x38xf32>
    return %0, %1 : tensor<33x47xf32>, tensor<15x38xf32>
  }
  func.func private @_pad(%arg0: tensor<30x40xf32>, %arg1: tensor<i32>) -> tensor<33x47xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 3], high = [2, 4], interior = [0, 0] : (tensor<30x40xf32>, tensor<f32>) -> tensor<33x47xf32>
    return %1 : tensor<33x47xf32>
  }
}
