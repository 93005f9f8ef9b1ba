// What only some tiles can compute stays apart from readers that no such tile fits, where that is predicted to be faster: rows that are spread out in
// rows that are spread out, as running combinations (associative_scan) have them, and rows of one length that are read as rows of another.

// RUN: weft explain --target=x86-64-v4 --function=spread_twice %s | FileCheck %s --check-prefix=SPREAD
// RUN: weft explain --target=x86-64-v4 --function=skewed %s | FileCheck %s --check-prefix=SKEWED
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

// SPREAD-NOT: has tiles of 1x1 (
// SPREAD:     {{pad|fused}}_{{[0-9]+}} and {{.*}} stay apart (slower
// SPREAD-NOT: has tiles of 1x1 (
func.func public @spread_twice(%x: tensor<64x125xf32>, %y: tensor<64x125xf32>, %z: tensor<64x250xf32>) -> tensor<64x500xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<64x125xf32>, tensor<f32>) -> tensor<64x250xf32>
  %1 = stablehlo.pad %y, %zero, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<64x125xf32>, tensor<f32>) -> tensor<64x250xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x250xf32>
  %3 = stablehlo.slice %2 [0:64, 0:249] : (tensor<64x250xf32>) -> tensor<64x249xf32>
  %4 = stablehlo.slice %z [0:64, 0:1] : (tensor<64x250xf32>) -> tensor<64x1xf32>
  %5 = stablehlo.concatenate %4, %3, dim = 1 : (tensor<64x1xf32>, tensor<64x249xf32>) -> tensor<64x250xf32>
  %6 = stablehlo.pad %5, %zero, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<64x250xf32>, tensor<f32>) -> tensor<64x500xf32>
  %7 = stablehlo.pad %2, %zero, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<64x250xf32>, tensor<f32>) -> tensor<64x500xf32>
  %8 = stablehlo.add %6, %7 : tensor<64x500xf32>
  return %8 : tensor<64x500xf32>
}

// SKEWED: fused_0 and slice_1 stay apart (slower
// SKEWED: slice_1 has tiles of 1x1x64
func.func public @skewed(%x: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [0, 0, 1], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64x65xf32>
  %1 = stablehlo.reshape %0 : (tensor<8x64x65xf32>) -> tensor<8x65x64xf32>
  %2 = stablehlo.slice %1 [0:8, 1:65, 0:64] : (tensor<8x65x64xf32>) -> tensor<8x64x64xf32>
  return %2 : tensor<8x64x64xf32>
}
