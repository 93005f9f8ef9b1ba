// Systems of three diagonals are LAPACK's on a CPU. On a GPU they are kernels, unless somebody reads the factors that LAPACK leaves.
// RUN: weft explain %s --target=arm64 --stage=expand-factorizations | FileCheck %s --check-prefix=CPU
// RUN: weft explain %s --target=sm_90 --stage=expand-factorizations | FileCheck %s --check-prefix=GPU

// CPU-COUNT-3: stablehlo.custom_call @lapack_sgtsv_ffi
// GPU: stablehlo.tridiagonal_solve %arg0, %arg1, %arg2, %arg3 : (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>) -> tensor<3x9x2xf32>
// GPU: stablehlo.custom_call @lapack_sgtsv_ffi
// What is no number where there is no solution needs no check.
// GPU: %[[X:.*]] = stablehlo.tridiagonal_solve %arg0, %arg1, %arg2, %arg4
// GPU: return %{{.*}}, %{{.*}}, %{{.*}}, %[[X]] :
func.func @main(%lower: tensor<3x9xf32>, %diagonal: tensor<3x9xf32>, %upper: tensor<3x9xf32>, %b: tensor<3x9x2xf32>, %c: tensor<3x9x1xf32>) -> (tensor<3x9x2xf32>, tensor<3xi32>, tensor<3x9xf32>, tensor<3x9x1xf32>) {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%lower, %diagonal, %upper, %b) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>) -> (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>, tensor<3xi32>)
  %1:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%upper, %diagonal, %lower, %b) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>) -> (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>, tensor<3xi32>)
  %2:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%lower, %diagonal, %upper, %c) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x1xf32>) -> (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x1xf32>, tensor<3xi32>)
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %ok = stablehlo.compare EQ, %2#4, %zeros, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %oks = stablehlo.broadcast_in_dim %ok, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
  %all = stablehlo.broadcast_in_dim %oks, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x9x1xi1>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %nans = stablehlo.broadcast_in_dim %nan, dims = [] : (tensor<f32>) -> tensor<3x9x1xf32>
  %x = stablehlo.select %all, %2#3, %nans : tensor<3x9x1xi1>, tensor<3x9x1xf32>
  return %0#3, %0#4, %1#1, %x : tensor<3x9x2xf32>, tensor<3xi32>, tensor<3x9xf32>, tensor<3x9x1xf32>
}
