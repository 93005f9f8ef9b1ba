// What is undefined ends the run, and the message says where.

// RUN: not weft-run %s --function=outside --args='[dense<1> : tensor<8xi32>]' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: traps.mlir:[[#@LINE+8]]:8: error: 'tile.load' in program 1: index [8] is outside of !tile.ref<8xi32>
!i8 = !tile.ref<8xi32>
tile.kernel @outside(%x: !i8, %y: !i8) attributes {stage = "free", grid = 2} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %p = tile.program_id
  %i = arith.muli %p, %c5 : index
  %t = tile.load %x[%i] : !i8 -> tensor<4xi32>
  tile.store %t, %y[%i] bound [%c4] : tensor<4xi32>, !i8
  tile.return
}

// A bound that is larger than the ref promises too much.
// RUN: not weft-run %s --function=bound 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: error: 'tile.store' in program 0: index [8] is outside of !tile.ref<8xi32>
tile.kernel @bound(%y: !i8) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %t = tile.iota 0 : tensor<16xi32>
  tile.store %t, %y[%c0] bound [%c9] : tensor<16xi32>, !i8
  tile.return
}

// RUN: not weft-run %s --function=negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: 'tile.store' in program 0: index [-1] is outside of !tile.ref<8xi32>
tile.kernel @negative(%y: !i8) attributes {stage = "free", grid = 1} {
  %c6 = arith.constant 6 : index
  %t = tile.iota 0 : tensor<8xi32>
  tile.store %t, %y[%c6] strides [-1] : tensor<8xi32>, !i8
  tile.return
}

// RUN: not weft-run %s --function=gathered --args='[dense<[0, 1, 9]> : tensor<3xi32>, dense<0> : tensor<8xi32>]' 2>&1 | FileCheck %s --check-prefix=GATHERED
// GATHERED: error: 'tile.gather' in program 0: index [9] is outside of !tile.ref<8xi32>
tile.kernel @gathered(%k: !tile.ref<3xi32>, %x: !i8, %y: !tile.ref<3xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %i = tile.load %k[%c0] : !tile.ref<3xi32> -> tensor<3xi32>
  %t = tile.gather %x[%i] : !i8, tensor<3xi32> -> tensor<3xi32>
  tile.store %t, %y[%c0] : tensor<3xi32>, !tile.ref<3xi32>
  tile.return
}

// RUN: not weft-run %s --function=unranked 2>&1 | FileCheck %s --check-prefix=UNRANKED
// UNRANKED: error: 'tile.unrank' in program 6: 6 is not below the product of [2, 3]
tile.kernel @unranked() attributes {stage = "free", grid = 7} {
  %p = tile.program_id
  %i, %j = tile.unrank %p in [2, 3] band 1
  tile.return
}

// RUN: not weft-run %s --function=undefined 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// UNDEFINED: error: 'tile.load' in program 0: reads an element of a tile.alloc that nothing has written
tile.kernel @undefined(%y: !i8) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %a = tile.alloc : !tile.ref<8xi32, shared>
  %t = tile.iota 0 : tensor<4xi32>
  tile.store %t, %a[%c0] : tensor<4xi32>, !tile.ref<8xi32, shared>
  %u = tile.load %a[%c0] : !tile.ref<8xi32, shared> -> tensor<8xi32>
  tile.store %u, %y[%c0] : tensor<8xi32>, !i8
  tile.return
}

// RUN: not weft-run %s --function=zero --args='[dense<0> : tensor<i32>]' 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: 'arith.divsi' in program 0: divides by zero
// RUN: not weft-run %s --function=zero --args='[dense<-1> : tensor<i32>]' 2>&1 | FileCheck %s --check-prefix=LEAST
// LEAST: error: 'arith.divsi' in program 0: divides -2147483648, the least number, by -1
tile.kernel @zero(%n: i32) attributes {stage = "free", grid = 1} {
  %least = arith.constant -2147483648 : i32
  %q = arith.divsi %least, %n : i32
  tile.return
}

// RUN: not weft-run %s --function=asserted --args='[dense<false> : tensor<i1>]' 2>&1 | FileCheck %s --check-prefix=ASSERTED
// ASSERTED: error: 'cf.assert' in program 0: it does not hold
tile.kernel @asserted(%c: i1) attributes {stage = "free", grid = 1} {
  cf.assert %c, "it does not hold"
  tile.return
}

// RUN: not weft-run %s --function=step --args='[dense<0> : tensor<index>]' 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: error: 'scf.for' in program 0: the step of a loop must be positive, got 0
tile.kernel @step(%n: index) attributes {stage = "free", grid = 1} {
  %c8 = arith.constant 8 : index
  scf.for %i = %n to %c8 step %n {
  }
  tile.return
}

//===-- Outputs ------------------------------------------------------------===//

// RUN: not weft-run %s --function=never 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: traps.mlir:[[#@LINE+1]]:1: error: @never does not write element [4] of argument 0, nor 3 others
tile.kernel @never(%y: !i8) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %t = tile.iota 0 : tensor<8xi32>
  tile.store %t, %y[%c0] bound [%c4] : tensor<8xi32>, !i8
  tile.return
}

// RUN: not weft-run %s --function=twice 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 'tile.store' in program 0: writes an element that this program has written before
tile.kernel @twice(%y: !i8) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %t = tile.iota 0 : tensor<8xi32>
  tile.store %t, %y[%c0] : tensor<8xi32>, !i8
  tile.store %t, %y[%c0] : tensor<8xi32>, !i8
  tile.return
}

// RUN: not weft-run %s --function=overlapping 2>&1 | FileCheck %s --check-prefix=OVERLAPPING
// OVERLAPPING: error: 'tile.store' in program 1: writes an element that program 0 has written
tile.kernel @overlapping(%y: !i8) attributes {stage = "free", grid = 2} {
  %c3 = arith.constant 3 : index
  %p = tile.program_id
  %i = arith.muli %p, %c3 : index
  %t = tile.iota 0 : tensor<4xi32>
  tile.store %t, %y[%i] : tensor<4xi32>, !i8
  tile.return
}

// RUN: not weft-run %s --function=scattered --args='[dense<[3, 1, 4, 1, 5, 0, 2, 6]> : tensor<8xi32>]' 2>&1 | FileCheck %s --check-prefix=SCATTERED
// SCATTERED: error: 'tile.scatter' in program 0: is unique, but element [3] goes where another one has gone
tile.kernel @scattered(%k: !i8, %y: !i8) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %i = tile.load %k[%c0] : !i8 -> tensor<8xi32>
  tile.scatter set %i, %y[%i] {unique} : tensor<8xi32>, !i8, tensor<8xi32>
  tile.return
}

//===-- Waiting ------------------------------------------------------------===//

// RUN: not weft-run %s --function=deadlock 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// DEADLOCK: error: 2 programs, among them program 0, wait for memory that no program will change
tile.kernel @deadlock(%w: !tile.ref<1xi32> {tile.zeroed}) attributes {stage = "free", grid = 2} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  scf.while : () -> () {
    %v = tile.atomic load acquire device %w[%c0] : !tile.ref<1xi32> -> i32
    %more = arith.cmpi eq, %v, %zero : i32
    scf.condition(%more)
  } do {
    scf.yield
  }
  tile.return
}

// RUN: not weft-run %s --function=missed 2>&1 | FileCheck %s --check-prefix=MISSED
// MISSED: error: 2 programs, among them program 1, wait at a barrier, but 1 have ended
tile.kernel @missed() attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %p = tile.program_id
  %other = arith.cmpi ne, %p, %c0 : index
  scf.if %other {
    tile.barrier device
  }
  tile.return
}

// RUN: not weft-run %s --function=endless --max-steps=10000 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: error: 'arith.constant' in program 0: {{.*}}10000
tile.kernel @endless() attributes {stage = "free", grid = 1} {
  scf.while : () -> () {
    %more = arith.constant true
    scf.condition(%more)
  } do {
    scf.yield
  }
  tile.return
}
