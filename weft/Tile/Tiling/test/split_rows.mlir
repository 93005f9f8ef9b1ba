// Sums of what rows are beside their maximum or their mean, where no block of threads holds a row: parts of rows have maxima and
// means of their own, so that two reductions read the row once. Cores of a CPU have rows in their caches.
// DEFINE: %{expand} = weft explain %s --stage=expand-operations
// RUN: %{expand} --target=sm_90 --function=softmax | FileCheck %s --check-prefix=SOFTMAX
// RUN: %{expand} --target=arm64 --function=softmax | FileCheck %s --check-prefix=WHOLE --implicit-check-not=8192
// RUN: %{expand} --target=sm_90 --function=held | FileCheck %s --check-prefix=WHOLE --implicit-check-not=8192
// RUN: %{expand} --target=sm_90 --function=narrow | FileCheck %s --check-prefix=WHOLE --implicit-check-not=8192
// RUN: %{expand} --target=sm_90 --function=other | FileCheck %s --check-prefix=WHOLE --implicit-check-not=8192
// RUN: %{expand} --target=sm_90 --function=few | FileCheck %s --check-prefix=FEW
// RUN: %{expand} --target=sm_90 --function=variance | FileCheck %s --check-prefix=VARIANCE
// RUN: weft explain %s --target=sm_90 --function=softmax | FileCheck %s --check-prefix=KERNELS --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_90 --function=few | FileCheck %s --check-prefix=FEW-KERNELS --implicit-check-not=threads-alone

// The last part is filled with what changes no maximum. A part of nothing but negative infinities has no exponentials.
// SOFTMAX: stablehlo.pad %arg0, {{.*}} high = [0, 5535]
// SOFTMAX: %[[PARTS:.*]] = stablehlo.reshape {{.*}} -> tensor<512x8x8192xf32>
// SOFTMAX: %[[MOST:.*]] = stablehlo.reduce(%[[PARTS]] init: {{.*}}) applies stablehlo.maximum across dimensions = [2]
// SOFTMAX: stablehlo.is_finite %[[MOST]]
// SOFTMAX: stablehlo.exponential {{.*}} : tensor<512x8x8192xf32>
// SOFTMAX: %[[SUMS:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [2]
// SOFTMAX: %[[ALL:.*]] = stablehlo.reduce(%[[MOST]] init: {{.*}}) applies stablehlo.maximum across dimensions = [1]
// SOFTMAX: stablehlo.broadcast_in_dim %[[ALL]], dims = [0] {{.*}} -> tensor<512x8xf32>
// SOFTMAX: stablehlo.exponential {{.*}} : tensor<512x8xf32>
// SOFTMAX: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<512x8xf64>
// WHOLE: stablehlo.reduce(%arg0 init: {{.*}}) applies
// WHOLE: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1]
// WHOLE: return

// Two kernels: the parts, and then as many blocks as there is work, each of which joins the parts of its row.
// KERNELS: chain_0 is run by 4096 blocks of 256 threads, on tiles of 1x1x8192x8192
// KERNELS: chain_1 has tiles of 1x2048x8x8 ({{.*}} us); of 2 candidates that fit, the next are 1x2048x8x8
// KERNELS: launch chain_1({{.*}}) in 15360 blocks

// What is computed of arrays for a row is computed for its parts.
// FEW: stablehlo.reshape %arg0 : (tensor<3x40960xbf16>) -> tensor<3x10x4096xbf16>
// FEW: stablehlo.convert {{.*}} -> tensor<3x10x4096xf32>
// FEW: stablehlo.reshape %arg1 : (tensor<40960xf32>) -> tensor<10x4096xf32>
// FEW: stablehlo.broadcast_in_dim {{.*}}, dims = [1, 2] {{.*}} -> tensor<3x10x4096xf32>
// FEW-KERNELS: launch chain_0(argument 0, argument 1,
// FEW-KERNELS-NEXT: launch {{.*}}, after 0

// What the mean of a part was rounded by is handed on, too; nothing is behind the end of a row.
// VARIANCE: stablehlo.multiply {{.*}} : tensor<512x8xf32>
// VARIANCE: stablehlo.compare LT
// VARIANCE: %[[BESIDE:.*]] = stablehlo.select {{.*}} tensor<512x8x8192xf32>
// VARIANCE: stablehlo.reduce(%[[BESIDE]]
// VARIANCE: stablehlo.multiply %[[BESIDE]], %[[BESIDE]]
// VARIANCE: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<512x8xf64>

func.func public @softmax(%x: tensor<512x60001xf32>) -> tensor<512x60001xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x60001xf32>, tensor<f32>) -> tensor<512xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xf32>) -> tensor<512x60001xf32>
  %d = stablehlo.subtract %x, %ms : tensor<512x60001xf32>
  %e = stablehlo.exponential %d : tensor<512x60001xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x60001xf32>, tensor<f32>) -> tensor<512xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<512xf32>) -> tensor<512x60001xf32>
  %r = stablehlo.divide %e, %ss : tensor<512x60001xf32>
  return %r : tensor<512x60001xf32>
}
// Registers have room for it.
func.func public @held(%x: tensor<512x32768xf32>) -> tensor<512xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x32768xf32>, tensor<f32>) -> tensor<512xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xf32>) -> tensor<512x32768xf32>
  %d = stablehlo.subtract %x, %ms : tensor<512x32768xf32>
  %e = stablehlo.exponential %d : tensor<512x32768xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x32768xf32>, tensor<f32>) -> tensor<512xf32>
  return %s : tensor<512xf32>
}
// The differences are rounded to bf16, which those of parts would be, too.
func.func public @narrow(%x: tensor<512x90000xbf16>) -> tensor<512xbf16> {
  %low = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x90000xbf16>, tensor<bf16>) -> tensor<512xbf16>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xbf16>) -> tensor<512x90000xbf16>
  %d = stablehlo.subtract %x, %ms : tensor<512x90000xbf16>
  %e = stablehlo.exponential %d : tensor<512x90000xbf16>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x90000xbf16>, tensor<bf16>) -> tensor<512xbf16>
  return %s : tensor<512xbf16>
}
// Far from the least element, exponentials of parts would be off by more than those of the row.
func.func public @other(%x: tensor<512x60000xf32>) -> tensor<512xf32> {
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [1] : (tensor<512x60000xf32>, tensor<f32>) -> tensor<512xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xf32>) -> tensor<512x60000xf32>
  %d = stablehlo.subtract %x, %ms : tensor<512x60000xf32>
  %e = stablehlo.exponential %d : tensor<512x60000xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x60000xf32>, tensor<f32>) -> tensor<512xf32>
  return %s : tensor<512xf32>
}
func.func public @few(%x: tensor<3x40960xbf16>, %b: tensor<40960xf32>) -> tensor<3xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<3xf32>
  %w = stablehlo.convert %x : (tensor<3x40960xbf16>) -> tensor<3x40960xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<40960xf32>) -> tensor<3x40960xf32>
  %y = stablehlo.add %w, %bs : tensor<3x40960xf32>
  %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x40960xf32>, tensor<f32>) -> tensor<3xf32>
  %f = stablehlo.is_finite %m : (tensor<3xf32>) -> tensor<3xi1>
  %c = stablehlo.select %f, %m, %none : tensor<3xi1>, tensor<3xf32>
  %ms = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<3xf32>) -> tensor<3x40960xf32>
  %d = stablehlo.subtract %y, %ms : tensor<3x40960xf32>
  %e = stablehlo.exponential %d : tensor<3x40960xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x40960xf32>, tensor<f32>) -> tensor<3xf32>
  %l = stablehlo.log %s : tensor<3xf32>
  %r = stablehlo.add %l, %c : tensor<3xf32>
  return %r : tensor<3xf32>
}
func.func public @variance(%x: tensor<512x60001xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<60001.0> : tensor<512xf32>
  %t = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x60001xf32>, tensor<f32>) -> tensor<512xf32>
  %m = stablehlo.divide %t, %n : tensor<512xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xf32>) -> tensor<512x60001xf32>
  %d = stablehlo.subtract %x, %ms : tensor<512x60001xf32>
  %q = stablehlo.multiply %d, %d : tensor<512x60001xf32>
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x60001xf32>, tensor<f32>) -> tensor<512xf32>
  return %s : tensor<512xf32>
}
