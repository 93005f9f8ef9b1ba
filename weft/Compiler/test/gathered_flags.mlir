// Flags are bytes in memory, and bits of a mask in registers: they are gathered
// as bytes, and made a mask all at once.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline
// RUN: weft explain %s --target=x86-64-v4 --function=flags | FileCheck %s
// CHECK: as assembly
// CHECK-NOT: kshift
// CHECK: == plan
func.func public @flags(%table: tensor<150xi1>, %i: tensor<70x1xi32>) -> tensor<70xi1> {
  %0 = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<150xi1>, tensor<70x1xi32>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}
