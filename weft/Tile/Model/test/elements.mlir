// The elementwise operations that differ from what the StableHLO interpreter
// does with the same elements: signs, undefined bits, booleans.

!i = !tile.ref<4xi8>
!t = tensor<4xi8>

// RUN: weft-run %s --function=integers --args='[dense<[-128, -7, 7, 100]> : tensor<4xi8>, dense<[3, 2, -2, -3]> : tensor<4xi8>]' | FileCheck %s --check-prefix=INTEGERS
// divsi, divui
// INTEGERS: [-42, -3, -3, -33]
// INTEGERS: [42, 124, 0, 0]
// ceildivsi, floordivsi
// INTEGERS: [-42, -3, -3, -33]
// INTEGERS: [-43, -4, -4, -34]
// remsi, remui
// INTEGERS: [-2, -1, 1, 1]
// INTEGERS: [2, 1, 7, 100]
// maxsi, maxui
// INTEGERS: [3, 2, 7, 100]
// INTEGERS: [-128, -7, -2, -3]
// minsi, minui
// INTEGERS: [-128, -7, -2, -3]
// INTEGERS: [3, 2, 7, 100]
// shrsi by 1, shrui by 1, shli by 9: bits that nobody defines
// INTEGERS: [-64, -4, 3, 50]
// INTEGERS: [64, 124, 3, 50]
// INTEGERS: [-91, -91, -91, -91]
tile.kernel @integers(%x: !i, %y: !i,
    %o0: !i, %o1: !i, %o2: !i, %o3: !i, %o4: !i, %o5: !i, %o6: !i, %o7: !i, %o8: !i, %o9: !i, %o10: !i, %o11: !i, %o12: !i)
    attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1> : !t
  %nine = arith.constant dense<9> : !t
  %a = tile.load %x[%c0] : !i -> !t
  %b = tile.load %y[%c0] : !i -> !t
  %0 = arith.divsi %a, %b : !t
  tile.store %0, %o0[%c0] : !t, !i
  %1 = arith.divui %a, %b : !t
  tile.store %1, %o1[%c0] : !t, !i
  %2 = arith.ceildivsi %a, %b : !t
  tile.store %2, %o2[%c0] : !t, !i
  %3 = arith.floordivsi %a, %b : !t
  tile.store %3, %o3[%c0] : !t, !i
  %4 = arith.remsi %a, %b : !t
  tile.store %4, %o4[%c0] : !t, !i
  %5 = arith.remui %a, %b : !t
  tile.store %5, %o5[%c0] : !t, !i
  %6 = arith.maxsi %a, %b : !t
  tile.store %6, %o6[%c0] : !t, !i
  %7 = arith.maxui %a, %b : !t
  tile.store %7, %o7[%c0] : !t, !i
  %8 = arith.minsi %a, %b : !t
  tile.store %8, %o8[%c0] : !t, !i
  %9 = arith.minui %a, %b : !t
  tile.store %9, %o9[%c0] : !t, !i
  %10 = arith.shrsi %a, %one : !t
  tile.store %10, %o10[%c0] : !t, !i
  %11 = arith.shrui %a, %one : !t
  tile.store %11, %o11[%c0] : !t, !i
  %12 = arith.shli %a, %nine : !t
  tile.store %12, %o12[%c0] : !t, !i
  tile.return
}

// RUN: weft-run %s --function=extended --args='[dense<[-128, -7, 7, 100]> : tensor<4xi8>, dense<[3, 2, -2, -3]> : tensor<4xi8>]' | FileCheck %s --check-prefix=EXTENDED
// mulsi_extended, high and low
// EXTENDED: [-128, -14, -14, -44]
// EXTENDED: [-2, -1, -1, -2]
// mului_extended, high
// EXTENDED: [1, 1, 6, 98]
// addui_extended, the carry
// EXTENDED: [false, false, true, true]
// ctlz, cttz, ctpop
// EXTENDED: [0, 0, 5, 1]
// EXTENDED: [7, 0, 0, 2]
// EXTENDED: [1, 6, 3, 3]
tile.kernel @extended(%x: !i, %y: !i, %o0: !i, %o1: !i, %o2: !i, %o3: !tile.ref<4xi1>, %o4: !i, %o5: !i, %o6: !i)
    attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0] : !i -> !t
  %b = tile.load %y[%c0] : !i -> !t
  %low, %high = arith.mulsi_extended %a, %b : !t
  tile.store %low, %o0[%c0] : !t, !i
  tile.store %high, %o1[%c0] : !t, !i
  %ulow, %uhigh = arith.mului_extended %a, %b : !t
  tile.store %uhigh, %o2[%c0] : !t, !i
  %sum, %carry = arith.addui_extended %a, %b : !t, tensor<4xi1>
  tile.store %carry, %o3[%c0] : tensor<4xi1>, !tile.ref<4xi1>
  %4 = math.ctlz %a : !t
  tile.store %4, %o4[%c0] : !t, !i
  %5 = math.cttz %a : !t
  tile.store %5, %o5[%c0] : !t, !i
  %6 = math.ctpop %a : !t
  tile.store %6, %o6[%c0] : !t, !i
  tile.return
}

// A boolean has the values 0 and -1 to operations with a sign.
// RUN: weft-run %s --function=booleans --args='[dense<[false, false, true, true]> : tensor<4xi1>, dense<[false, true, false, true]> : tensor<4xi1>]' | FileCheck %s --check-prefix=BOOLEANS
// addi, maxsi, maxui, cmpi slt
// BOOLEANS: [false, true, true, false]
// BOOLEANS: [false, false, false, true]
// BOOLEANS: [false, true, true, true]
// BOOLEANS: [false, false, true, false]
// extsi, extui, sitofp
// BOOLEANS: [0, 0, -1, -1]
// BOOLEANS: [0, 0, 1, 1]
// BOOLEANS: [0.000000e+00, 0.000000e+00, -1.000000e+00, -1.000000e+00]
!b = !tile.ref<4xi1>
!m = tensor<4xi1>
tile.kernel @booleans(%x: !b, %y: !b, %o0: !b, %o1: !b, %o2: !b, %o3: !b, %o4: !i, %o5: !i, %o6: !tile.ref<4xf32>)
    attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0] : !b -> !m
  %b = tile.load %y[%c0] : !b -> !m
  %0 = arith.addi %a, %b : !m
  tile.store %0, %o0[%c0] : !m, !b
  %1 = arith.maxsi %a, %b : !m
  tile.store %1, %o1[%c0] : !m, !b
  %2 = arith.maxui %a, %b : !m
  tile.store %2, %o2[%c0] : !m, !b
  %3 = arith.cmpi slt, %a, %b : !m
  tile.store %3, %o3[%c0] : !m, !b
  %4 = arith.extsi %a : !m to !t
  tile.store %4, %o4[%c0] : !t, !i
  %5 = arith.extui %a : !m to !t
  tile.store %5, %o5[%c0] : !t, !i
  %6 = arith.sitofp %a : !m to tensor<4xf32>
  tile.store %6, %o6[%c0] : tensor<4xf32>, !tile.ref<4xf32>
  tile.return
}

// RUN: weft-run %s --function=floats --args='[dense<[-2.5, 0x7FC00000, 300.0, 0.5]> : tensor<4xf32>, dense<[2.0, 1.0, 0x7FC00000, 0.25]> : tensor<4xf32>]' | FileCheck %s --check-prefix=FLOATS
// maximumf, maxnumf, remf, copysign
// FLOATS: [2.000000e+00, nan, nan, 5.000000e-01]
// FLOATS: [2.000000e+00, 1.000000e+00, 3.000000e+02, 5.000000e-01]
// FLOATS: [-5.000000e-01, nan, nan, 0.000000e+00]
// cmpf one, cmpf ult
// FLOATS: [true, false, false, true]
// FLOATS: [true, true, true, false]
// fptosi to i8: what does not fit is undefined
// FLOATS: [-2, -91, -91, 0]
// truncf to f8E5M2, then back; the bits of the first as an integer
// FLOATS: [-2.500000e+00, nan, 3.200000e+02, 5.000000e-01]
// FLOATS: [-63, 126, 93, 56]
!f = !tile.ref<4xf32>
!r = tensor<4xf32>
tile.kernel @floats(%x: !f, %y: !f, %o0: !f, %o1: !f, %o2: !f, %o3: !b, %o4: !b, %o5: !i, %o6: !f, %o7: !i)
    attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0] : !f -> !r
  %b = tile.load %y[%c0] : !f -> !r
  %0 = arith.maximumf %a, %b : !r
  tile.store %0, %o0[%c0] : !r, !f
  %1 = arith.maxnumf %a, %b : !r
  tile.store %1, %o1[%c0] : !r, !f
  %2 = arith.remf %a, %b : !r
  tile.store %2, %o2[%c0] : !r, !f
  %3 = arith.cmpf one, %a, %b : !r
  tile.store %3, %o3[%c0] : !m, !b
  %4 = arith.cmpf ult, %a, %b : !r
  tile.store %4, %o4[%c0] : !m, !b
  %5 = arith.fptosi %a : !r to !t
  tile.store %5, %o5[%c0] : !t, !i
  %6 = arith.truncf %a : !r to tensor<4xf8E5M2>
  %7 = arith.extf %6 : tensor<4xf8E5M2> to !r
  tile.store %7, %o6[%c0] : !r, !f
  %8 = arith.bitcast %6 : tensor<4xf8E5M2> to !t
  tile.store %8, %o7[%c0] : !t, !i
  tile.return
}

// Of two NaNs and their payloads, selection and bitcasts keep every bit.
// RUN: weft-run %s --function=payload --args='[dense<0x7F812345> : tensor<f32>]' | FileCheck %s --check-prefix=PAYLOAD
// PAYLOAD: tensor<i32> {2139169605}
tile.kernel @payload(%x: f32, %o: !tile.ref<i32>) attributes {stage = "free", grid = 1} {
  %true = arith.constant true
  %zero = arith.constant 0.0 : f32
  %a = arith.select %true, %x, %zero : f32
  %b = arith.bitcast %a : f32 to i32
  %t = tensor.splat %b : tensor<i32>
  tile.store %t, %o[] : tensor<i32>, !tile.ref<i32>
  tile.return
}

// RUN: weft-run %s --function=functions --args='[dense<[-0.75, 0.5, 1.0, 0.0]> : tensor<4xf64>]' | FileCheck %s --check-prefix=FUNCTIONS
// exp2, erf, sincos (both), fma, trunc, isnormal
// FUNCTIONS: [5.946035575{{[0-9]*}}e-01, 1.414213562{{[0-9]*}}e+00, 2.000000e+00, 1.000000e+00]
// FUNCTIONS: [-7.111556336{{[0-9]*}}e-01, 5.204998778{{[0-9]*}}e-01, 8.427007929{{[0-9]*}}e-01, 0.000000e+00]
// FUNCTIONS: [-6.816387600{{[0-9]*}}e-01, 4.794255386{{[0-9]*}}e-01, 8.414709848{{[0-9]*}}e-01, 0.000000e+00]
// FUNCTIONS: [7.316888688{{[0-9]*}}e-01, 8.775825618{{[0-9]*}}e-01, 5.403023058{{[0-9]*}}e-01, 1.000000e+00]
// FUNCTIONS: [-1.875000e-01, 7.500000e-01, 2.000000e+00, 0.000000e+00]
// FUNCTIONS: [-0.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00]
// FUNCTIONS: [true, true, true, false]
!d = !tile.ref<4xf64>
!e = tensor<4xf64>
tile.kernel @functions(%x: !d, %o0: !d, %o1: !d, %o2: !d, %o3: !d, %o4: !d, %o5: !d, %o6: !b)
    attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0] : !d -> !e
  %0 = math.exp2 %a : !e
  tile.store %0, %o0[%c0] : !e, !d
  %1 = math.erf %a : !e
  tile.store %1, %o1[%c0] : !e, !d
  %2, %3 = math.sincos %a : !e
  tile.store %2, %o2[%c0] : !e, !d
  tile.store %3, %o3[%c0] : !e, !d
  %4 = math.fma %a, %a, %a : !e
  tile.store %4, %o4[%c0] : !e, !d
  %5 = math.trunc %a : !e
  tile.store %5, %o5[%c0] : !e, !d
  %6 = math.isnormal %a : !e
  tile.store %6, %o6[%c0] : !m, !b
  tile.return
}

//===-- Control flow -------------------------------------------------------===//

// Two values that change places in a loop, a choice, and a switch.
// RUN: weft-run %s --function=control --args='[dense<3> : tensor<index>]' | FileCheck %s --check-prefix=CONTROL
// CONTROL: tensor<i32> {2021}
// RUN: weft-run %s --function=control --args='[dense<4> : tensor<index>]' | FileCheck %s --check-prefix=CONTROL4
// CONTROL4: tensor<i32> {1012}
// RUN: weft-run %s --function=control --args='[dense<-1> : tensor<index>]' | FileCheck %s --check-prefix=CONTROL0
// CONTROL0: tensor<i32> {3012}
tile.kernel @control(%n: index, %o: !tile.ref<i32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %ten = arith.constant 10 : i32
  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one, %y = %two) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  %swapped = arith.cmpi eq, %a, %two : i32
  %c = scf.if %swapped -> (i32) {
    %k = arith.constant 2000 : i32
    scf.yield %k : i32
  } else {
    %k = scf.index_switch %n -> i32
    case 4 {
      %k0 = arith.constant 1000 : i32
      scf.yield %k0 : i32
    }
    default {
      %k1 = arith.constant 3000 : i32
      scf.yield %k1 : i32
    }
    scf.yield %k : i32
  }
  %d = arith.muli %a, %ten : i32
  %e = arith.addi %d, %b : i32
  %f = arith.addi %c, %e : i32
  %t = tensor.splat %f : tensor<i32>
  tile.store %t, %o[] : tensor<i32>, !tile.ref<i32>
  tile.return
}
