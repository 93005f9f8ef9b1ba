module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50x128xf32>, %arg1: tensor<60x128xf32>) -> (tensor<50x60xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<60x128xf32>) -> tensor<128x60xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x128xf32>, tensor<128x60xf32>) -> tensor<50x60xf32>
    %2 = call @norm(%arg0) : (tensor<50x128xf32>) -> tensor<50xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<50xf32>) -> tensor<50x1xf32>
    %4 = call @norm_0(%arg1) : (tensor<60x128xf32>) -> tensor<60xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<60xf32>) -> tensor<1x60xf32>
    %6 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<50x1xf32>) -> tensor<50x60xf32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x60xf32>) -> tensor<50x60xf32>
    %8 = stablehlo.multiply %6, %7 : tensor<50x60xf32>
    %9 = stablehlo.divide %1, %8 : tensor<50x60xf32>
    return %9 : tensor<50x60xf32>
  }
  func.func private @norm(%arg0: tensor<50x128xf32>) -> tensor<50xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<50x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<50x128xf32>, tensor<f32>) -> tensor<50xf32>
    %2 = stablehlo.sqrt %1 : tensor<50xf32>
    return %2 : tensor<50xf32>
  }
  func.func private @norm_0(%arg0: tensor<60x128xf32>) -> tensor<60xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<60x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<60x128xf32>, tensor<f32>) -> tensor<60xf32>
    %2 = stablehlo.sqrt %1 : tensor<60xf32>
    return %2 : tensor<60xf32>
  }
}
