// A single matrix is factored by a kernel of our own as long as it stays close by,
// and by LAPACK where it does not.
// RUN: weft explain %s --target=arm64 --stage=expand-factorizations | FileCheck %s

// CHECK: stablehlo.qr %arg0 : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>)
// CHECK: stablehlo.custom_call @lapack_sgeqrf_ffi(%arg1)
func.func @main(%a: tensor<16x16xf32>, %b: tensor<129x128xf32>) -> (tensor<16x16xf32>, tensor<129x128xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>)
  %1:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%b) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<129x128xf32>) -> (tensor<129x128xf32>, tensor<128xf32>)
  return %0#0, %1#0 : tensor<16x16xf32>, tensor<129x128xf32>
}
