module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300x5x5xf32>) -> (tensor<300x5x5xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<300x5x5xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<300x5x5xf32>
    %2 = stablehlo.iota dim = 0 : tensor<5x5xi32>
    %3 = stablehlo.iota dim = 1 : tensor<5x5xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
    %5 = stablehlo.add %2, %4 : tensor<5x5xi32>
    %6 = stablehlo.compare EQ, %5, %3, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
    %7 = stablehlo.convert %6 : (tensor<5x5xi1>) -> tensor<5x5xf32>
    %cst_0 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<5x5xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [1, 2] : (tensor<5x5xf32>) -> tensor<1x5x5xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x5x5xf32>) -> tensor<300x5x5xf32>
    %12 = stablehlo.add %1, %11 : tensor<300x5x5xf32>
    %13 = stablehlo.transpose %12, dims = [0, 2, 1] : (tensor<300x5x5xf32>) -> tensor<300x5x5xf32>
    %14 = stablehlo.add %12, %13 : tensor<300x5x5xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<300x5x5xf32>
    %16 = stablehlo.divide %14, %15 : tensor<300x5x5xf32>
    %17 = stablehlo.cholesky %16, lower = true : tensor<300x5x5xf32>
    %18 = stablehlo.iota dim = 0 : tensor<5x5xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
    %20 = stablehlo.add %18, %19 : tensor<5x5xi32>
    %21 = stablehlo.iota dim = 1 : tensor<5x5xi32>
    %22 = stablehlo.compare GE, %20, %21, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
    %23 = stablehlo.broadcast_in_dim %22, dims = [1, 2] : (tensor<5x5xi1>) -> tensor<300x5x5xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<300x5x5xf32>
    %25 = stablehlo.select %23, %17, %24 : tensor<300x5x5xi1>, tensor<300x5x5xf32>
    return %25 : tensor<300x5x5xf32>
  }
}
