// Rows that are needed again are read once, where a block has room: in registers, which a block of half of the threads shares with
// no other one, or on the chip. Predicted times choose, and records have what was not taken. Exponentials of longer rows are summed
// in parts (weft/Tile/Tiling/test/split_rows.mlir), which the distances below the maximum are not.

// DEFINE: %{explain} = weft explain %s
// DEFINE: %{check} = FileCheck %s --implicit-check-not=threads-alone

// RUN: %{explain} --target=sm_90 --function=held | %{check} --check-prefix=HELD
// RUN: %{explain} --target=sm_80 --function=held | %{check} --check-prefix=HELD
// HELD: by 1024 blocks of 256 threads, on tiles of 1x32768x32768x32768, with 256 bytes of shared memory
// HELD: of 3 candidates that fit, the next are 1x16384x16384x16384 ({{.*}} us), 1x2048x2048x2048 ({{.*}} us)

// Where two blocks have room on the chip, one computes while the other reads.
// RUN: %{explain} --target=sm_90 --function=beside | %{check} --check-prefix=BESIDE
// BESIDE: on tiles of 1x12288x12288x12288, with {{9[0-9]+}} bytes of shared memory
// BESIDE: of 3 candidates that fit, the next are 1x24576x24576x24576 ({{.*}} us), 1x2048x2048x2048 ({{.*}} us)
// RUN: %{explain} --target=sm_80 --function=beside | %{check} --check-prefix=ALONE
// ALONE: on tiles of 1x24576x24576x24576

// RUN: %{explain} --target=sm_90 --function=kept | %{check} --check-prefix=KEPT
// KEPT: on tiles of 1x13312x13312x13312, with {{2[0-9]+}} bytes of shared memory
// KEPT: of 2 candidates that fit, the next are 1x2048x2048x2048 ({{.*}} us)

// One load in three loops.
// RUN: %{explain} --target=sm_90 --function=kept --kernel=chain_0 --stage=tile-blocks | FileCheck %s --check-prefix=ONCE
// ONCE: tile.alloc : !tile.ref<4x1x13312xf32, shared>
// ONCE-COUNT-1: tile.load %arg0
// ONCE-NOT: tile.load %arg0

// Another GPU has less room on the chip.
// RUN: %{explain} --target=sm_89 --function=kept | %{check} --check-prefix=AGAIN
// AGAIN: has no tiles of 1x13312x13312x13312: 212992 bytes would be kept, and there is room for 99328 (kept.room)

// Numbers of two bytes are kept as they were read.
// RUN: %{explain} --target=sm_90 --function=halves --kernel=chain_0 --stage=tile-blocks | FileCheck %s --check-prefix=HALVES
// HALVES: tile.alloc : !tile.ref<7x1x{{[0-9]+}}xbf16, shared>

// Of two rows, one is summed in the loop that finds the greatest of the other, and which another loop needs before it sums. Loops are
// in that order, and each row is read once.
// RUN: %{explain} --target=sm_90 --function=two --kernel=chain_0 --stage=tile-blocks | FileCheck %s --check-prefix=TWO
// TWO-DAG: tile.load %arg0
// TWO-DAG: tile.load %arg1
// TWO-NOT: tile.load %arg{{[01]}}

// RUN: %{explain} --target=sm_90 --function=short | %{check} --check-prefix=SHORT
// SHORT: on tiles of 1x16384x16384x16384, with 256 bytes of shared memory
// SHORT: of 1 candidates that fit

func.func public @held(%x: tensor<1024x32768xf32>) -> tensor<1024x32768xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x32768xf32>, tensor<f32>) -> tensor<1024xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xf32>) -> tensor<1024x32768xf32>
  %d = stablehlo.subtract %x, %ms : tensor<1024x32768xf32>
  %e = stablehlo.exponential %d : tensor<1024x32768xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x32768xf32>, tensor<f32>) -> tensor<1024xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1024xf32>) -> tensor<1024x32768xf32>
  %r = stablehlo.divide %e, %ss : tensor<1024x32768xf32>
  return %r : tensor<1024x32768xf32>
}
func.func public @beside(%x: tensor<1024x24576xf32>) -> tensor<1024x24576xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x24576xf32>, tensor<f32>) -> tensor<1024xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xf32>) -> tensor<1024x24576xf32>
  %d = stablehlo.subtract %x, %ms : tensor<1024x24576xf32>
  %e = stablehlo.exponential %d : tensor<1024x24576xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x24576xf32>, tensor<f32>) -> tensor<1024xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1024xf32>) -> tensor<1024x24576xf32>
  %r = stablehlo.divide %e, %ss : tensor<1024x24576xf32>
  return %r : tensor<1024x24576xf32>
}
func.func public @kept(%x: tensor<1024x50257xf32>) -> tensor<1024x50257xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x50257xf32>, tensor<f32>) -> tensor<1024xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xf32>) -> tensor<1024x50257xf32>
  %d = stablehlo.subtract %x, %ms : tensor<1024x50257xf32>
  %e = stablehlo.abs %d : tensor<1024x50257xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x50257xf32>, tensor<f32>) -> tensor<1024xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1024xf32>) -> tensor<1024x50257xf32>
  %r = stablehlo.divide %e, %ss : tensor<1024x50257xf32>
  return %r : tensor<1024x50257xf32>
}
func.func public @halves(%x: tensor<1024x100277xbf16>) -> tensor<1024x100277xbf16> {
  %low = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x100277xbf16>, tensor<bf16>) -> tensor<1024xbf16>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xbf16>) -> tensor<1024x100277xbf16>
  %d = stablehlo.subtract %x, %ms : tensor<1024x100277xbf16>
  %e = stablehlo.exponential %d : tensor<1024x100277xbf16>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x100277xbf16>, tensor<bf16>) -> tensor<1024xbf16>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1024xbf16>) -> tensor<1024x100277xbf16>
  %r = stablehlo.divide %e, %ss : tensor<1024x100277xbf16>
  return %r : tensor<1024x100277xbf16>
}
func.func public @two(%x: tensor<1024x40960xbf16>, %g: tensor<1024x40960xbf16>) -> tensor<1024x40960xbf16> {
  %low = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x40960xbf16>, tensor<bf16>) -> tensor<1024xbf16>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xbf16>) -> tensor<1024x40960xbf16>
  %d = stablehlo.subtract %x, %ms : tensor<1024x40960xbf16>
  %e = stablehlo.exponential %d : tensor<1024x40960xbf16>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x40960xbf16>, tensor<bf16>) -> tensor<1024xbf16>
  %gs = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x40960xbf16>, tensor<bf16>) -> tensor<1024xbf16>
  %q = stablehlo.divide %gs, %s : tensor<1024xbf16>
  %qs = stablehlo.broadcast_in_dim %q, dims = [0] : (tensor<1024xbf16>) -> tensor<1024x40960xbf16>
  %p = stablehlo.multiply %qs, %e : tensor<1024x40960xbf16>
  %r = stablehlo.subtract %g, %p : tensor<1024x40960xbf16>
  return %r : tensor<1024x40960xbf16>
}
func.func public @short(%x: tensor<1024x16384xf32>) -> tensor<1024x16384xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x16384xf32>, tensor<f32>) -> tensor<1024xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xf32>) -> tensor<1024x16384xf32>
  %d = stablehlo.subtract %x, %ms : tensor<1024x16384xf32>
  %e = stablehlo.exponential %d : tensor<1024x16384xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x16384xf32>, tensor<f32>) -> tensor<1024xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1024xf32>) -> tensor<1024x16384xf32>
  %r = stablehlo.divide %e, %ss : tensor<1024x16384xf32>
  return %r : tensor<1024x16384xf32>
}
