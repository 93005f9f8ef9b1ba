// RUN: weft-opt %s --insert-synchronisation | FileCheck %s
// RUN: weft-opt %s --insert-synchronisation --check-synchronisation -o /dev/null

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
#turned = #tile.layout<base = [128], lane = [0:4, 0:8, 0:16, 0:32, 0:64], warp = [0:1, 0:2]>
#copies = #tile.layout<base = [32], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [*, *]>
!t = tensor<128xf32, #rows>
!u = tensor<128xf32, #turned>
!m = !tile.ref<128xf32, shared>
!g = !tile.ref<4096xf32>

// Between a store and a load of the same bytes by other threads.

// CHECK-LABEL: tile.kernel @read_after_write
// CHECK-SAME: stage = "synchronised"
// CHECK: tile.store
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.load
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @read_after_write(%a: f32) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : !t
  %m = tile.alloc at 0 : !m
  tile.store %x, %m[%c0] {vector = 1 : i64} : !t, !m
  %0 = tile.load %m[%c0] {vector = 1 : i64} : !m -> !u
  tile.return
}

// The same in global memory: a block that loads what it stored.

// CHECK-LABEL: tile.kernel @global
// CHECK: tile.store
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.load
tile.kernel @global(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : !t
  tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> !u
  tile.return
}

// Of boxes at any two places along a dim in which they have one element, each thread has its own elements in both.

// CHECK-LABEL: tile.kernel @slots
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @slots(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 2048} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %m = tile.alloc at 0 : !tile.ref<4x128xf32, shared>
  scf.for %i = %c0 to %c512 step %c128 {
    %x = tile.load %y[%i] {vector = 1 : i64} : !g -> !t
    %slot = arith.divui %i, %c128 : index
    tile.store %x, %m[%slot, %c0] {vector = 1 : i64} : !t, !tile.ref<4x128xf32, shared>
  }
  scf.for %i = %c0 to %c512 step %c128 {
    %slot = arith.divui %i, %c128 : index
    %x = tile.load %m[%slot, %c0] {vector = 1 : i64} : !tile.ref<4x128xf32, shared> -> !t
  }
  tile.return
}

// Another thread's are among those of a turned layout.

// CHECK-LABEL: tile.kernel @slots_of_others
// CHECK: tile.barrier
// CHECK: tile.return
tile.kernel @slots_of_others(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 2048} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %m = tile.alloc at 0 : !tile.ref<4x128xf32, shared>
  scf.for %i = %c0 to %c512 step %c128 {
    %x = tile.load %y[%i] {vector = 1 : i64} : !g -> !t
    %slot = arith.divui %i, %c128 : index
    tile.store %x, %m[%slot, %c0] {vector = 1 : i64} : !t, !tile.ref<4x128xf32, shared>
  }
  scf.for %i = %c0 to %c512 step %c128 {
    %slot = arith.divui %i, %c128 : index
    %x = tile.load %m[%slot, %c0] {vector = 1 : i64} : !tile.ref<4x128xf32, shared> -> !u
  }
  tile.return
}

// A thread that loads its own elements waits for no other.

// CHECK-LABEL: tile.kernel @own
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @own(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : !t
  tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> !t
  tile.store %0, %y[%c0] {vector = 1 : i64} : !t, !g
  tile.return
}

// Of those that hold copies, one stores and all load.

// CHECK-LABEL: tile.kernel @copies
// CHECK: tile.store
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.load
tile.kernel @copies(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<32xf32, #copies>
  tile.store %x, %y[%c0] {vector = 1 : i64} : tensor<32xf32, #copies>, !g
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> tensor<32xf32, #copies>
  tile.return
}

// Arguments that share bytes are one; others are apart.

// CHECK-LABEL: tile.kernel @arguments
// CHECK: tile.load %arg0
// CHECK-NEXT: tile.store %{{.*}}, %arg1
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.store %{{.*}}, %arg2
tile.kernel @arguments(%x: !g, %y: !g, %z: !g {tile.aliases = 0 : i64}) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tile.load %x[%c0] {vector = 1 : i64} : !g -> !t
  tile.store %0, %y[%c0] {vector = 1 : i64} : !t, !g
  tile.store %0, %z[%c1] {vector = 1 : i64} : !t, !g
  tile.return
}

// Also where they name each other, directly or in a circle.

// CHECK-LABEL: tile.kernel @circle
// CHECK: tile.load %arg0
// CHECK-NEXT: tile.store %{{.*}}, %arg1
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.store %{{.*}}, %arg4
tile.kernel @circle(%x: !g {tile.aliases = 2 : i64}, %y: !g, %z: !g {tile.aliases = 3 : i64}, %v: !g {tile.aliases = 2 : i64}, %w: !g {tile.aliases = 3 : i64}) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tile.load %x[%c0] {vector = 1 : i64} : !g -> !t
  tile.store %0, %y[%c0] {vector = 1 : i64} : !t, !g
  tile.store %0, %w[%c1] {vector = 1 : i64} : !t, !g
  tile.return
}

// Boxes that are apart: in one iteration, and from one to the next.

// CHECK-LABEL: tile.kernel @apart
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @apart(%a: f32, %y: !g, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %x = tensor.splat %a : !t
  scf.for %i = %c0 to %n step %c2 {
    %at = arith.muli %i, %c128 : index
    %behind = arith.addi %at, %c128 : index
    tile.store %x, %y[%at] {vector = 1 : i64} : !t, !g
    %0 = tile.load %y[%behind] {vector = 1 : i64} : !g -> !u
  }
  tile.return
}

// A loop that is known to run, with a barrier in it: nobody comes by another way.

// CHECK-LABEL: tile.kernel @through
// CHECK: tile.load %arg1
// CHECK-NEXT: scf.for
// CHECK: tile.barrier program
// CHECK: {{^ *}}}
// CHECK-NEXT: tile.store %{{.*}}, %arg1
tile.kernel @through(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %x = tensor.splat %a : !t
  %m = tile.alloc at 0 : !m
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> !u
  scf.for %i = %c0 to %c7 step %c1 {
    tile.store %x, %m[%c0] {vector = 1 : i64} : !t, !m
    %1 = tile.load %m[%c0] {vector = 1 : i64} : !m -> !u
  }
  tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  tile.return
}

// The same where its steps are counted by a rounded quotient.

// CHECK-LABEL: tile.kernel @counted
// CHECK: tile.load %arg1
// CHECK-NEXT: scf.for
// CHECK: tile.barrier program
// CHECK: {{^ *}}}
// CHECK-NEXT: tile.store %{{.*}}, %arg1
tile.kernel @counted(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %x = tensor.splat %a : !t
  %m = tile.alloc at 0 : !m
  %turns = arith.ceildivsi %c7, %c4 : index
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> !u
  scf.for %i = %c0 to %turns step %c1 {
    tile.store %x, %m[%c0] {vector = 1 : i64} : !t, !m
    %1 = tile.load %m[%c0] {vector = 1 : i64} : !m -> !u
  }
  tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  tile.return
}

// By a quotient of numbers without a sign.

// CHECK-LABEL: tile.kernel @counted_without_sign
// CHECK: tile.load %arg1
// CHECK-NEXT: scf.for
// CHECK: tile.barrier program
// CHECK: {{^ *}}}
// CHECK-NEXT: tile.store %{{.*}}, %arg1
tile.kernel @counted_without_sign(%a: f32, %y: !g, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = tensor.splat %a : !t
  %m = tile.alloc at 0 : !m
  %some = arith.maxsi %n, %c1 : index
  %turns = arith.ceildivui %some, %c4 : index
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> !u
  scf.for %i = %c0 to %turns step %c1 {
    tile.store %x, %m[%c0] {vector = 1 : i64} : !t, !m
    %1 = tile.load %m[%c0] {vector = 1 : i64} : !m -> !u
  }
  tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  tile.return
}

// It may not run.

// CHECK-LABEL: tile.kernel @past
// CHECK: tile.load %arg1
// CHECK: scf.for
// CHECK: {{^ *}}}
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.store %{{.*}}, %arg1
tile.kernel @past(%a: f32, %y: !g, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : !t
  %m = tile.alloc at 0 : !m
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> !u
  scf.for %i = %c0 to %n step %c1 {
    tile.store %x, %m[%c0] {vector = 1 : i64} : !t, !m
    %1 = tile.load %m[%c0] {vector = 1 : i64} : !m -> !u
  }
  tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  tile.return
}

// A step that is too short.

// CHECK-LABEL: tile.kernel @overlap
// CHECK: scf.for
// CHECK: tile.barrier program
// CHECK-NEXT: tile.store
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @overlap(%a: f32, %y: !g, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c127 = arith.constant 127 : index
  %x = tensor.splat %a : !t
  scf.for %i = %c0 to %n step %c127 {
    tile.store %x, %y[%i] {vector = 1 : i64} : !t, !g
  }
  tile.return
}

// Around a loop: readers of one iteration, writers of the next.

// CHECK-LABEL: tile.kernel @around
// CHECK: scf.for
// CHECK: tile.barrier program
// CHECK-NEXT: tile.store
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.load
// CHECK-NEXT: {{^ *}}}
tile.kernel @around(%a: f32, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : !t
  scf.for %i = %c0 to %n step %c1 {
    %m = tile.alloc at 0 : !m
    tile.store %x, %m[%c0] {vector = 1 : i64} : !t, !m
    %0 = tile.load %m[%c0] {vector = 1 : i64} : !m -> !u
  }
  tile.return
}

// With two allocations, the barrier of the one serves the other.

// CHECK-LABEL: tile.kernel @two
// CHECK: scf.for
// CHECK-NOT: tile.barrier
// CHECK: tile.store
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.load
// CHECK-NOT: tile.barrier
// CHECK: tile.store
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.load
// CHECK-NEXT: {{^ *}}}
tile.kernel @two(%a: f32, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 1024} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : !t
  scf.for %i = %c0 to %n step %c1 {
    %m = tile.alloc at 0 : !m
    tile.store %x, %m[%c0] {vector = 1 : i64} : !t, !m
    %0 = tile.load %m[%c0] {vector = 1 : i64} : !m -> !u
    %k = tile.alloc at 512 : !m
    tile.store %x, %k[%c0] {vector = 1 : i64} : !t, !m
    %1 = tile.load %k[%c0] {vector = 1 : i64} : !m -> !u
  }
  tile.return
}

// What was stored before a loop is waited for before the loop.

// CHECK-LABEL: tile.kernel @before
// CHECK: tile.store
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: scf.for
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @before(%a: f32, %y: !g, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : !t
  tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  scf.for %i = %c0 to %n step %c1 {
    %0 = tile.load %y[%i] {vector = 1 : i64} : !g -> !u
  }
  tile.return
}

// One way through a branch is enough.

// CHECK-LABEL: tile.kernel @branch
// CHECK: scf.if
// CHECK: tile.store
// CHECK: {{^ *}}}
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.load
tile.kernel @branch(%a: f32, %y: !g, %b: i1) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : !t
  scf.if %b {
    tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
  }
  %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> !u
  tile.return
}

// The condition of a loop runs after its body.

// CHECK-LABEL: tile.kernel @while
// CHECK: scf.while
// CHECK: tile.barrier program
// CHECK-NEXT: tile.load
// CHECK: scf.condition
// CHECK: tile.barrier program
// CHECK-NEXT: tile.store
tile.kernel @while(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : !t
  scf.while : () -> () {
    %0 = tile.load %y[%c0] {vector = 1 : i64} : !g -> tensor<f32, #tile.layout<base = [], lane = [*, *, *, *, *], warp = [*, *]>>
    %1 = tensor.extract %0[] : tensor<f32, #tile.layout<base = [], lane = [*, *, *, *, *], warp = [*, *]>>
    %2 = arith.cmpf ogt, %1, %a : f32
    scf.condition(%2)
  } do {
    tile.store %x, %y[%c0] {vector = 1 : i64} : !t, !g
    scf.yield
  }
  tile.return
}

// Rows that are scattered to by their number are others.

// CHECK-LABEL: tile.kernel @scattered_rows
// CHECK: tile.scatter
// CHECK-NEXT: tile.scatter
// CHECK: tile.barrier program
// CHECK-NEXT: tile.scatter
tile.kernel @scattered_rows(%a: f32, %i: i32, %j: i32, %y: !tile.ref<2x4096xf32>) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : !t
  %at = tensor.splat %i : tensor<128xi32, #rows>
  tile.scatter set %x, %y[%c0, %at] {unique} : !t, !tile.ref<2x4096xf32>, index, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%c1, %at] {unique} : !t, !tile.ref<2x4096xf32>, index, tensor<128xi32, #rows>
  %other = tensor.splat %j : tensor<128xi32, #rows>
  tile.scatter set %x, %y[%c1, %other] {unique} : !t, !tile.ref<2x4096xf32>, index, tensor<128xi32, #rows>
  tile.return
}

// A box that reaches over the end of a row does not touch the next one.

// CHECK-LABEL: tile.kernel @beyond
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @beyond(%y: !tile.ref<32x3xf32>) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = tile.load %y[%c0, %c0] bound [_, %c3] {vector = 1 : i64} : !tile.ref<32x3xf32> -> tensor<32x4xf32, #tile.layout<base = [32, 4], lane = [1:1, 1:2, 0:1, 0:2, 0:4], warp = [0:8, 0:16]>>
  tile.store %0, %y[%c0, %c0] bound [_, %c3] {vector = 1 : i64} : tensor<32x4xf32, #tile.layout<base = [32, 4], lane = [1:1, 1:2, 0:1, 0:2, 0:4], warp = [0:8, 0:16]>>, !tile.ref<32x3xf32>
  tile.return
}

// So are elements whose numbers lie between others, as far as positions and constants tell; what may wrap tells nothing.

// CHECK-LABEL: tile.kernel @scattered_ranges
// CHECK: tile.scatter
// CHECK-NOT: tile.barrier
// CHECK: tile.scatter
// CHECK: tile.barrier program
// CHECK-NEXT: tile.scatter
// CHECK: tile.return
tile.kernel @scattered_ranges(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %x = tensor.splat %a : !t
  %c100 = arith.constant dense<100> : tensor<128xi32, #rows>
  %far = arith.constant dense<2000000000> : tensor<128xi32, #rows>
  %i = tile.iota 0 : tensor<128xi32, #rows>
  %low = arith.remui %i, %c100 : tensor<128xi32, #rows>
  %high = arith.addi %low, %c100 : tensor<128xi32, #rows>
  %further = arith.addi %far, %far : tensor<128xi32, #rows>
  %anywhere = arith.addi %low, %further : tensor<128xi32, #rows>
  tile.scatter set %x, %y[%low] {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%high] {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%anywhere] {unique} : !t, !g, tensor<128xi32, #rows>
  tile.return
}

// Indices that go down from a number lie where those that go up do not reach, where they go only so far.

// CHECK-LABEL: tile.kernel @scattered_mirrored
// CHECK: tile.scatter
// CHECK-NOT: tile.barrier
// CHECK: tile.scatter
// CHECK: tile.barrier program
// CHECK-NEXT: tile.scatter
// CHECK: tile.return
tile.kernel @scattered_mirrored(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %x = tensor.splat %a : !t
  %c8 = arith.constant dense<8> : tensor<128xi32, #rows>
  %c14 = arith.constant dense<14> : tensor<128xi32, #rows>
  %c15 = arith.constant dense<15> : tensor<128xi32, #rows>
  %i = tile.iota 0 : tensor<128xi32, #rows>
  %low = arith.remui %i, %c8 : tensor<128xi32, #rows>
  %high = arith.subi %c15, %low : tensor<128xi32, #rows>
  %met = arith.subi %c14, %low : tensor<128xi32, #rows>
  tile.scatter set %x, %y[%low] {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%high] {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%met] {unique} : !t, !g, tensor<128xi32, #rows>
  tile.return
}

// What a mask lets pass is known, of numbers from memory, too.

// CHECK-LABEL: tile.kernel @scattered_masked
// CHECK: tile.scatter
// CHECK-NOT: tile.barrier
// CHECK: tile.scatter
// CHECK: tile.barrier program
// CHECK-NEXT: tile.scatter
// CHECK: tile.return
tile.kernel @scattered_masked(%a: f32, %keys: !tile.ref<128xi32> {tile.readonly}, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : !t
  %c90 = arith.constant dense<90> : tensor<128xi32, #rows>
  %c91 = arith.constant dense<91> : tensor<128xi32, #rows>
  %key = tile.load %keys[%c0] {vector = 1 : i64} : !tile.ref<128xi32> -> tensor<128xi32, #rows>
  %behind = arith.addi %key, %c90 : tensor<128xi32, #rows>
  %some = arith.cmpi ult, %key, %c90 : tensor<128xi32, #rows>
  %more = arith.cmpi ult, %key, %c91 : tensor<128xi32, #rows>
  tile.scatter set %x, %y[%key] mask %some {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%behind] mask %some {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%key] mask %more {unique} : !t, !g, tensor<128xi32, #rows>
  tile.return
}

// Even and odd indices are other ones, and rows of a line are, where masks keep them in it.

// CHECK-LABEL: tile.kernel @scattered_lines
// CHECK: tile.scatter
// CHECK-NOT: tile.barrier
// CHECK: tile.scatter
// CHECK-NOT: tile.barrier
// CHECK: tile.scatter
// CHECK: tile.barrier program
// CHECK-NEXT: tile.scatter
// CHECK: tile.return
tile.kernel @scattered_lines(%a: f32, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 3, warps = 4, shared_bytes = 0} {
  %x = tensor.splat %a : !t
  %c1 = arith.constant dense<1> : tensor<128xi32, #rows>
  %c2 = arith.constant dense<2> : tensor<128xi32, #rows>
  %c3 = arith.constant dense<3> : tensor<128xi32, #rows>
  %c8 = arith.constant dense<8> : tensor<128xi32, #rows>
  %c16 = arith.constant dense<16> : tensor<128xi32, #rows>
  %c45 = arith.constant dense<45> : tensor<128xi32, #rows>
  %i = tile.iota 0 : tensor<128xi32, #rows>
  %p = tile.program_id
  %n = arith.index_cast %p : index to i32
  %number = tensor.splat %n : tensor<128xi32, #rows>
  %first = arith.muli %number, %c8 : tensor<128xi32, #rows>
  %own = arith.divui %i, %c16 : tensor<128xi32, #rows>
  %line = arith.addi %first, %own : tensor<128xi32, #rows>
  %begin = arith.muli %line, %c45 : tensor<128xi32, #rows>
  %node = arith.remui %i, %c16 : tensor<128xi32, #rows>
  %two = arith.muli %node, %c2 : tensor<128xi32, #rows>
  %four = arith.muli %two, %c2 : tensor<128xi32, #rows>
  %next = arith.addi %four, %c1 : tensor<128xi32, #rows>
  %last = arith.addi %four, %c3 : tensor<128xi32, #rows>
  %some = arith.cmpi slt, %four, %c45 : tensor<128xi32, #rows>
  %others = arith.cmpi slt, %next, %c45 : tensor<128xi32, #rows>
  %at = arith.addi %begin, %four : tensor<128xi32, #rows>
  %behind = arith.addi %begin, %next : tensor<128xi32, #rows>
  %end = arith.addi %begin, %last : tensor<128xi32, #rows>
  tile.scatter set %x, %y[%at] mask %some {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%behind] mask %others {unique} : !t, !g, tensor<128xi32, #rows>
  %masked = arith.cmpi slt, %last, %c45 : tensor<128xi32, #rows>
  tile.scatter set %x, %y[%end] mask %masked {unique} : !t, !g, tensor<128xi32, #rows>
  tile.scatter set %x, %y[%end] {unique} : !t, !g, tensor<128xi32, #rows>
  tile.return
}

// Elements that are scattered to where they were gathered from are one thread's, if they are the same ones.

// CHECK-LABEL: tile.kernel @scattered_back
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @scattered_back(%keys: !tile.ref<128xi32> {tile.readonly}, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c90 = arith.constant dense<90> : tensor<128xi32, #rows>
  %key = tile.load %keys[%c0] {vector = 1 : i64} : !tile.ref<128xi32> -> tensor<128xi32, #rows>
  %some = arith.cmpi ult, %key, %c90 : tensor<128xi32, #rows>
  %from = arith.addi %key, %c90 : tensor<128xi32, #rows>
  %t = tile.gather %y[%from] mask %some : !g, tensor<128xi32, #rows> -> !t
  %to = arith.addi %key, %c90 : tensor<128xi32, #rows>
  tile.scatter set %t, %y[%to] mask %some {unique} : !t, !g, tensor<128xi32, #rows>
  tile.return
}

// Others are where the mask is another one, in the next iteration, where copies of an element are held, and where two may be
// at one place.

// CHECK-LABEL: tile.kernel @scattered_elsewhere
// CHECK: tile.gather
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.scatter
// CHECK: tile.return
tile.kernel @scattered_elsewhere(%keys: !tile.ref<128xi32> {tile.readonly}, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c90 = arith.constant dense<90> : tensor<128xi32, #rows>
  %key = tile.load %keys[%c0] {vector = 1 : i64} : !tile.ref<128xi32> -> tensor<128xi32, #rows>
  %some = arith.cmpi ult, %key, %c90 : tensor<128xi32, #rows>
  %t = tile.gather %y[%key] : !g, tensor<128xi32, #rows> -> !t
  tile.scatter set %t, %y[%key] mask %some {unique} : !t, !g, tensor<128xi32, #rows>
  tile.return
}

// CHECK-LABEL: tile.kernel @scattered_again
// CHECK: scf.for
// CHECK: tile.barrier program
// CHECK: {{^ *}}}
tile.kernel @scattered_again(%keys: !g {tile.readonly}, %y: !g, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %n step %c128 {
    %numbers = tile.load %keys[%i] {vector = 1 : i64} : !g -> !t
    %key = arith.fptosi %numbers : !t to tensor<128xi32, #rows>
    %t = tile.gather %y[%key] : !g, tensor<128xi32, #rows> -> !t
    tile.scatter set %t, %y[%key] {unique} : !t, !g, tensor<128xi32, #rows>
  }
  tile.return
}

// CHECK-LABEL: tile.kernel @scattered_copies
// CHECK: tile.gather
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.scatter
tile.kernel @scattered_copies(%keys: !tile.ref<32xi32> {tile.readonly}, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %key = tile.load %keys[%c0] {vector = 1 : i64} : !tile.ref<32xi32> -> tensor<32xi32, #copies>
  %t = tile.gather %y[%key] : !g, tensor<32xi32, #copies> -> tensor<32xf32, #copies>
  tile.scatter set %t, %y[%key] {unique} : tensor<32xf32, #copies>, !g, tensor<32xi32, #copies>
  tile.return
}

// CHECK-LABEL: tile.kernel @scattered_together
// CHECK: tile.gather
// CHECK-NEXT: tile.barrier program
// CHECK-NEXT: tile.scatter
tile.kernel @scattered_together(%keys: !tile.ref<128xi32> {tile.readonly}, %y: !g) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %key = tile.load %keys[%c0] {vector = 1 : i64} : !tile.ref<128xi32> -> tensor<128xi32, #rows>
  %t = tile.gather %y[%key] : !g, tensor<128xi32, #rows> -> !t
  tile.scatter add %t, %y[%key] : !t, !g, tensor<128xi32, #rows>
  tile.return
}

// What blocks tell each other they read and write atomically, and the kernel takes care of who is first. A store that is not
// atomic is one like any other.

// CHECK-LABEL: tile.kernel @told
// CHECK-NOT: tile.barrier
// CHECK: tile.atomic load
// CHECK: tile.barrier program
// CHECK-NEXT: tile.store
tile.kernel @told(%w: !tile.ref<4096xi64>) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<1> : tensor<128xi64, #rows>
  %at = arith.constant dense<5> : tensor<128xi32, #rows>
  tile.scatter add %x, %w[%at] : tensor<128xi64, #rows>, !tile.ref<4096xi64>, tensor<128xi32, #rows>
  %0 = tile.atomic exchange relaxed device %w[%c0], %x : tensor<128xi64, #rows> : !tile.ref<4096xi64> -> tensor<128xi64, #rows>
  %1 = tile.atomic load relaxed device %w[%c1] : !tile.ref<4096xi64> -> tensor<128xi64, #rows>
  tile.store %x, %w[%c0] {vector = 1 : i64} : tensor<128xi64, #rows>, !tile.ref<4096xi64>
  tile.return
}
