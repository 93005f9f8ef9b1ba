// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt --mlir-print-op-generic %s | weft-opt | FileCheck %s

// Whole kernels of stage free, one of each of the families that the level was
// drawn up for.

// Rows of 1000 columns in tiles of 1024.
// CHECK-LABEL: tile.kernel @softmax(%{{.*}}: !tile.ref<8192x1000xf32>, %{{.*}}: !tile.ref<8192x1000xf32>) attributes {stage = "free", grid = 2048} {
tile.kernel @softmax(%x: !tile.ref<8192x1000xf32>, %y: !tile.ref<8192x1000xf32>) attributes {stage = "free", grid = 2048} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1000 = arith.constant 1000 : index
  %scale = arith.constant dense<0.125> : tensor<4x1024xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<4x1024xf32>
  %zero = arith.constant dense<0.0> : tensor<4x1024xf32>
  // CHECK: %[[PROGRAM:.*]] = tile.program_id
  %program = tile.program_id
  %row = arith.muli %program, %c4 : index
  // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] bound [_, %{{.*}}] : !tile.ref<8192x1000xf32> -> tensor<4x1024xf32>
  %in = tile.load %x[%row, %c0] bound [_, %c1000] : !tile.ref<8192x1000xf32> -> tensor<4x1024xf32>
  // CHECK: tile.mask [%{{.*}}, %{{.*}}] bound [_, %{{.*}}] : tensor<4x1024xi1>
  %live = tile.mask [%row, %c0] bound [_, %c1000] : tensor<4x1024xi1>
  %s = arith.mulf %in, %scale : tensor<4x1024xf32>
  %sm = arith.select %live, %s, %lowest : tensor<4x1024xi1>, tensor<4x1024xf32>
  // CHECK: tile.reduce max %{{.*}} [1] : tensor<4x1024xf32> -> tensor<4xf32>
  %max = tile.reduce max %sm [1] : tensor<4x1024xf32> -> tensor<4xf32>
  // CHECK: tile.broadcast %{{.*}} [0] : tensor<4xf32> -> tensor<4x1024xf32>
  %maxes = tile.broadcast %max [0] : tensor<4xf32> -> tensor<4x1024xf32>
  %d = arith.subf %s, %maxes : tensor<4x1024xf32>
  %e = math.exp %d : tensor<4x1024xf32>
  %em = arith.select %live, %e, %zero : tensor<4x1024xi1>, tensor<4x1024xf32>
  %sum = tile.reduce add %em [1] : tensor<4x1024xf32> -> tensor<4xf32>
  %sums = tile.broadcast %sum [0] : tensor<4xf32> -> tensor<4x1024xf32>
  %out = arith.divf %e, %sums : tensor<4x1024xf32>
  // CHECK: tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] bound [_, %{{.*}}] : tensor<4x1024xf32>, !tile.ref<8192x1000xf32>
  tile.store %out, %y[%row, %c0] bound [_, %c1000] : tensor<4x1024xf32>, !tile.ref<8192x1000xf32>
  // CHECK: tile.return
  tile.return
}

// A product with a bias and a function of the sum.
!m = !tile.ref<4096x4096xbf16>
!s = tensor<128x256xf32>
// CHECK-LABEL: tile.kernel @gemm
tile.kernel @gemm(%a: !m, %b: !m, %bias: !tile.ref<4096xf32>, %c: !m) attributes {stage = "free", grid = 512} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant dense<0.0> : !s
  %program = tile.program_id
  // CHECK: %{{.*}}:2 = tile.unrank %{{.*}} in [32, 16] band 8
  %i, %j = tile.unrank %program in [32, 16] band 8
  %m = arith.muli %i, %c128 : index
  %n = arith.muli %j, %c256 : index
  %sum = scf.for %k = %c0 to %c4096 step %c64 iter_args(%acc = %zero) -> (!s) {
    %x = tile.load %a[%m, %k] : !m -> tensor<128x64xbf16>
    %y = tile.load %b[%k, %n] : !m -> tensor<64x256xbf16>
    // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128x256xf32>
    %d = tile.dot %x, %y, %acc : tensor<128x64xbf16>, tensor<64x256xbf16>, !s
    scf.yield %d : !s
  }
  %v = tile.load %bias[%n] : !tile.ref<4096xf32> -> tensor<256xf32>
  %w = tile.broadcast %v [1] : tensor<256xf32> -> !s
  %t = arith.addf %sum, %w : !s
  %g = math.erf %t : !s
  %o = arith.truncf %g : !s to tensor<128x256xbf16>
  tile.store %o, %c[%m, %n] : tensor<128x256xbf16>, !m
  tile.return
}

// Causal attention, forward. The heads are a leading dim with a box of 1.
!qkv = !tile.ref<64x4096x128xbf16>
!t = tensor<128x128xbf16>
!q = tensor<128x128xf32>
!i = tensor<128x128xi32>
!v = tensor<128xf32>
// CHECK-LABEL: tile.kernel @attention
tile.kernel @attention(%q: !qkv, %k: !qkv, %v: !qkv, %o: !qkv) attributes {stage = "free", grid = 2048} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %scale = arith.constant dense<0.127517> : !q
  %hidden = arith.constant dense<0xFF800000> : !q
  %zeros = arith.constant dense<0.0> : !q
  %m0 = arith.constant dense<0xFF800000> : !v
  %l0 = arith.constant dense<0.0> : !v
  %program = tile.program_id
  // CHECK: tile.unrank %{{.*}} in [64, 32]{{$}}
  %h, %qi = tile.unrank %program in [64, 32]
  %i = arith.muli %qi, %c128 : index
  %end = arith.addi %i, %c128 : index
  // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : !tile.ref<64x4096x128xbf16> -> tensor<128x128xbf16>
  %qt = tile.load %q[%h, %i, %c0] : !qkv -> !t
  %r:3 = scf.for %j = %c0 to %end step %c128 iter_args(%m = %m0, %l = %l0, %acc = %zeros) -> (!v, !v, !q) {
    %kt = tile.load %k[%h, %j, %c0] : !qkv -> !t
    // CHECK: tile.transpose %{{.*}} [1, 0] : tensor<128x128xbf16> -> tensor<128x128xbf16>
    %kk = tile.transpose %kt [1, 0] : !t -> !t
    %s0 = tile.dot %qt, %kk, %zeros : !t, !t, !q
    %s1 = arith.mulf %s0, %scale : !q
    %ahead = arith.subi %j, %i : index
    %ahead32 = arith.index_cast %ahead : index to i32
    %shift = tensor.splat %ahead32 : !i
    // CHECK: tile.iota 0 : tensor<128x128xi32>
    %rows = tile.iota 0 : !i
    %columns = tile.iota 1 : !i
    %at = arith.addi %columns, %shift : !i
    %seen = arith.cmpi sle, %at, %rows : !i
    %s = arith.select %seen, %s1, %hidden : tensor<128x128xi1>, !q
    %max = tile.reduce max %s [1] : !q -> !v
    %m1 = arith.maximumf %m, %max : !v
    %dm = arith.subf %m, %m1 : !v
    %fix = math.exp2 %dm : !v
    %mb = tile.broadcast %m1 [0] : !v -> !q
    %d = arith.subf %s, %mb : !q
    %p = math.exp2 %d : !q
    %sum = tile.reduce add %p [1] : !q -> !v
    %lf = arith.mulf %l, %fix : !v
    %l1 = arith.addf %lf, %sum : !v
    %fb = tile.broadcast %fix [0] : !v -> !q
    %a1 = arith.mulf %acc, %fb : !q
    %pb = arith.truncf %p : !q to !t
    %vt = tile.load %v[%h, %j, %c0] : !qkv -> !t
    %a2 = tile.dot %pb, %vt, %a1 : !t, !t, !q
    scf.yield %m1, %l1, %a2 : !v, !v, !q
  }
  %lb = tile.broadcast %r#1 [0] : !v -> !q
  %out = arith.divf %r#2, %lb : !q
  %ob = arith.truncf %out : !q to !t
  tile.store %ob, %o[%h, %i, %c0] : !t, !qkv
  tile.return
}

// A scan of one long row. A state word packs a flag (0 nothing, 1 the sum of
// this tile, 2 the sum of all up to it) above the value.
!x = !tile.ref<16777216xi32>
!w = !tile.ref<4096xi64>
// CHECK-LABEL: tile.kernel @cumsum
// CHECK-SAME: %{{.*}}: !tile.ref<4096xi64> {tile.zeroed}, %{{.*}}: !tile.ref<1xi32> {tile.zeroed})
tile.kernel @cumsum(%x: !x, %y: !x, %state: !w {tile.zeroed}, %ticket: !tile.ref<1xi32> {tile.zeroed}) attributes {stage = "free", grid = 4096} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i64
  %low = arith.constant 4294967295 : i64
  %flag1 = arith.constant 4294967296 : i64
  %flag2 = arith.constant 8589934592 : i64
  // CHECK: tile.atomic add relaxed device %{{.*}}[%{{.*}}], %{{.*}} : i32 : !tile.ref<1xi32> -> i32
  %t32 = tile.atomic add relaxed device %ticket[%c0], %one : i32 : !tile.ref<1xi32> -> i32
  %t = arith.index_cast %t32 : i32 to index
  %i = arith.muli %t, %c4096 : index
  %v = tile.load %x[%i] : !x -> tensor<4096xi32>
  // CHECK: %{{.*}}, %{{.*}} = tile.scan add %{{.*}} along 0 : tensor<4096xi32> -> tensor<4096xi32>, tensor<i32>
  %s, %total = tile.scan add %v along 0 : tensor<4096xi32> -> tensor<4096xi32>, tensor<i32>
  %sum = tensor.extract %total[] : tensor<i32>
  %sum64 = arith.extui %sum : i32 to i64
  %mine = arith.ori %sum64, %flag1 : i64
  // CHECK: tile.atomic exchange release device %{{.*}}[%{{.*}}], %{{.*}} : i64 : !tile.ref<4096xi64> -> i64
  %u0 = tile.atomic exchange release device %state[%t], %mine : i64 : !w -> i64
  %p:2 = scf.while (%j = %t, %before = %none) : (index, i64) -> (index, i64) {
    %more = arith.cmpi ne, %j, %c0 : index
    scf.condition(%more) %j, %before : index, i64
  } do {
  ^bb0(%j: index, %before: i64):
    %back = arith.subi %j, %c1 : index
    // CHECK: tile.atomic load acquire device %{{.*}}[%{{.*}}] : !tile.ref<4096xi64> -> i64
    %w = tile.atomic load acquire device %state[%back] : !w -> i64
    %ready = arith.cmpi uge, %w, %flag1 : i64
    %all = arith.cmpi uge, %w, %flag2 : i64
    %value = arith.andi %w, %low : i64
    %b1 = arith.addi %before, %value : i64
    %b2 = arith.select %ready, %b1, %before : i64
    %j1 = arith.select %ready, %back, %j : index
    %j2 = arith.select %all, %c0, %j1 : index
    scf.yield %j2, %b2 : index, i64
  }
  %before32 = arith.trunci %p#1 : i64 to i32
  %incl = arith.addi %before32, %sum : i32
  %incl64 = arith.extui %incl : i32 to i64
  %final = arith.ori %incl64, %flag2 : i64
  %u1 = tile.atomic exchange release device %state[%t], %final : i64 : !w -> i64
  %carry = tensor.splat %before32 : tensor<4096xi32>
  %out = arith.addi %s, %carry : tensor<4096xi32>
  tile.store %out, %y[%i] : tensor<4096xi32>, !x
  tile.return
}
