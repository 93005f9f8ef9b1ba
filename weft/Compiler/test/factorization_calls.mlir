// Calls of LAPACK for small matrices are operations with kernels; steps that
// fail are counted as LAPACK does. Large ones stay calls, and a batch of larger
// matrices fills lanes.
// RUN: weft explain %s --target=arm64 --stage=expand-factorizations | FileCheck %s
// RUN: weft explain %s --target=sm_90 --stage=expand-factorizations | FileCheck %s --check-prefix=GPU
// RUN: weft explain %s --target=sm_90 | FileCheck %s --check-prefix=RECORD

// CHECK: %[[L:.*]] = stablehlo.cholesky %arg0, lower = true : tensor<3x4x4xf32>
// CHECK: %[[ROWS:.*]] = stablehlo.reshape %[[L]] : (tensor<3x4x4xf32>) -> tensor<3x16xf32>
// CHECK: %[[D:.*]] = stablehlo.slice %[[ROWS]] [0:3, 0:16:5] : (tensor<3x16xf32>) -> tensor<3x4xf32>
// CHECK: %[[FAILED:.*]] = stablehlo.compare NE, %[[D]], %[[D]], FLOAT
// CHECK: stablehlo.reduce({{.*}} applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
// CHECK: stablehlo.select %{{.*}}, %[[L]], %arg0 : tensor<3x4x4xi1>, tensor<3x4x4xf32>
// CHECK: %factors, %pivots = stablehlo.lu %{{.*}} : (tensor<6x5x4xf64>) -> (tensor<6x5x4xf64>, tensor<6x4xi32>)
// CHECK: stablehlo.reshape %pivots : (tensor<6x4xi32>) -> tensor<2x3x4xi32>
// CHECK: "stablehlo.triangular_solve"(%arg2, %arg3) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}>
// CHECK: stablehlo.custom_call @lapack_spotrf_ffi(%arg4)
// CHECK: stablehlo.cholesky %arg5
// Factors by reflections of many small matrices are loops over columns, those
// of a few an operation.
// CHECK: stablehlo.qr %arg0 : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4xf32>)
// CHECK: stablehlo.transpose %arg6, dims = [1, 2, 0] : (tensor<9x4x3xf32>) -> tensor<4x3x9xf32>
// CHECK: stablehlo.while
// CHECK: stablehlo.while
// CHECK-NOT: custom_call
// On a GPU the way to the host is weighed, and a record says so.
// GPU: stablehlo.cholesky %arg0
// GPU: stablehlo.lu
// GPU: "stablehlo.triangular_solve"(%arg2, %arg3)
// GPU: stablehlo.cholesky %arg4
// GPU: stablehlo.cholesky %arg5
// GPU: stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0)
// GPU: stablehlo.transpose %arg6
// GPU: stablehlo.while
// GPU: stablehlo.while
// RECORD: expand-factorizations: chosen: lapack_spotrf_ffi is computed by kernels ({{.*}} us); of 2 algorithms that fit, the next are LAPACK ({{.*}} us)

func.func @main(%a: tensor<3x4x4xf32>, %b: tensor<2x3x5x4xf64>, %c: tensor<4x4xcomplex<f32>>, %d: tensor<1x4xcomplex<f32>>, %e: tensor<40x40xf32>, %f: tensor<8x40x40xf32>, %g: tensor<9x4x3xf32>)
    -> (tensor<3x4x4xf32>, tensor<3xi32>, tensor<2x3x5x4xf64>, tensor<2x3x4xi32>, tensor<2x3xi32>, tensor<1x4xcomplex<f32>>, tensor<40x40xf32>, tensor<8x40x40xf32>, tensor<3x4x4xf32>, tensor<9x4x3xf32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3xi32>)
  %1:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%b) {mhlo.backend_config = {}, operand_layouts = [dense<[2, 3, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[2, 3, 1, 0]> : tensor<4xindex>, dense<[2, 1, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x5x4xf64>) -> (tensor<2x3x5x4xf64>, tensor<2x3x4xi32>, tensor<2x3xi32>)
  %2 = stablehlo.custom_call @lapack_ctrsm_ffi(%c, %d) {mhlo.backend_config = {diag = 85 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x4xcomplex<f32>>, tensor<1x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
  %3:2 = stablehlo.custom_call @lapack_spotrf_ffi(%e) {mhlo.backend_config = {uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<40x40xf32>) -> (tensor<40x40xf32>, tensor<i32>)
  %4:2 = stablehlo.custom_call @lapack_spotrf_ffi(%f) {mhlo.backend_config = {uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<8x40x40xf32>) -> (tensor<8x40x40xf32>, tensor<8xi32>)
  %5:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4xf32>)
  %6:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%g) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<9x4x3xf32>) -> (tensor<9x4x3xf32>, tensor<9x3xf32>)
  %7 = stablehlo.custom_call @lapack_sorgqr_ffi(%6#0, %6#1) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<9x4x3xf32>, tensor<9x3xf32>) -> tensor<9x4x3xf32>
  return %0#0, %0#1, %1#0, %1#1, %1#2, %2, %3#0, %4#0, %5#0, %7 : tensor<3x4x4xf32>, tensor<3xi32>, tensor<2x3x5x4xf64>, tensor<2x3x4xi32>, tensor<2x3xi32>, tensor<1x4xcomplex<f32>>, tensor<40x40xf32>, tensor<8x40x40xf32>, tensor<3x4x4xf32>, tensor<9x4x3xf32>
}
