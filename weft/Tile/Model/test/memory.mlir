// RUN: weft-run %s --function=boxes --args='[dense<[[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]> : tensor<3x4xi32>]' | FileCheck %s --check-prefix=BOXES

// Columns backwards from 5, every second one; what lies outside is -1.
// BOXES: tensor<3x4xi32> {
// BOXES:      [-1, 3, 1, -1],
// BOXES-NEXT: [-1, 13, 11, -1],
// BOXES-NEXT: [-1, 23, 21, -1]
// The last row, then one element.
// BOXES: tensor<4xi32> {
// BOXES-NEXT: [20, 21, 22, 23]
// BOXES: tensor<i32> {12}
!x = !tile.ref<3x4xi32>
tile.kernel @boxes(%x: !x, %y: !x, %z: !tile.ref<4xi32>, %w: !tile.ref<i32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %none = arith.constant -1 : i32
  %a = tile.load %x[%c0, %c5] bound [_, %c4] else %none strides [1, -2] : !x -> tensor<3x4xi32>
  tile.store %a, %y[%c0, %c0] : tensor<3x4xi32>, !x
  %b = tile.load %x[%c2, %c0] : !x -> tensor<4xi32>
  tile.store %b, %z[%c0] : tensor<4xi32>, !tile.ref<4xi32>
  %c = tile.load %x[%c1, %c2] : !x -> tensor<i32>
  tile.store %c, %w[] : tensor<i32>, !tile.ref<i32>
  tile.return
}

// Memory attributes change where elements lie, not what is read and written.
// RUN: weft-run %s --function=arrangements --args='[dense<[[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]> : tensor<3x4xi32>]' | FileCheck %s --check-prefix=ARRANGED
// ARRANGED: [0, 1, 2, 3],
// ARRANGED-NEXT: [10, 11, 12, 13],
// ARRANGED-NEXT: [20, 21, 22, 23]
!strided = !tile.ref<3x4xi32, #tile.memory<strides = [1, 5]>>
!tiled = !tile.ref<3x4xi32, shared, #tile.memory<tile = [2, 4][1, 2], order = [1, 0]>>
!padded = !tile.ref<3x4xi32, shared, #tile.memory<pad = [4, 1]>>
!swizzled = !tile.ref<16x8xi32, shared, #tile.memory<tile = [8, 8], swizzle = 32>>
tile.kernel @arrangements(%x: !strided, %y: !tile.ref<3x4xi32, #tile.memory<tile = [2, 2]>>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = tile.alloc : !tiled
  %b = tile.alloc : !padded
  %c = tile.alloc : !swizzled
  %0 = tile.load %x[%c0, %c0] : !strided -> tensor<3x4xi32>
  tile.store %0, %a[%c0, %c0] : tensor<3x4xi32>, !tiled
  %1 = tile.load %a[%c0, %c0] : !tiled -> tensor<3x4xi32>
  tile.store %1, %b[%c0, %c0] : tensor<3x4xi32>, !padded
  %2 = tile.load %b[%c0, %c0] : !padded -> tensor<3x4xi32>
  tile.store %2, %c[%c8, %c0] : tensor<3x4xi32>, !swizzled
  %3 = tile.load %c[%c8, %c0] : !swizzled -> tensor<3x4xi32>
  tile.store %3, %y[%c0, %c0] : tensor<3x4xi32>, !tile.ref<3x4xi32, #tile.memory<tile = [2, 2]>>
  tile.return
}

// RUN: weft-run %s --function=gather --args='[dense<[[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]> : tensor<3x4xi32>, dense<[2, 0, 7, 1]> : tensor<4xi32>]' | FileCheck %s --check-prefix=GATHER
// Rows 2, 0, none and 1; columns 2 to 4, of which the last is beyond the bound.
// GATHER:      [22, 23, 0],
// GATHER-NEXT: [2, 3, 0],
// GATHER-NEXT: [0, 0, 0],
// GATHER-NEXT: [12, 13, 0]
// Element by element, with a column for each.
// GATHER: [22, 0, -5, 11]
tile.kernel @gather(%x: !x, %k: !tile.ref<4xi32>, %y: !tile.ref<4x3xi32>, %z: !tile.ref<4xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %three = arith.constant dense<3> : tensor<4xi32>
  %other = arith.constant -5 : i32
  %i = tile.load %k[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
  %m = arith.cmpi ult, %i, %three : tensor<4xi32>
  %t = tile.gather %x[%i, %c2] bound [_, %c4] mask %m : !x, tensor<4xi32>, index -> tensor<4x3xi32>
  tile.store %t, %y[%c0, %c0] : tensor<4x3xi32>, !tile.ref<4x3xi32>
  %u = tile.gather %x[%i, %i] mask %m else %other : !x, tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  tile.store %u, %z[%c0] : tensor<4xi32>, !tile.ref<4xi32>
  tile.return
}

// RUN: weft-run %s --function=scatter --args='[dense<[2, 0, 7, 2]> : tensor<4xi32>, dense<100> : tensor<3x4xi32>]' | FileCheck %s --check-prefix=SCATTER
// SCATTER:      [101, 101, 100, 100],
// SCATTER-NEXT: [100, 100, 100, 100],
// SCATTER-NEXT: [103, 103, 100, 100]
tile.kernel @scatter(%k: !tile.ref<4xi32>, %y: !x) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %three = arith.constant dense<3> : tensor<4xi32>
  %i = tile.load %k[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
  %m = arith.cmpi ult, %i, %three : tensor<4xi32>
  %n = tile.iota 0 : tensor<4x3xi32>
  tile.scatter add %n, %y[%i, %c0] bound [_, %c2] mask %m : tensor<4x3xi32>, !x, tensor<4xi32>, index
  tile.return
}

// What was there before each element; zero where the mask is false.
// RUN: weft-run %s --function=before --args='[dense<[2, 0, 7, 2]> : tensor<4xi32>, dense<[5, 6, 7]> : tensor<3xi32>]' | FileCheck %s --check-prefix=BEFORE
// BEFORE: [6, 6, 9]
// BEFORE: [7, 5, 0, 8]
tile.kernel @before(%k: !tile.ref<4xi32>, %n: !tile.ref<3xi32>, %y: !tile.ref<4xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %three = arith.constant dense<3> : tensor<4xi32>
  %i = tile.load %k[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
  %m = arith.cmpi ult, %i, %three : tensor<4xi32>
  %one = arith.constant dense<1> : tensor<4xi32>
  %old = tile.scatter add %one, %n[%i] mask %m : tensor<4xi32>, !tile.ref<3xi32>, tensor<4xi32> -> tensor<4xi32>
  tile.store %old, %y[%c0] : tensor<4xi32>, !tile.ref<4xi32>
  tile.return
}

// In place: the output has the bytes of the first argument.
// RUN: weft-run %s --function=place --args='[dense<[1, 2, 3, 4]> : tensor<4xi32>]' | FileCheck %s --check-prefix=PLACE
// PLACE: [1, 2, 7, 7]
tile.kernel @place(%x: !tile.ref<4xi32>, %y: !tile.ref<4xi32> {tile.aliases = 0}) attributes {stage = "free", grid = 1} {
  %c2 = arith.constant 2 : index
  %t = arith.constant dense<7> : tensor<2xi32>
  tile.store %t, %y[%c2] : tensor<2xi32>, !tile.ref<4xi32>
  tile.return
}

// RUN: weft-run %s --function=atomics --args='[dense<[5, -1, 3, 12]> : tensor<4xi32>]' | FileCheck %s --check-prefix=ATOMICS
// What is left: 5 + 1, umax(-1, 1), min(3, 1), 12 xor 1. Then what was there.
// ATOMICS: [6, -1, 1, 13]
// ATOMICS: [5, -1, 3, 12]
tile.kernel @atomics(%x: !tile.ref<4xi32>, %y: !tile.ref<4xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %old = tile.atomic load acquire device %x[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
  tile.store %old, %y[%c0] : tensor<4xi32>, !tile.ref<4xi32>
  %a = tile.atomic add relaxed device %x[%c0], %one : i32 : !tile.ref<4xi32> -> i32
  %b = tile.atomic umax relaxed device %x[%c1], %one : i32 : !tile.ref<4xi32> -> i32
  %c = tile.atomic min relaxed device %x[%c2], %one : i32 : !tile.ref<4xi32> -> i32
  %d = tile.atomic xor relaxed device %x[%c3], %one : i32 : !tile.ref<4xi32> -> i32
  tile.return
}

// All programs write before any reads what another has written.
// RUN: weft-run %s --function=phases | FileCheck %s --check-prefix=PHASES
// RUN: weft-run %s --function=phases --seed=3 | FileCheck %s --check-prefix=PHASES
// PHASES: [3, 2, 1, 0]
tile.kernel @phases(%y: !tile.ref<4xi32>, %w: !tile.ref<4xi32> {tile.zeroed}) attributes {stage = "free", grid = 4} {
  %c3 = arith.constant 3 : index
  %p = tile.program_id
  %q = arith.subi %c3, %p : index
  %v = arith.index_cast %p : index to i32
  %t = tensor.splat %v : tensor<i32>
  tile.store %t, %w[%p] : tensor<i32>, !tile.ref<4xi32>
  tile.barrier device
  %u = tile.load %w[%q] : !tile.ref<4xi32> -> tensor<i32>
  tile.store %u, %y[%p] : tensor<i32>, !tile.ref<4xi32>
  tile.return
}
