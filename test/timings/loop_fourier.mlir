module @jit_spectral attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x72xcomplex<f32>>) -> (tensor<5x72xcomplex<f32>> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<72xf32>
    %cst = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<72xf32>
    %2 = stablehlo.add %0, %1 : tensor<72xf32>
    %c = stablehlo.constant dense<72> : tensor<i32>
    %3 = call @remainder(%2, %c) : (tensor<72xf32>, tensor<i32>) -> tensor<72xf32>
    %cst_0 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<72xf32>
    %5 = stablehlo.subtract %3, %4 : tensor<72xf32>
    %cst_1 = stablehlo.constant dense<7.200000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<72xf32>
    %7 = stablehlo.divide %5, %6 : tensor<72xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<72xf32>
    %9 = stablehlo.convert %8 : (tensor<72xf32>) -> tensor<72xcomplex<f32>>
    %cst_2 = stablehlo.constant dense<(-0.000000e+00,-1.000000e-01)> : tensor<complex<f32>>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<72xcomplex<f32>>
    %11 = stablehlo.multiply %10, %9 : tensor<72xcomplex<f32>>
    %12 = stablehlo.exponential %11 : tensor<72xcomplex<f32>>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %13:3 = stablehlo.while(%iterArg = %12, %iterArg_4 = %c_3, %iterArg_5 = %arg0) : tensor<72xcomplex<f32>>, tensor<i32>, tensor<5x72xcomplex<f32>>
    cond {
      %c_6 = stablehlo.constant dense<4> : tensor<i32>
      %14 = stablehlo.compare LT, %iterArg_4, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %14 : tensor<i1>
    } do {
      %14 = func.call @closed_call(%iterArg, %iterArg_5) : (tensor<72xcomplex<f32>>, tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_4, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %15, %14 : tensor<72xcomplex<f32>>, tensor<i32>, tensor<5x72xcomplex<f32>>
    }
    return %13#2 : tensor<5x72xcomplex<f32>>
  }
  func.func private @remainder(%arg0: tensor<72xf32>, %arg1: tensor<i32>) -> tensor<72xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<72xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<72xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<72xf32>
    %4 = stablehlo.compare NE, %2, %3, FLOAT : (tensor<72xf32>, tensor<72xf32>) -> tensor<72xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<72xf32>
    %6 = stablehlo.compare LT, %2, %5, FLOAT : (tensor<72xf32>, tensor<72xf32>) -> tensor<72xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare LT, %0, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<72xi1>
    %9 = stablehlo.compare NE, %6, %8, UNSIGNED : (tensor<72xi1>, tensor<72xi1>) -> tensor<72xi1>
    %10 = stablehlo.and %9, %4 : tensor<72xi1>
    %11 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<72xf32>
    %12 = stablehlo.add %2, %11 : tensor<72xf32>
    %13 = stablehlo.select %10, %12, %2 : tensor<72xi1>, tensor<72xf32>
    return %13 : tensor<72xf32>
  }
  func.func private @closed_call(%arg0: tensor<72xcomplex<f32>>, %arg1: tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>> {
    %0 = stablehlo.abs %arg1 : (tensor<5x72xcomplex<f32>>) -> tensor<5x72xf32>
    %1 = stablehlo.convert %0 : (tensor<5x72xf32>) -> tensor<5x72xcomplex<f32>>
    %cst = stablehlo.constant dense<(-0.000000e+00,-1.000000e-01)> : tensor<complex<f32>>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<5x72xcomplex<f32>>
    %3 = stablehlo.multiply %2, %1 : tensor<5x72xcomplex<f32>>
    %4 = stablehlo.exponential %3 : tensor<5x72xcomplex<f32>>
    %5 = stablehlo.multiply %arg1, %4 : tensor<5x72xcomplex<f32>>
    %6 = call @fft(%5) : (tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>>
    %7 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<72xcomplex<f32>>) -> tensor<1x72xcomplex<f32>>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>>
    %9 = stablehlo.multiply %6, %8 : tensor<5x72xcomplex<f32>>
    %10 = call @fft_0(%9) : (tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>>
    return %10 : tensor<5x72xcomplex<f32>>
  }
  func.func private @fft(%arg0: tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = FFT, length = [72] : (tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>>
    return %0 : tensor<5x72xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = IFFT, length = [72] : (tensor<5x72xcomplex<f32>>) -> tensor<5x72xcomplex<f32>>
    return %0 : tensor<5x72xcomplex<f32>>
  }
}
