// A gate on one of many bits, in blocks: dimensions that stay side by side are one, so that a tile has many numbers beside the two.
// RUN: weft explain %s --target=sm_90 | FileCheck %s --implicit-check-not=threads-alone
// CHECK: grid of 256 programs, a block each, of 128 threads
// CHECK: dot_0 is run by 256 blocks of 128 threads, on tiles of 32x1x32x2

func.func @main(%g: tensor<2x2xcomplex<f32>>, %x: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>> {
  %0 = stablehlo.dot_general %g, %x, contracting_dims = [1] x [5] : (tensor<2x2xcomplex<f32>>, tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>
  %1 = stablehlo.transpose %0, dims = [1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>
  return %1 : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xcomplex<f32>>
}
