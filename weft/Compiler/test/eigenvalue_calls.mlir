// Eigenvalues are LAPACK's on a CPU. On a GPU threads find those of small matrices, and of many, which would wait for each other in the library.
// RUN: weft explain %s --target=arm64 --stage=expand-factorizations | FileCheck %s --check-prefix=CPU
// RUN: weft explain %s --target=sm_90 --stage=expand-factorizations | FileCheck %s --check-prefix=GPU

// CPU-COUNT-3: stablehlo.custom_call @lapack_ssyevd_ffi
// GPU: stablehlo.eigh %arg0, lower = true : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
// GPU: stablehlo.eigh %arg1, lower = false : (tensor<50x7x7xf32>) -> (tensor<50x7xf32>, tensor<50x7x7xf32>)
// GPU: stablehlo.custom_call @lapack_ssyevd_ffi(%arg2)
func.func @main(%a: tensor<3x3xf32>, %b: tensor<50x7x7xf32>, %c: tensor<20x20xf32>) -> (tensor<3xf32>, tensor<50x7x7xf32>, tensor<20xf32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  %1:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%b) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<50x7x7xf32>) -> (tensor<50x7x7xf32>, tensor<50x7xf32>, tensor<50xi32>)
  %2:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%c) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<20x20xf32>) -> (tensor<20x20xf32>, tensor<20xf32>, tensor<i32>)
  return %0#1, %1#0, %2#1 : tensor<3xf32>, tensor<50x7x7xf32>, tensor<20xf32>
}
