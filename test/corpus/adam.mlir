module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3000xf32>, %arg1: tensor<3000xf32>, %arg2: tensor<3000xf32>, %arg3: tensor<3000xf32>) -> (tensor<3000xf32> {jax.result_info = "result[0]"}, tensor<3000xf32> {jax.result_info = "result[1]"}, tensor<3000xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<3000xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<3000xf32>
    %4 = stablehlo.add %1, %3 : tensor<3000xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<3000xf32>
    %cst_2 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %8 = stablehlo.multiply %7, %arg2 : tensor<3000xf32>
    %cst_3 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %10 = stablehlo.multiply %9, %arg3 : tensor<3000xf32>
    %11 = stablehlo.multiply %10, %arg3 : tensor<3000xf32>
    %12 = stablehlo.add %8, %11 : tensor<3000xf32>
    %13 = stablehlo.sqrt %12 : tensor<3000xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %15 = stablehlo.add %13, %14 : tensor<3000xf32>
    %16 = stablehlo.divide %6, %15 : tensor<3000xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<3000xf32>
    %cst_5 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %19 = stablehlo.multiply %18, %arg1 : tensor<3000xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %21 = stablehlo.multiply %20, %arg3 : tensor<3000xf32>
    %22 = stablehlo.add %19, %21 : tensor<3000xf32>
    %cst_7 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %24 = stablehlo.multiply %23, %arg2 : tensor<3000xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3000xf32>
    %26 = stablehlo.multiply %25, %arg3 : tensor<3000xf32>
    %27 = stablehlo.multiply %26, %arg3 : tensor<3000xf32>
    %28 = stablehlo.add %24, %27 : tensor<3000xf32>
    return %17, %22, %28 : tensor<3000xf32>, tensor<3000xf32>, tensor<3000xf32>
  }
}
