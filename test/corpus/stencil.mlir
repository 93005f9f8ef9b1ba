module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<130x200xf32>) -> (tensor<128x198xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [1:129, 1:199] : (tensor<130x200xf32>) -> tensor<128x198xf32>
    %cst = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128x198xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<128x198xf32>
    %3 = stablehlo.slice %arg0 [0:128, 1:199] : (tensor<130x200xf32>) -> tensor<128x198xf32>
    %4 = stablehlo.add %2, %3 : tensor<128x198xf32>
    %5 = stablehlo.slice %arg0 [2:130, 1:199] : (tensor<130x200xf32>) -> tensor<128x198xf32>
    %6 = stablehlo.add %4, %5 : tensor<128x198xf32>
    %7 = stablehlo.slice %arg0 [1:129, 0:198] : (tensor<130x200xf32>) -> tensor<128x198xf32>
    %8 = stablehlo.add %6, %7 : tensor<128x198xf32>
    %9 = stablehlo.slice %arg0 [1:129, 2:200] : (tensor<130x200xf32>) -> tensor<128x198xf32>
    %10 = stablehlo.add %8, %9 : tensor<128x198xf32>
    return %10 : tensor<128x198xf32>
  }
}
