// Signals with large primes, on a core: kernels have tables for those that fit its caches, and for some longer ones that
// cannot be taken apart.
// RUN: weft explain %s --target=x86-64-v4 --function=parts --stage=expand-operations | FileCheck %s --check-prefix=PARTS
// RUN: weft explain %s --target=x86-64-v4 --function=pairs --stage=expand-operations | FileCheck %s --check-prefix=PAIRS
// RUN: weft explain %s --target=x86-64-v4 --function=back --stage=expand-operations | FileCheck %s --check-prefix=BACK
// RUN: weft explain %s --target=x86-64-v4 --function=real --stage=expand-operations | FileCheck %s --check-prefix=REAL
// RUN: weft explain %s --target=x86-64-v4 --function=prime --stage=expand-operations | FileCheck %s --check-prefix=PRIME
// RUN: weft explain %s --target=x86-64-v4 --function=long_prime --stage=expand-operations | FileCheck %s --check-prefix=LONG

// 66558 = 6 * 11093: signals of 11093 points, which are turned, and such of 6.
// PARTS: stablehlo.transpose {{.*}} -> tensor<2x6x11093xcomplex<f64>>
// PARTS: stablehlo.fft {{.*}} length = [11093] : (tensor<12x11093xcomplex<f64>>)
// PARTS: stablehlo.multiply {{.*}} tensor<2x6x11093xcomplex<f64>>
// PARTS: stablehlo.fft {{.*}} length = [6] : (tensor<2x11093x6xcomplex<f64>>)
// PARTS-NOT: stablehlo.fft
// PARTS: stablehlo.convert {{.*}} -> tensor<2x66558xcomplex<f32>>
func.func public @parts(%x: tensor<2x66558xcomplex<f32>>) -> tensor<2x66558xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [66558] : (tensor<2x66558xcomplex<f32>>) -> tensor<2x66558xcomplex<f32>>
  return %0 : tensor<2x66558xcomplex<f32>>
}

// Pairs of real numbers are half as many points.
// PAIRS: stablehlo.fft {{.*}} length = [11093] : (tensor<6x11093xcomplex<f64>>)
// PAIRS: stablehlo.fft {{.*}} length = [6] :
// PAIRS-NOT: stablehlo.fft
// PAIRS: -> tensor<66559xcomplex<f32>>
func.func public @pairs(%x: tensor<133116xf32>) -> tensor<66559xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [133116] : (tensor<133116xf32>) -> tensor<66559xcomplex<f32>>
  return %0 : tensor<66559xcomplex<f32>>
}
// BACK: stablehlo.fft {{.*}} length = [11093] : (tensor<6x11093xcomplex<f64>>)
// BACK: stablehlo.fft {{.*}} length = [6] :
// BACK-NOT: stablehlo.fft
// BACK: -> tensor<133116xf32>
func.func public @back(%x: tensor<66559xcomplex<f32>>) -> tensor<133116xf32> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [133116] : (tensor<66559xcomplex<f32>>) -> tensor<133116xf32>
  return %0 : tensor<133116xf32>
}

// Where half as many points fit, the kernel does that itself.
// REAL: stablehlo.fft %{{.*}}, type = RFFT, length = [66558] : (tensor<1x66558xf32>)
func.func public @real(%x: tensor<66558xf32>) -> tensor<33280xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [66558] : (tensor<66558xf32>) -> tensor<33280xcomplex<f32>>
  return %0 : tensor<33280xcomplex<f32>>
}

// A prime is left to a kernel as it is.
// PRIME: stablehlo.fft %{{.*}}, type = FFT, length = [65537] : (tensor<1x65537xcomplex<f32>>)
func.func public @prime(%x: tensor<65537xcomplex<f32>>) -> tensor<65537xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [65537] : (tensor<65537xcomplex<f32>>) -> tensor<65537xcomplex<f32>>
  return %0 : tensor<65537xcomplex<f32>>
}

// A longer one is a convolution: the way there and back, and its filter.
// LONG-COUNT-3: stablehlo.fft {{.*}} length = [552960]
// LONG-NOT: stablehlo.fft
func.func public @long_prime(%x: tensor<262147xcomplex<f32>>) -> tensor<262147xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [262147] : (tensor<262147xcomplex<f32>>) -> tensor<262147xcomplex<f32>>
  return %0 : tensor<262147xcomplex<f32>>
}
