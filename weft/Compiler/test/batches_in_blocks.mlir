// Of small matrices of a batch a block multiplies several: by matrix instructions, a warp for each, or by lanes where there are fewer than eight
// rows and columns.

// RUN: weft explain %s --target=sm_90 --function=sixteen | FileCheck %s --check-prefix=SIXTEEN
// SIXTEEN: dot_0 is run by 1024 blocks of 64 threads, on tiles of 4x16x16x16
// RUN: weft explain %s --target=sm_90 --function=three | FileCheck %s --check-prefix=THREE
// THREE: dot_0 is run by 7813 blocks of 128 threads, on tiles of 128x4x4x4
// RUN: weft explain %s --target=sm_90 --function=three --stage=emit-blocks | FileCheck %s --check-prefix=LANES
// LANES-NOT: mma.sync

// Every multiprocessor has some: few are multiplied one by one.
// RUN: weft explain %s --target=sm_90 --function=few | FileCheck %s --check-prefix=FEW
// FEW: dot_0 is run by 600 blocks of 32 threads, on tiles of 1x16x16x16

func.func public @sixteen(%x: tensor<4096x16x16xbf16>, %y: tensor<4096x16x16xbf16>) -> tensor<4096x16x16xbf16> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4096x16x16xbf16>, tensor<4096x16x16xbf16>) -> tensor<4096x16x16xbf16>
  return %0 : tensor<4096x16x16xbf16>
}
func.func public @three(%x: tensor<1000000x3x3xf64>, %y: tensor<1000000x3x3xf64>) -> tensor<1000000x3x3xf64> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1000000x3x3xf64>, tensor<1000000x3x3xf64>) -> tensor<1000000x3x3xf64>
  return %0 : tensor<1000000x3x3xf64>
}
func.func public @few(%x: tensor<600x16x16xbf16>, %y: tensor<600x16x16xbf16>) -> tensor<600x16x16xbf16> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<600x16x16xbf16>, tensor<600x16x16xbf16>) -> tensor<600x16x16xbf16>
  return %0 : tensor<600x16x16xbf16>
}
