// Elements of a thread that are 4 GiB apart are two, though the lower halves of
// their places in bytes are equal.
// RUN: weft explain %s --target=sm_90 --stage=emit-blocks --all | FileCheck %s

// CHECK-LABEL: .entry fft_0_part_0(
// CHECK-COUNT-16: ld.global.nc.b32
// CHECK-NOT: ld.global.nc.b32
// CHECK: .entry fft_0_part_1(
func.func @main(%x: tensor<2147483648xf32>) -> tensor<2147483648xcomplex<f32>> {
  %0 = stablehlo.convert %x : (tensor<2147483648xf32>) -> tensor<2147483648xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [2147483648] : (tensor<2147483648xcomplex<f32>>) -> tensor<2147483648xcomplex<f32>>
  return %1 : tensor<2147483648xcomplex<f32>>
}
