// Rows and columns of a product are dimensions that have some, wherever they lie: attention as JAX writes it has heads between
// them, and a dimension of one element for groups of heads.

// RUN: weft explain %s --target=sm_90 --function=values | FileCheck %s --check-prefix=TILES --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_80 --function=values | FileCheck %s --check-prefix=TILES --implicit-check-not=threads-alone
// RUN: weft explain %s --target=gfx942 --function=values | FileCheck %s --implicit-check-not=threads-alone
// TILES: dot_0 is run by {{.*}} threads, on tiles of 1x1x{{32x32|64x32}}x
// CHECK: dot_0 is run by {{.*}} [blocks-chosen]

// Where groups have several heads, rows are those of one of them.
// RUN: weft explain %s --target=sm_90 --function=grouped | FileCheck %s --check-prefix=GROUPED --implicit-check-not=threads-alone
// GROUPED: dot_0 is run by {{.*}} threads, on tiles of 1x1x128x128x1x

// The same as JAX writes them, whose values weft-check-timings checks.
// RUN: weft explain %timings/attention_heads.mlir --target=sm_90 | FileCheck %s --check-prefix=WHOLE --implicit-check-not=threads-alone
// RUN: weft explain %timings/attention_step.mlir --target=sm_90 | FileCheck %s --check-prefix=WHOLE --implicit-check-not=threads-alone
// RUN: weft explain %timings/product_apart.mlir --target=sm_90 | FileCheck %s --check-prefix=WHOLE --implicit-check-not=threads-alone
// WHOLE: dot_0 is run by {{.*}} [blocks-chosen]

// One query for all keys, in a kernel that gives the array another shape.
// RUN: weft explain %s --target=sm_90 --function=step | FileCheck %s --implicit-check-not=threads-alone

func.func public @values(%v: tensor<2x256x8x64xbf16>, %p: tensor<1x2x8x256x256xbf16>) -> tensor<2x8x64x1x256xbf16> {
  %0 = stablehlo.dot_general %v, %p, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4] : (tensor<2x256x8x64xbf16>, tensor<1x2x8x256x256xbf16>) -> tensor<2x8x64x1x256xbf16>
  return %0 : tensor<2x8x64x1x256xbf16>
}
func.func public @grouped(%k: tensor<2x512x2x64xbf16>, %q: tensor<2x512x2x4x64xbf16>) -> tensor<2x2x512x512x4xbf16> {
  %0 = stablehlo.dot_general %k, %q, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4] : (tensor<2x512x2x64xbf16>, tensor<2x512x2x4x64xbf16>) -> tensor<2x2x512x512x4xbf16>
  return %0 : tensor<2x2x512x512x4xbf16>
}
func.func public @step(%q: tensor<8x1x16x1x64xbf16>, %k: tensor<8x1024x16x64xbf16>) -> tensor<8x16x1x1024xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<8x1x16x1x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1x1x1024xf32>
  %1 = stablehlo.reshape %0 : (tensor<8x16x1x1x1024xf32>) -> tensor<8x16x1x1024xf32>
  %2 = stablehlo.tanh %1 : tensor<8x16x1x1024xf32>
  return %2 : tensor<8x16x1x1024xf32>
}
