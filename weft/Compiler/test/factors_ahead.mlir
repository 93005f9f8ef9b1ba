// How far ahead of products on a GPU their factors are loaded.

// RUN: weft explain --target=sm_90 --function=even %s | FileCheck %s --check-prefix=EVEN
// EVEN: dot_0: {{.*}} 2 are copied to the chip steps ahead, 0 wait in registers since the step before, 0 are loaded by the step that multiplies them [factors-ahead]

func.func public @even(%x: tensor<512x1024xbf16>, %w: tensor<1024x512xbf16>) -> tensor<512x512xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x1024xbf16>, tensor<1024x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// Rows of f32 begin at multiples of four bytes, which is enough for copies.
// RUN: weft explain --target=sm_90 --function=odd_words %s | FileCheck %s --check-prefix=WORDS
// WORDS: dot_0: {{.*}} 2 are copied to the chip steps ahead, 0 wait in registers

func.func public @odd_words(%x: tensor<1021x1023xf32>, %w: tensor<1023x1019xf32>) -> tensor<1021x1019xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1021x1023xf32>, tensor<1023x1019xf32>) -> tensor<1021x1019xf32>
  return %0 : tensor<1021x1019xf32>
}

// Those of bf16 do not. Loads that assemblers keep in front of the barrier stand before the product.
// RUN: weft explain --target=sm_90 --function=odd %s | FileCheck %s --check-prefix=ODD
// ODD: dot_0: {{.*}} 0 are copied to the chip steps ahead, 2 wait in registers since the step before, 0 are loaded
// RUN: weft explain --target=sm_90 --function=odd --stage=emit-blocks --all %s | FileCheck %s --check-prefix=ORDER
// ORDER: ld.global.b16
// ORDER-NOT: mma.sync
// ORDER: bar.sync
// ORDER-NOT: ld.global
// ORDER: mma.sync

func.func public @odd(%x: tensor<4095x4095xbf16>, %w: tensor<4095x4095xbf16>) -> tensor<4095x4095xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4095x4095xbf16>, tensor<4095x4095xbf16>) -> tensor<4095x4095xbf16>
  return %0 : tensor<4095x4095xbf16>
}

// RUN: weft explain --target=sm_90 --function=bytes %s | FileCheck %s --check-prefix=BYTES
// BYTES: dot_0: {{.*}} 0 are copied to the chip steps ahead, 2 wait in registers since the step before, 0 are loaded

func.func public @bytes(%x: tensor<4095x4095xi8>, %w: tensor<4095x4095xi8>) -> tensor<4095x4095xi32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4095x4095xi8>, tensor<4095x4095xi8>) -> tensor<4095x4095xi32>
  return %0 : tensor<4095x4095xi32>
}

// RUN: weft explain --target=sm_90 --function=converted %s | FileCheck %s --check-prefix=CONVERTED
// CONVERTED: dot_0: {{.*}} 1 are copied to the chip steps ahead, 1 wait in registers since the step before, 0 are loaded

func.func public @converted(%x: tensor<512x4096xbf16>, %w: tensor<4096x4096xi8>) -> tensor<512x4096xbf16> {
  %0 = stablehlo.convert %w : (tensor<4096x4096xi8>) -> tensor<4096x4096xbf16>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<512x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<512x4096xbf16>
  return %1 : tensor<512x4096xbf16>
}

// What a convolution of few features masks goes over the chip, where lanes could exchange it: so it waits.
// RUN: weft explain --target=sm_90 --function=features %s | FileCheck %s --check-prefix=FEATURES
// FEATURES: conv_0: {{.*}} 1 are copied to the chip steps ahead, 1 wait in registers since the step before, 0 are loaded

func.func public @features(%x: tensor<32x224x224x3xbf16>, %w: tensor<3x3x3x64xbf16>) -> tensor<32x112x112x64xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<32x224x224x3xbf16>, tensor<3x3x3x64xbf16>) -> tensor<32x112x112x64xbf16>
  return %0 : tensor<32x112x112x64xbf16>
}
