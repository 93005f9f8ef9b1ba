// A single small matrix is factored by a loop over its columns, which lie side by
// side; a larger one by LAPACK.
// RUN: weft explain %s --target=arm64 --stage=expand-factorizations | FileCheck %s

// CHECK: stablehlo.transpose {{.*}} (tensor<1x16x16xf32>) -> tensor<16x16x1xf32>
// CHECK: stablehlo.while
// CHECK: stablehlo.custom_call @lapack_sgeqrf_ffi(%arg1)
func.func @main(%a: tensor<16x16xf32>, %b: tensor<17x17xf32>) -> (tensor<16x16xf32>, tensor<17x17xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>)
  %1:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%b) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<17x17xf32>) -> (tensor<17x17xf32>, tensor<17xf32>)
  return %0#0, %1#0 : tensor<16x16xf32>, tensor<17x17xf32>
}
