module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50x60xf32>, %arg1: tensor<60xf32>) -> (tensor<50x60xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<60xf32>) -> tensor<1x60xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x60xf32>) -> tensor<50x60xf32>
    %2 = stablehlo.compare GT, %arg0, %1, FLOAT : (tensor<50x60xf32>, tensor<50x60xf32>) -> tensor<50x60xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<50x60xf32>
    %4 = stablehlo.compare NE, %arg0, %3, FLOAT : (tensor<50x60xf32>, tensor<50x60xf32>) -> tensor<50x60xi1>
    %5 = stablehlo.and %2, %4 : tensor<50x60xi1>
    %6 = stablehlo.negate %arg1 : tensor<60xf32>
    %7 = call @_where(%5, %arg0, %6) : (tensor<50x60xi1>, tensor<50x60xf32>, tensor<60xf32>) -> tensor<50x60xf32>
    return %7 : tensor<50x60xf32>
  }
  func.func private @_where(%arg0: tensor<50x60xi1>, %arg1: tensor<50x60xf32>, %arg2: tensor<60xf32>) -> tensor<50x60xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<60xf32>) -> tensor<50x60xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<50x60xi1>, tensor<50x60xf32>
    return %1 : tensor<50x60xf32>
  }
}
