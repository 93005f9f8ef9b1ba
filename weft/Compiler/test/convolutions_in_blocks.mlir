// Convolutions on a GPU are products of tiles, in every direction; the gradient of pooling scatters nothing.

// RUN: weft explain --target=sm_90 --function=forward %s | FileCheck %s --check-prefix=FORWARD
// FORWARD: conv_0 is run by {{[0-9]+}} blocks of {{[0-9]+}} threads, on tiles of {{[0-9x]+}}x32, {{.*}} [blocks-chosen]

// The places of the window and the features of each are one loop.
// RUN: weft explain --target=sm_90 --function=forward --stage=emit-blocks %s | FileCheck %s --check-prefix=PTX
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32

func.func public @forward(%x: tensor<8x24x24x64xbf16>, %w: tensor<3x3x64x128xbf16>) -> tensor<8x24x24x128xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x24x24x64xbf16>, tensor<3x3x64x128xbf16>) -> tensor<8x24x24x128xbf16>
  return %0 : tensor<8x24x24x128xbf16>
}

// Few results of very long sums: blocks of the batch are groups, points of the long window are summed over together.
// RUN: weft explain --target=sm_90 --function=to_window --stage=expand-operations %s | FileCheck %s --check-prefix=SPLIT
// SPLIT: stablehlo.convolution
// SPLIT-SAME: feature_group_count = 16
// SPLIT: stablehlo.reduce
// RUN: weft explain --target=sm_90 --function=to_window %s | FileCheck %s --check-prefix=WINDOW
// WINDOW-NOT: threads-alone
// WINDOW: conv_{{[0-9]+}} is run by {{[0-9]+}} blocks of {{[0-9]+}} threads, {{.*}} [blocks-chosen]
// WINDOW-NOT: threads-alone

func.func public @to_window(%x: tensor<32x24x24x64xbf16>, %g: tensor<32x24x24x50xbf16>) -> tensor<3x3x64x50xbf16> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<32x24x24x64xbf16>, tensor<32x24x24x50xbf16>) -> tensor<3x3x64x50xbf16>
  return %0 : tensor<3x3x64x50xbf16>
}

// Features by themselves, wherever they lie, are sums of shifted arrays.
// RUN: weft explain --target=sm_90 --function=features %s | FileCheck %s --check-prefix=FEATURES
// FEATURES-NOT: threads-alone
// FEATURES: fused_0 is run by {{[0-9]+}} blocks
// FEATURES-NOT: stablehlo.convolution

func.func public @features(%x: tensor<2x16x24x24xf32>, %w: tensor<16x1x3x3xf32>) -> tensor<2x16x22x22xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<2x16x24x24xf32>, tensor<16x1x3x3xf32>) -> tensor<2x16x22x22xf32>
  return %0 : tensor<2x16x22x22xf32>
}

// RUN: weft explain --target=sm_90 --function=pooling %s | FileCheck %s --check-prefix=POOLING
// POOLING-NOT: threads-alone
// POOLING: is run by {{[0-9]+}} blocks
// POOLING-NOT: stablehlo.select_and_scatter

func.func public @pooling(%x: tensor<2x24x24x16xf32>, %g: tensor<2x12x12x16xf32>) -> tensor<2x24x24x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %g, %zero) <{
    window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>,
    padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>
  }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x24x24x16xf32>, tensor<2x12x12x16xf32>, tensor<f32>) -> tensor<2x24x24x16xf32>
  return %0 : tensor<2x24x24x16xf32>
}

// Factors of f32 are rounded where there are sixteen places and features at least, and not in quantized convolutions.
// RUN: weft explain --target=sm_90 --function=many_features %s | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: conv_{{[0-9]+}} multiplies factors of f32 rounded to TF32
// RUN: weft explain --target=sm_90 --function=few_features %s | FileCheck %s --check-prefix=WHOLE
// RUN: weft explain --target=sm_90 --function=quantized %s | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: rounded to TF32

func.func public @many_features(%x: tensor<2x24x24x16xf32>, %w: tensor<3x3x16x16xf32>) -> tensor<2x22x22x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x24x24x16xf32>, tensor<3x3x16x16xf32>) -> tensor<2x22x22x16xf32>
  return %0 : tensor<2x22x22x16xf32>
}

func.func public @few_features(%x: tensor<2x24x24x16xf32>, %w: tensor<3x3x16x3xf32>) -> tensor<2x22x22x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x24x24x16xf32>, tensor<3x3x16x3xf32>) -> tensor<2x22x22x3xf32>
  return %0 : tensor<2x22x22x3xf32>
}

func.func public @quantized(%x: tensor<2x24x24x16x!quant.uniform<i8:f32, 0.1>>, %w: tensor<3x3x16x16x!quant.uniform<i8:f32, 0.2>>)
    -> tensor<2x22x22x16x!quant.uniform<i8:f32, 0.3>> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x24x24x16x!quant.uniform<i8:f32, 0.1>>, tensor<3x3x16x16x!quant.uniform<i8:f32, 0.2>>)
      -> tensor<2x22x22x16x!quant.uniform<i8:f32, 0.3>>
  return %0 : tensor<2x22x22x16x!quant.uniform<i8:f32, 0.3>>
}
