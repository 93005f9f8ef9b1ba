// The four kernels that the level was drawn up for, on small arrays.
// REQUIRES: numpy
//
// RUN: %python %S/Inputs/arrays.py make softmax %t.softmax
// RUN: weft-run %s --function=softmax --input=%t.softmax/0.npy --output=%t.softmax/out.npy
// RUN: %python %S/Inputs/arrays.py check softmax %t.softmax | FileCheck %s
//
// RUN: %python %S/Inputs/arrays.py make gemm %t.gemm
// RUN: weft-run %s --function=gemm --input=%t.gemm/0.npy --input=%t.gemm/1.npy --input=%t.gemm/2.npy --output=%t.gemm/out.npy
// RUN: %python %S/Inputs/arrays.py check gemm %t.gemm | FileCheck %s
//
// RUN: %python %S/Inputs/arrays.py make attention %t.attention
// RUN: weft-run %s --function=attention --input=%t.attention/0.npy --input=%t.attention/1.npy --input=%t.attention/2.npy --output=%t.attention/out.npy
// RUN: %python %S/Inputs/arrays.py check attention %t.attention | FileCheck %s
//
// RUN: %python %S/Inputs/arrays.py make cumsum %t.cumsum
// RUN: weft-run %s --function=cumsum --input=%t.cumsum/0.npy --output=%t.cumsum/out.npy
// RUN: %python %S/Inputs/arrays.py check cumsum %t.cumsum | FileCheck %s
// RUN: weft-run %s --function=cumsum --seed=7 --input=%t.cumsum/0.npy --output=%t.cumsum/out.npy
// RUN: %python %S/Inputs/arrays.py check cumsum %t.cumsum | FileCheck %s
// CHECK: equal

!x = !tile.ref<8x10xf32>
!t = tensor<4x16xf32>
tile.kernel @softmax(%x: !x, %y: !x) attributes {stage = "free", grid = 2} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %scale = arith.constant dense<0.125> : !t
  %lowest = arith.constant dense<0xFF800000> : !t
  %zero = arith.constant dense<0.0> : !t
  %program = tile.program_id
  %row = arith.muli %program, %c4 : index
  %in = tile.load %x[%row, %c0] bound [_, %c10] : !x -> !t
  %live = tile.mask [%row, %c0] bound [_, %c10] : tensor<4x16xi1>
  %s = arith.mulf %in, %scale : !t
  %sm = arith.select %live, %s, %lowest : tensor<4x16xi1>, !t
  %max = tile.reduce max %sm [1] : !t -> tensor<4xf32>
  %maxes = tile.broadcast %max [0] : tensor<4xf32> -> !t
  %d = arith.subf %s, %maxes : !t
  %e = math.exp %d : !t
  %em = arith.select %live, %e, %zero : tensor<4x16xi1>, !t
  %sum = tile.reduce add %em [1] : !t -> tensor<4xf32>
  %sums = tile.broadcast %sum [0] : tensor<4xf32> -> !t
  %out = arith.divf %e, %sums : !t
  tile.store %out, %y[%row, %c0] bound [_, %c10] : !t, !x
  tile.return
}

!m = !tile.ref<64x64xbf16>
!s = tensor<16x32xf32>
tile.kernel @gemm(%a: !m, %b: !m, %bias: !tile.ref<64xf32>, %c: !m) attributes {stage = "free", grid = 8} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !s
  %program = tile.program_id
  %i, %j = tile.unrank %program in [4, 2] band 3
  %m = arith.muli %i, %c16 : index
  %n = arith.muli %j, %c32 : index
  %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %zero) -> (!s) {
    %x = tile.load %a[%m, %k] : !m -> tensor<16x16xbf16>
    %y = tile.load %b[%k, %n] : !m -> tensor<16x32xbf16>
    %d = tile.dot %x, %y, %acc : tensor<16x16xbf16>, tensor<16x32xbf16>, !s
    scf.yield %d : !s
  }
  %v = tile.load %bias[%n] : !tile.ref<64xf32> -> tensor<32xf32>
  %w = tile.broadcast %v [1] : tensor<32xf32> -> !s
  %t = arith.addf %sum, %w : !s
  %g = math.erf %t : !s
  %o = arith.truncf %g : !s to tensor<16x32xbf16>
  tile.store %o, %c[%m, %n] : tensor<16x32xbf16>, !m
  tile.return
}

!qkv = !tile.ref<2x32x16xbf16>
!p = tensor<16x16xbf16>
!q = tensor<16x16xf32>
!i = tensor<16x16xi32>
!v = tensor<16xf32>
tile.kernel @attention(%q: !qkv, %k: !qkv, %v: !qkv, %o: !qkv) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  // A quarter, and log2(e).
  %scale = arith.constant dense<0.36067376> : !q
  %hidden = arith.constant dense<0xFF800000> : !q
  %zeros = arith.constant dense<0.0> : !q
  %m0 = arith.constant dense<0xFF800000> : !v
  %l0 = arith.constant dense<0.0> : !v
  %program = tile.program_id
  %h, %qi = tile.unrank %program in [2, 2]
  %i = arith.muli %qi, %c16 : index
  %end = arith.addi %i, %c16 : index
  %qt = tile.load %q[%h, %i, %c0] : !qkv -> !p
  %r:3 = scf.for %j = %c0 to %end step %c16 iter_args(%m = %m0, %l = %l0, %acc = %zeros) -> (!v, !v, !q) {
    %kt = tile.load %k[%h, %j, %c0] : !qkv -> !p
    %kk = tile.transpose %kt [1, 0] : !p -> !p
    %s0 = tile.dot %qt, %kk, %zeros : !p, !p, !q
    %s1 = arith.mulf %s0, %scale : !q
    %ahead = arith.subi %j, %i : index
    %ahead32 = arith.index_cast %ahead : index to i32
    %shift = tensor.splat %ahead32 : !i
    %rows = tile.iota 0 : !i
    %columns = tile.iota 1 : !i
    %at = arith.addi %columns, %shift : !i
    %seen = arith.cmpi sle, %at, %rows : !i
    %s = arith.select %seen, %s1, %hidden : tensor<16x16xi1>, !q
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
    %pb = arith.truncf %p : !q to !p
    %vt = tile.load %v[%h, %j, %c0] : !qkv -> !p
    %a2 = tile.dot %pb, %vt, %a1 : !p, !p, !q
    scf.yield %m1, %l1, %a2 : !v, !v, !q
  }
  %lb = tile.broadcast %r#1 [0] : !v -> !q
  %out = arith.divf %r#2, %lb : !q
  %ob = arith.truncf %out : !q to !p
  tile.store %ob, %o[%h, %i, %c0] : !p, !qkv
  tile.return
}

!r = !tile.ref<64xi32>
!w = !tile.ref<4xi64>
tile.kernel @cumsum(%x: !r, %y: !r, %state: !w {tile.zeroed}, %ticket: !tile.ref<1xi32> {tile.zeroed}) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i64
  %low = arith.constant 4294967295 : i64
  %flag1 = arith.constant 4294967296 : i64
  %flag2 = arith.constant 8589934592 : i64
  %t32 = tile.atomic add relaxed device %ticket[%c0], %one : i32 : !tile.ref<1xi32> -> i32
  %t = arith.index_cast %t32 : i32 to index
  %i = arith.muli %t, %c16 : index
  %v = tile.load %x[%i] : !r -> tensor<16xi32>
  %s, %total = tile.scan add %v along 0 : tensor<16xi32> -> tensor<16xi32>, tensor<i32>
  %sum = tensor.extract %total[] : tensor<i32>
  %sum64 = arith.extui %sum : i32 to i64
  %mine = arith.ori %sum64, %flag1 : i64
  %u0 = tile.atomic exchange release device %state[%t], %mine : i64 : !w -> i64
  %p:2 = scf.while (%j = %t, %before = %none) : (index, i64) -> (index, i64) {
    %more = arith.cmpi ne, %j, %c0 : index
    scf.condition(%more) %j, %before : index, i64
  } do {
  ^bb0(%j: index, %before: i64):
    %back = arith.subi %j, %c1 : index
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
  %carry = tensor.splat %before32 : tensor<16xi32>
  %out = arith.addi %s, %carry : tensor<16xi32>
  tile.store %out, %y[%i] : tensor<16xi32>, !r
  tile.return
}
