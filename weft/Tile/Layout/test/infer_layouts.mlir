// RUN: weft-opt %s --infer-layouts | FileCheck %s
// RUN: weft-opt %s --infer-layouts | weft-opt | FileCheck %s
// RUN: weft-opt %s --infer-layouts="warps=8" | FileCheck %s --check-prefix=EIGHT
// RUN: weft-opt %s --infer-layouts="machine=gfx942" | FileCheck %s --check-prefix=WAVES
// RUN: not weft-opt %s --infer-layouts="machine=x86-64-v3" 2>&1 | FileCheck %s --check-prefix=CPU

// CPU: error: machine=x86-64-v3 is no GPU

// A row per warp: its maximum and its sum stay inside of a warp.

// CHECK-DAG: #[[$ROWS:.*]] = #tile.layout<base = [4, 128], register = [1:1, 1:2], lane = [1:4, 1:8, 1:16, 1:32, 1:64], warp = [0:1, 0:2]>
// CHECK-DAG: #[[$SUMS:.*]] = #tile.layout<base = [4], lane = [*, *, *, *, *], warp = [0:1, 0:2]>
// A product: operands as the instruction wants them, read from memory by rows.
// CHECK-DAG: #[[$PRODUCT:.*]] = #tile.layout<base = [32, 16], register = [1:1, 0:8], lane = [1:2, 1:4, 0:1, 0:2, 0:4], warp = [0:16, 1:8]>
// CHECK-DAG: #[[$LHS:.*]] = #tile.layout<base = [32, 16], register = [1:1, 0:8, 1:8], lane = [1:2, 1:4, 0:1, 0:2, 0:4], warp = [0:16, *]>
// CHECK-DAG: #[[$RHS:.*]] = #tile.layout<base = [16, 16], register = [0:1, 0:8], lane = [0:2, 0:4, 1:1, 1:2, 1:4], warp = [*, 1:8]>
// CHECK-DAG: #[[$COLUMNS:.*]] = #tile.layout<base = [16], register = [0:1], lane = [0:2, 0:4, *, *, *], warp = [*, 0:8]>

// The same with waves of 64 lanes and other matrix instructions.
// WAVES-DAG: #[[$ROWS:.*]] = #tile.layout<base = [2, 256], register = [1:1, 1:2], lane = [1:4, 1:8, 1:16, 1:32, 1:64, 1:128], warp = [0:1]>
// WAVES-DAG: #[[$SUMS:.*]] = #tile.layout<base = [2], lane = [*, *, *, *, *, *], warp = [0:1]>
// WAVES-DAG: #[[$PRODUCT:.*]] = #tile.layout<base = [16, 32], register = [0:1, 0:2], lane = [1:1, 1:2, 1:4, 1:8, 0:4, 0:8], warp = [1:16]>
// WAVES-DAG: #[[$LHS:.*]] = #tile.layout<base = [16, 16], register = [1:1, 1:2], lane = [0:1, 0:2, 0:4, 0:8, 1:4, 1:8], warp = [*]>

// CHECK-LABEL: tile.kernel @softmax
// CHECK-SAME: stage = "laid_out", device = "sm_90", grid = 2048, warps = 4
// WAVES-LABEL: tile.kernel @softmax
// WAVES-SAME: device = "gfx942", grid = 2048, warps = 2
// WAVES: tile.reduce max {{.*}} : tensor<4x1024xf32, #[[$ROWS]]> -> tensor<4xf32, #[[$SUMS]]>
// CHECK: tile.load {{.*}} tensor<4x1024xf32, #[[$ROWS]]>
// CHECK: tile.reduce max {{.*}} : tensor<4x1024xf32, #[[$ROWS]]> -> tensor<4xf32, #[[$SUMS]]>
// CHECK: tile.broadcast {{.*}} : tensor<4xf32, #[[$SUMS]]> -> tensor<4x1024xf32, #[[$ROWS]]>
// CHECK-NOT: convert_layout
// CHECK: tile.store
// EIGHT-DAG: #[[$ROWS:.*]] = #tile.layout<base = [4, 256], register = [1:1, 1:2], lane = [1:4, 1:8, 1:16, 1:32, 1:64], warp = [0:1, 0:2, 1:128]>
tile.kernel @softmax(%x: !tile.ref<8192x1000xf32>, %y: !tile.ref<8192x1000xf32>) attributes {stage = "free", grid = 2048} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1000 = arith.constant 1000 : index
  %lowest = arith.constant dense<0xFF800000> : tensor<4x1024xf32>
  %zero = arith.constant dense<0.0> : tensor<4x1024xf32>
  %program = tile.program_id
  %row = arith.muli %program, %c4 : index
  %in = tile.load %x[%row, %c0] bound [_, %c1000] : !tile.ref<8192x1000xf32> -> tensor<4x1024xf32>
  %live = tile.mask [%row, %c0] bound [_, %c1000] : tensor<4x1024xi1>
  %s = arith.select %live, %in, %lowest : tensor<4x1024xi1>, tensor<4x1024xf32>
  %max = tile.reduce max %s [1] : tensor<4x1024xf32> -> tensor<4xf32>
  %maxes = tile.broadcast %max [0] : tensor<4xf32> -> tensor<4x1024xf32>
  %d = arith.subf %in, %maxes : tensor<4x1024xf32>
  %e = math.exp %d : tensor<4x1024xf32>
  %em = arith.select %live, %e, %zero : tensor<4x1024xi1>, tensor<4x1024xf32>
  %sum = tile.reduce add %em [1] : tensor<4x1024xf32> -> tensor<4xf32>
  %sums = tile.broadcast %sum [0] : tensor<4xf32> -> tensor<4x1024xf32>
  %out = arith.divf %e, %sums : tensor<4x1024xf32>
  tile.store %out, %y[%row, %c0] bound [_, %c1000] : tensor<4x1024xf32>, !tile.ref<8192x1000xf32>
  tile.return
}

// Both sides are coalesced, and what they differ in passes through padded memory.

// CHECK-LABEL: tile.kernel @transpose
// CHECK: %[[IN:.*]] = tile.load {{.*}} tensor<64x64xf32, #[[READ:.*]]>
// CHECK: %[[TURNED:.*]] = tile.transpose %[[IN]] [1, 0] : tensor<64x64xf32, #[[READ]]> -> tensor<64x64xf32, #[[MOVED:.*]]>
// CHECK: %[[OUT:.*]] = tile.convert_layout %[[TURNED]] through <pad = [64, 1]> : tensor<64x64xf32, #[[MOVED]]> -> tensor<64x64xf32, #[[READ]]>
// CHECK: tile.store %[[OUT]]
tile.kernel @transpose(%x: !tile.ref<4096x4096xf32>, %y: !tile.ref<4096x4096xf32>) attributes {stage = "free", grid = 4096} {
  %c64 = arith.constant 64 : index
  %program = tile.program_id
  %i, %j = tile.unrank %program in [64, 64]
  %row = arith.muli %i, %c64 : index
  %column = arith.muli %j, %c64 : index
  %0 = tile.load %x[%column, %row] : !tile.ref<4096x4096xf32> -> tensor<64x64xf32>
  %1 = tile.transpose %0 [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
  tile.store %1, %y[%row, %column] : tensor<64x64xf32>, !tile.ref<4096x4096xf32>
  tile.return
}

// WAVES-LABEL: tile.kernel @product
// WAVES: tile.dot {{.*}} {instruction = "llvm.amdgcn.mfma.f32.16x16x16bf16.1k"} : tensor<64x32xbf16, #[[$LHS]]>, tensor<32x64xbf16, #[[$PRODUCT]]>, tensor<64x64xf32, #[[$PRODUCT]]>
// CHECK-LABEL: tile.kernel @product
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32, #[[$PRODUCT]]>)
// CHECK: tile.convert_layout {{.*}} through <{{.*}}> : tensor<64x32xbf16, #{{.*}}> -> tensor<64x32xbf16, #[[$LHS]]>
// CHECK: tile.convert_layout {{.*}} through <{{.*}}> : tensor<32x64xbf16, #{{.*}}> -> tensor<32x64xbf16, #[[$RHS]]>
// CHECK: tile.dot {{.*}} {instruction = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"}
// CHECK: tile.load {{.*}} tensor<64xf32, #[[$COLUMNS]]>
// CHECK: arith.truncf {{.*}} : tensor<64x64xf32, #[[$PRODUCT]]> to tensor<64x64xbf16, #[[$PRODUCT]]>
tile.kernel @product(%a: !tile.ref<512x512xbf16>, %b: !tile.ref<512x512xbf16>, %bias: !tile.ref<512xf32>, %c: !tile.ref<512x512xbf16>) attributes {stage = "free", grid = 64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [8, 8]
  %row = arith.muli %i, %c64 : index
  %column = arith.muli %j, %c64 : index
  %sum = scf.for %k = %c0 to %c512 step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%row, %k] : !tile.ref<512x512xbf16> -> tensor<64x32xbf16>
    %y = tile.load %b[%k, %column] : !tile.ref<512x512xbf16> -> tensor<32x64xbf16>
    %d = tile.dot %x, %y, %before : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %v = tile.load %bias[%column] : !tile.ref<512xf32> -> tensor<64xf32>
  %vs = tile.broadcast %v [1] : tensor<64xf32> -> tensor<64x64xf32>
  %t = arith.addf %sum, %vs : tensor<64x64xf32>
  %o = arith.truncf %t : tensor<64x64xf32> to tensor<64x64xbf16>
  tile.store %o, %c[%row, %column] : tensor<64x64xbf16>, !tile.ref<512x512xbf16>
  tile.return
}

// An odd row length takes vectors away, not neighbours.

// CHECK-LABEL: tile.kernel @unaligned
// CHECK: tile.load {{.*}} tensor<4x256xf32, #[[SINGLE:.*]]>
tile.kernel @unaligned(%x: !tile.ref<64x257xf32>, %y: !tile.ref<64x257xf32>) attributes {stage = "free", grid = 16} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %program = tile.program_id
  %row = arith.muli %program, %c4 : index
  %in = tile.load %x[%row, %c0] : !tile.ref<64x257xf32> -> tensor<4x256xf32>
  tile.store %in, %y[%row, %c0] : tensor<4x256xf32>, !tile.ref<64x257xf32>
  tile.return
}

// Parts and other shapes of a tile are held by the threads that hold it.

// CHECK-LABEL: tile.kernel @shapes
// CHECK: %[[IN:.*]] = tile.load {{.*}} tensor<16x256xf32, #[[WHOLE:.*]]>
// CHECK: tile.slice %[[IN]] [8, 0] : tensor<16x256xf32, #[[WHOLE]]> -> tensor<8x256xf32, #[[WHOLE]]>
// CHECK: tile.reshape
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.kernel @shapes(%x: !tile.ref<16x256xf32>, %y: !tile.ref<2048xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %in = tile.load %x[%c0, %c0] : !tile.ref<16x256xf32> -> tensor<16x256xf32>
  %part = tile.slice %in [8, 0] : tensor<16x256xf32> -> tensor<8x256xf32>
  %flat = tile.reshape %part : tensor<8x256xf32> -> tensor<2048xf32>
  tile.store %flat, %y[%c0] : tensor<2048xf32>, !tile.ref<2048xf32>
  tile.return
}

// Both parts of complex numbers are in one thread, from memory to memory.

// CHECK-LABEL: tile.kernel @complex
// CHECK: %[[NUMBERS:.*]] = tile.load {{.*}} tensor<1024x2xf32, #[[PAIRS:.*]]>
// CHECK: tile.slice %[[NUMBERS]] [0, 0]
// CHECK: tile.slice %[[NUMBERS]] [0, 1]
// CHECK-NOT: convert_layout
// CHECK: tile.join {{.*}} -> tensor<1024x2xf32, #[[PAIRS]]>
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.kernel @complex(%x: !tile.ref<4096x2xf32>, %y: !tile.ref<4096x2xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %program = tile.program_id
  %at = arith.muli %program, %c1024 : index
  %in = tile.load %x[%at, %c0] : !tile.ref<4096x2xf32> -> tensor<1024x2xf32>
  %a = tile.slice %in [0, 0] : tensor<1024x2xf32> -> tensor<1024x1xf32>
  %b = tile.slice %in [0, 1] : tensor<1024x2xf32> -> tensor<1024x1xf32>
  %re = tile.reshape %a : tensor<1024x1xf32> -> tensor<1024xf32>
  %im = tile.reshape %b : tensor<1024x1xf32> -> tensor<1024xf32>
  %conjugate = arith.negf %im : tensor<1024xf32>
  %out = tile.join %re, %conjugate : tensor<1024xf32> -> tensor<1024x2xf32>
  tile.store %out, %y[%at, %c0] : tensor<1024x2xf32>, !tile.ref<4096x2xf32>
  tile.return
}

// Lanes that multiply take rows where there are few columns.

// CHECK-LABEL: tile.kernel @narrow
// CHECK: tile.dot {{.*}} {instruction = "lanes"} : tensor<128x16xf32, {{.*}}>, tensor<16x2xf32, {{.*}}>, tensor<128x2xf32,
tile.kernel @narrow(%x: !tile.ref<128x16xf32>, %w: !tile.ref<16x2xf32>, %y: !tile.ref<128x2xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<128x2xf32>
  %l = tile.load %x[%c0, %c0] : !tile.ref<128x16xf32> -> tensor<128x16xf32>
  %r = tile.load %w[%c0, %c0] : !tile.ref<16x2xf32> -> tensor<16x2xf32>
  %d = tile.dot %l, %r, %zero : tensor<128x16xf32>, tensor<16x2xf32>, tensor<128x2xf32>
  tile.store %d, %y[%c0, %c0] : tensor<128x2xf32>, !tile.ref<128x2xf32>
  tile.return
}
