module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50x50xf32>) -> (tensor<50x50xf32> {jax.result_info = "result"}) {
    %0 = call @tril(%arg0) : (tensor<50x50xf32>) -> tensor<50x50xf32>
    %1 = stablehlo.iota dim = 0 : tensor<50xi32>
    %2 = stablehlo.convert %1 : (tensor<50xi32>) -> tensor<50xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<50xf32>) -> tensor<1x50xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x50xf32>) -> tensor<50x50xf32>
    %5 = stablehlo.add %0, %4 : tensor<50x50xf32>
    return %5 : tensor<50x50xf32>
  }
  func.func private @tril(%arg0: tensor<50x50xf32>) -> tensor<50x50xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<50x50xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<50x50xi32>
    %2 = stablehlo.add %0, %1 : tensor<50x50xi32>
    %3 = stablehlo.iota dim = 1 : tensor<50x50xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<50x50xi32>, tensor<50x50xi32>) -> tensor<50x50xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<50x50xf32>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<50x50xi1>, tensor<50x50xf32>
    return %6 : tensor<50x50xf32>
  }
}
