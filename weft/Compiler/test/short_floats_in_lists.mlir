// Among the shortest floats none is more or less than all others, so none can stand for an update that is not there: extremes of
// theirs have no lists. Those of floats with infinities have.

// RUN: env WEFT_CALIBRATION=%timings/instant_kernels.txt WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-fuzz-programs --stages=pipeline --target=sm_90 --file=%s --count=3 | FileCheck %s --check-prefix=RIGHT
// RIGHT: 12 of 12 runs compared
// RUN: env WEFT_CALIBRATION=%timings/instant_kernels.txt weft explain %s --target=sm_90 --function=least | FileCheck %s --check-prefix=NONE
// NONE: scatter_0 is computed by atomic updates in any order
// NONE-NOT: scatter_0_list
// RUN: env WEFT_CALIBRATION=%timings/instant_kernels.txt weft explain %s --target=sm_90 --function=of_halves | FileCheck %s --check-prefix=LISTS
// LISTS: scatter_0 is computed by lists of the updates of each row

func.func public @least(%x: tensor<40x16xf8E4M3FN>, %i: tensor<50x1xi32>, %u: tensor<50x16xf8E4M3FN>) -> tensor<40x16xf8E4M3FN> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.minimum %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) : (tensor<40x16xf8E4M3FN>, tensor<50x1xi32>, tensor<50x16xf8E4M3FN>) -> tensor<40x16xf8E4M3FN>
  return %0 : tensor<40x16xf8E4M3FN>
}
func.func public @largest(%x: tensor<40x16xf4E2M1FN>, %i: tensor<50x1xi32>, %u: tensor<50x16xf4E2M1FN>) -> tensor<40x16xf4E2M1FN> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f4E2M1FN>, %b: tensor<f4E2M1FN>):
    %s = stablehlo.maximum %a, %b : tensor<f4E2M1FN>
    stablehlo.return %s : tensor<f4E2M1FN>
  }) : (tensor<40x16xf4E2M1FN>, tensor<50x1xi32>, tensor<50x16xf4E2M1FN>) -> tensor<40x16xf4E2M1FN>
  return %0 : tensor<40x16xf4E2M1FN>
}
func.func public @of_halves(%x: tensor<40x16xf16>, %i: tensor<50x1xi32>, %u: tensor<50x16xf16>) -> tensor<40x16xf16> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.maximum %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) : (tensor<40x16xf16>, tensor<50x1xi32>, tensor<50x16xf16>) -> tensor<40x16xf16>
  return %0 : tensor<40x16xf16>
}
func.func public @sums(%x: tensor<40x16xf8E4M3FN>, %i: tensor<50x1xi32>, %u: tensor<50x16xf8E4M3FN>) -> tensor<40x16xf8E4M3FN> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) : (tensor<40x16xf8E4M3FN>, tensor<50x1xi32>, tensor<50x16xf8E4M3FN>) -> tensor<40x16xf8E4M3FN>
  return %0 : tensor<40x16xf8E4M3FN>
}
