// Transforms along several dimensions are one after the other, each where it is.
// RUN: weft-opt %s --expand-operations | FileCheck %s

// The last dimension goes without a transposition, all before it are one.
// CHECK-LABEL: func.func @two_dimensions(
// CHECK: %[[ROWS:.*]] = stablehlo.reshape %arg0 {{.*}} -> tensor<12x5xcomplex<f32>>
// CHECK: stablehlo.fft %[[ROWS]], type = FFT, length = [5]
// CHECK: %[[COLUMNS:.*]] = stablehlo.transpose {{.*}}, dims = [0, 2, 1] {{.*}} -> tensor<3x5x4xcomplex<f32>>
// CHECK: %[[DONE:.*]] = stablehlo.fft %[[COLUMNS]], type = FFT, length = [4]
// CHECK: stablehlo.transpose %[[DONE]], dims = [0, 2, 1]
// CHECK-NOT: stablehlo.fft
func.func @two_dimensions(%x: tensor<3x4x5xcomplex<f32>>) -> tensor<3x4x5xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [4, 5] : (tensor<3x4x5xcomplex<f32>>) -> tensor<3x4x5xcomplex<f32>>
  return %0 : tensor<3x4x5xcomplex<f32>>
}

// Half a spectrum is all that other dimensions need: real numbers come first on
// the way there.
// CHECK-LABEL: func.func @real(
// CHECK: type = RFFT, length = [6]
// CHECK: type = FFT, length = [4]
func.func @real(%x: tensor<4x6xf32>) -> tensor<4x4xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [4, 6] : (tensor<4x6xf32>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}

// And last on the way back.
// CHECK-LABEL: func.func @real_back(
// CHECK: type = IFFT, length = [4]
// CHECK: type = IRFFT, length = [6]
func.func @real_back(%x: tensor<4x4xcomplex<f32>>) -> tensor<4x6xf32> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [4, 6] : (tensor<4x4xcomplex<f32>>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Transpositions around a transform say which dimension it is along.
// CHECK-LABEL: func.func @along_first(
// CHECK-NOT: dims = [2, 1, 0]
// CHECK: %[[LINES:.*]] = stablehlo.reshape %arg0 {{.*}} -> tensor<1x4x30xcomplex<f32>>
// CHECK: stablehlo.transpose %[[LINES]], dims = [0, 2, 1]
// CHECK: stablehlo.fft {{.*}} length = [4]
// CHECK-NOT: dims = [2, 1, 0]
// CHECK: return
func.func @along_first(%x: tensor<4x5x6xcomplex<f32>>) -> tensor<4x5x6xcomplex<f32>> {
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<4x5x6xcomplex<f32>>) -> tensor<6x5x4xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [4] : (tensor<6x5x4xcomplex<f32>>) -> tensor<6x5x4xcomplex<f32>>
  %2 = stablehlo.transpose %1, dims = [2, 1, 0] : (tensor<6x5x4xcomplex<f32>>) -> tensor<4x5x6xcomplex<f32>>
  return %2 : tensor<4x5x6xcomplex<f32>>
}

// Transpositions that do not undo each other stay.
// CHECK-LABEL: func.func @turned(
// CHECK: stablehlo.transpose %arg0, dims = [1, 2, 0]
// CHECK: stablehlo.fft
// CHECK: stablehlo.transpose {{.*}}, dims = [1, 0, 2]
func.func @turned(%x: tensor<4x5x6xcomplex<f32>>) -> tensor<6x5x4xcomplex<f32>> {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<4x5x6xcomplex<f32>>) -> tensor<5x6x4xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [4] : (tensor<5x6x4xcomplex<f32>>) -> tensor<5x6x4xcomplex<f32>>
  %2 = stablehlo.transpose %1, dims = [1, 0, 2] : (tensor<5x6x4xcomplex<f32>>) -> tensor<6x5x4xcomplex<f32>>
  return %2 : tensor<6x5x4xcomplex<f32>>
}
