module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<200x3xf32>) -> (tensor<200x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<200x3xf32>) -> tensor<1x200x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<200x3xf32>) -> tensor<200x1x3xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<1x200x3xf32>) -> tensor<200x200x3xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<200x1x3xf32>) -> tensor<200x200x3xf32>
    %4 = stablehlo.subtract %2, %3 : tensor<200x200x3xf32>
    %5 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<200x3xf32>) -> tensor<1x200x3xf32>
    %6 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<200x3xf32>) -> tensor<200x1x3xf32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<1x200x3xf32>) -> tensor<200x200x3xf32>
    %8 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<200x1x3xf32>) -> tensor<200x200x3xf32>
    %9 = stablehlo.subtract %7, %8 : tensor<200x200x3xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<200x200x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<200x200x3xf32>, tensor<f32>) -> tensor<200x200xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<200x200xf32>) -> tensor<200x200x1xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<200x200x1xf32>
    %14 = stablehlo.add %12, %13 : tensor<200x200x1xf32>
    %cst_1 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<200x200x1xf32>
    %16 = stablehlo.power %14, %15 : tensor<200x200x1xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<200x200x1xf32>) -> tensor<200x200x3xf32>
    %18 = stablehlo.divide %4, %17 : tensor<200x200x3xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<200x200x3xf32>, tensor<f32>) -> tensor<200x3xf32>
    return %19 : tensor<200x3xf32>
  }
}
