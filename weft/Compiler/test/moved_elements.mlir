// To gather elements one by one takes time, and so does turning rows into
// columns: what is read at several places is moved once, and kernels that
// gather many are shared.
// RUN: weft explain %s --function=gathered_neighbours --target=arm64 | FileCheck %s --check-prefix=GATHERED
// RUN: weft explain %s --function=turned_neighbours --target=arm64 | FileCheck %s --check-prefix=TURNED
// RUN: weft explain %s --function=looked_up --target=arm64 | FileCheck %s --check-prefix=SHARED

// GATHERED: kernel @gather_0
// GATHERED: kernel @fused_1
func.func public @gathered_neighbours(%table: tensor<50xf32>, %i: tensor<90x100xi32>) -> tensor<90x97xf32> {
  %0 = stablehlo.reshape %i : (tensor<90x100xi32>) -> tensor<90x100x1xi32>
  %1 = "stablehlo.gather"(%table, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<50xf32>, tensor<90x100x1xi32>) -> tensor<90x100xf32>
  %2 = stablehlo.slice %1 [0:90, 0:97] : (tensor<90x100xf32>) -> tensor<90x97xf32>
  %3 = stablehlo.slice %1 [0:90, 1:98] : (tensor<90x100xf32>) -> tensor<90x97xf32>
  %4 = stablehlo.slice %1 [0:90, 2:99] : (tensor<90x100xf32>) -> tensor<90x97xf32>
  %5 = stablehlo.slice %1 [0:90, 3:100] : (tensor<90x100xf32>) -> tensor<90x97xf32>
  %6 = stablehlo.add %2, %3 : tensor<90x97xf32>
  %7 = stablehlo.maximum %4, %5 : tensor<90x97xf32>
  %8 = stablehlo.subtract %6, %7 : tensor<90x97xf32>
  return %8 : tensor<90x97xf32>
}

// TURNED: kernel @fused_0
// TURNED: kernel @fused_1
func.func public @turned_neighbours(%x: tensor<2x24x30x32xi8>, %w: tensor<32x1x3x3xi32>) -> tensor<2x32x24x30xi32> {
  %0 = stablehlo.transpose %x, dims = [0, 3, 1, 2] : (tensor<2x24x30x32xi8>) -> tensor<2x32x24x30xi8>
  %1 = stablehlo.convert %0 : (tensor<2x32x24x30xi8>) -> tensor<2x32x24x30xi32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<2x32x24x30xi32>, tensor<32x1x3x3xi32>) -> tensor<2x32x24x30xi32>
  return %2 : tensor<2x32x24x30xi32>
}

// SHARED: on all threads
func.func public @looked_up(%table: tensor<256xui8>, %x: tensor<90000xui8>) -> tensor<90000xui8> {
  %0 = stablehlo.convert %x : (tensor<90000xui8>) -> tensor<90000xi32>
  %1 = stablehlo.reshape %0 : (tensor<90000xi32>) -> tensor<90000x1xi32>
  %2 = "stablehlo.gather"(%table, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<256xui8>, tensor<90000x1xi32>) -> tensor<90000xui8>
  return %2 : tensor<90000xui8>
}
