// Systems of three diagonals are LAPACK's on a CPU. On a GPU they are kernels, unless somebody reads the factors that LAPACK leaves.
// RUN: weft explain %s --target=arm64 --stage=expand-factorizations | FileCheck %s --check-prefix=CPU
// RUN: weft explain %s --target=sm_90 --stage=expand-factorizations | FileCheck %s --check-prefix=GPU

// CPU-COUNT-2: stablehlo.custom_call @lapack_sgtsv_ffi
// GPU: stablehlo.tridiagonal_solve %arg0, %arg1, %arg2, %arg3 : (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>) -> tensor<3x9x2xf32>
// GPU: stablehlo.custom_call @lapack_sgtsv_ffi
func.func @main(%lower: tensor<3x9xf32>, %diagonal: tensor<3x9xf32>, %upper: tensor<3x9xf32>, %b: tensor<3x9x2xf32>) -> (tensor<3x9x2xf32>, tensor<3xi32>, tensor<3x9xf32>) {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%lower, %diagonal, %upper, %b) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>) -> (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>, tensor<3xi32>)
  %1:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%upper, %diagonal, %lower, %b) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>) -> (tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9xf32>, tensor<3x9x2xf32>, tensor<3xi32>)
  return %0#3, %0#4, %1#1 : tensor<3x9x2xf32>, tensor<3xi32>, tensor<3x9xf32>
}
