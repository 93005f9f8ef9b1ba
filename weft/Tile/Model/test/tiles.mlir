// RUN: weft-run %s --function=shapes | FileCheck %s --check-prefix=SHAPES

// mask, as 0 and 1
// SHAPES:      [1, 1, 0],
// SHAPES-NEXT: [0, 0, 0]
// transpose of the indices 0 to 5
// SHAPES:      [0, 3],
// SHAPES-NEXT: [1, 4],
// SHAPES-NEXT: [2, 5]
// broadcast of column 1, which grows from an extent of 1
// SHAPES:      [1, 1, 1],
// SHAPES-NEXT: [4, 4, 4]
// join of both rows
// SHAPES:      [0, 3],
// SHAPES-NEXT: [1, 4],
// SHAPES-NEXT: [2, 5]
!i = !tile.ref<2x3xi32>
!t = tensor<2x3xi32>
!u = tensor<3x2xi32>
tile.kernel @shapes(%o0: !i, %o1: !tile.ref<3x2xi32>, %o2: !i, %o3: !tile.ref<3x2xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %three = arith.constant dense<3> : !t
  %m = tile.mask [%c0, %c1] bound [%c1, %c3] : tensor<2x3xi1>
  %0 = arith.extui %m : tensor<2x3xi1> to !t
  tile.store %0, %o0[%c0, %c0] : !t, !i
  %rows = tile.iota 0 : !t
  %columns = tile.iota 1 : !t
  %scaled = arith.muli %rows, %three : !t
  %n = arith.addi %scaled, %columns : !t
  %1 = tile.transpose %n [1, 0] : !t -> !u
  tile.store %1, %o1[%c0, %c0] : !u, !tile.ref<3x2xi32>
  %2 = tile.slice %n [0, 1] : !t -> tensor<2x1xi32>
  %3 = tile.broadcast %2 [0, 1] : tensor<2x1xi32> -> !t
  tile.store %3, %o2[%c0, %c0] : !t, !i
  %4 = tile.slice %n [0, 0] : !t -> tensor<1x3xi32>
  %5 = tile.slice %n [1, 0] : !t -> tensor<1x3xi32>
  %6 = tile.reshape %4 : tensor<1x3xi32> -> tensor<3xi32>
  %7 = tile.reshape %5 : tensor<1x3xi32> -> tensor<3xi32>
  %8 = tile.join %6, %7 : tensor<3xi32> -> !u
  tile.store %8, %o3[%c0, %c0] : !u, !tile.ref<3x2xi32>
  tile.return
}

// Row bands of two, walked back and forth.
// RUN: weft-run %s --function=bands | FileCheck %s --check-prefix=BANDS
// BANDS:      [0, 2, 4],
// BANDS-NEXT: [1, 3, 5],
// BANDS-NEXT: [8, 7, 6]
tile.kernel @bands(%o: !tile.ref<3x3xi32>) attributes {stage = "free", grid = 9} {
  %p = tile.program_id
  %i, %j = tile.unrank %p in [3, 3] band 2
  %n = arith.index_cast %p : index to i32
  %t = tensor.splat %n : tensor<i32>
  tile.store %t, %o[%i, %j] : tensor<i32>, !tile.ref<3x3xi32>
  tile.return
}

// RUN: weft-run %s --function=reductions --args='[dense<[[3, -1, 2], [-5, 7, 0]]> : tensor<2x3xi32>]' | FileCheck %s --check-prefix=REDUCTIONS
// min of rows, umin of rows, xor of columns, product of all
// REDUCTIONS: [-1, -5]
// REDUCTIONS: [2, 0]
// REDUCTIONS: [-8, -8, 2]
// REDUCTIONS: tensor<i32> {0}
// largest of each row, and where
// REDUCTIONS: [3, 7]
// REDUCTIONS: [0, 1]
tile.kernel @reductions(%x: !i, %o0: !tile.ref<2xi32>, %o1: !tile.ref<2xi32>, %o2: !tile.ref<3xi32>, %o3: !tile.ref<i32>,
                        %o4: !tile.ref<2xi32>, %o5: !tile.ref<2xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0, %c0] : !i -> !t
  %0 = tile.reduce min %t [1] : !t -> tensor<2xi32>
  tile.store %0, %o0[%c0] : tensor<2xi32>, !tile.ref<2xi32>
  %1 = tile.reduce umin %t [1] : !t -> tensor<2xi32>
  tile.store %1, %o1[%c0] : tensor<2xi32>, !tile.ref<2xi32>
  %2 = tile.reduce xor %t [0] : !t -> tensor<3xi32>
  tile.store %2, %o2[%c0] : tensor<3xi32>, !tile.ref<3xi32>
  %3 = tile.reduce mul %t [0, 1] : !t -> tensor<i32>
  tile.store %3, %o3[] : tensor<i32>, !tile.ref<i32>
  %n = tile.iota 1 : !t
  %4, %5 = tile.reduce custom %t, %n [1] : !t, !t -> tensor<2xi32>, tensor<2xi32> {
  ^bb0(%a: i32, %i: i32, %b: i32, %j: i32):
    %less = arith.cmpi slt, %a, %b : i32
    %c, %k = scf.if %less -> (i32, i32) {
      scf.yield %b, %j : i32, i32
    } else {
      scf.yield %a, %i : i32, i32
    }
    tile.yield %c, %k : i32, i32
  }
  tile.store %4, %o4[%c0] : tensor<2xi32>, !tile.ref<2xi32>
  tile.store %5, %o5[%c0] : tensor<2xi32>, !tile.ref<2xi32>
  tile.return
}

// RUN: weft-run %s --function=scans --args='[dense<[[3, -1, 2], [-5, 7, 0]]> : tensor<2x3xi32>]' | FileCheck %s --check-prefix=SCANS
// sums along rows
// SCANS:      [3, 2, 4],
// SCANS-NEXT: [-5, 2, 2]
// SCANS: [4, 2]
// exclusive, from the end, of the maximum
// SCANS:      [2, 2, -2147483648],
// SCANS-NEXT: [7, 0, -2147483648]
// SCANS: [3, 7]
// custom: 10 a + b, which is not commutative, along columns
// SCANS:      [3, -1, 2],
// SCANS-NEXT: [25, -3, 20]
tile.kernel @scans(%x: !i, %o0: !i, %o1: !tile.ref<2xi32>, %o2: !i, %o3: !tile.ref<2xi32>, %o4: !i) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %ten = arith.constant 10 : i32
  %t = tile.load %x[%c0, %c0] : !i -> !t
  %0, %1 = tile.scan add %t along 1 : !t -> !t, tensor<2xi32>
  tile.store %0, %o0[%c0, %c0] : !t, !i
  tile.store %1, %o1[%c0] : tensor<2xi32>, !tile.ref<2xi32>
  %2, %3 = tile.scan max %t along 1 exclusive reverse : !t -> !t, tensor<2xi32>
  tile.store %2, %o2[%c0, %c0] : !t, !i
  tile.store %3, %o3[%c0] : tensor<2xi32>, !tile.ref<2xi32>
  %4, %5 = tile.scan custom %t along 0 : !t -> !t, tensor<3xi32> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.muli %a, %ten : i32
    %d = arith.addi %c, %b : i32
    tile.yield %d : i32
  }
  tile.store %4, %o4[%c0, %c0] : !t, !i
  tile.return
}

// RUN: weft-run %s --function=ranked --args='[dense<[2, 0, 1, 0, 2, 9]> : tensor<6xi32>]' | FileCheck %s --check-prefix=RANKED
// rank among equals, and how many there are; 9 is none of the four digits
// RANKED: [0, 0, 0, 1, 1, 0]
// RANKED: [2, 1, 2, 0]
!k = !tile.ref<6xi32>
!v = tensor<6xi32>
tile.kernel @ranked(%x: !k, %o0: !k, %o1: !tile.ref<4xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : !k -> !v
  %rank, %count = tile.rank %t bins 4 : !v -> !v, tensor<4xi32>
  tile.store %rank, %o0[%c0] : !v, !k
  tile.store %count, %o1[%c0] : tensor<4xi32>, !tile.ref<4xi32>
  tile.return
}

// RUN: weft-run %s --function=products --args='[dense<[[1, -1], [2, 3]]> : tensor<2x2xi8>, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf8E4M3FN>]' | FileCheck %s --check-prefix=PRODUCTS
// [[1, -1], [2, 3]] squared, plus 100; with the right side unsigned, where -1 is 255
// PRODUCTS:      [99, 96],
// PRODUCTS-NEXT: [108, 107]
// PRODUCTS:      [99, 352],
// PRODUCTS-NEXT: [108, 619]
// [[1, 2], [3, 4]] squared, with rows of the left side scaled by 2 and 0.5
// PRODUCTS:      [1.400000e+01, 2.000000e+01],
// PRODUCTS-NEXT: [7.500000e+00, 1.100000e+01]
!e = tensor<2x2xf8E4M3FN>
!f = tensor<2x2xf32>
tile.kernel @products(%x: !tile.ref<2x2xi8>, %y: !tile.ref<2x2xf8E4M3FN>, %o0: !tile.ref<2x2xi32>, %o1: !tile.ref<2x2xi32>,
                      %o2: !tile.ref<2x2xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : !tile.ref<2x2xi8> -> tensor<2x2xi8>
  %b = tile.load %y[%c0, %c0] : !tile.ref<2x2xf8E4M3FN> -> !e
  %hundred = arith.constant dense<100> : tensor<2x2xi32>
  %0 = tile.dot %a, %a, %hundred : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  tile.store %0, %o0[%c0, %c0] : tensor<2x2xi32>, !tile.ref<2x2xi32>
  %1 = tile.dot %a, %a, %hundred {rhs_unsigned} : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi32>
  tile.store %1, %o1[%c0, %c0] : tensor<2x2xi32>, !tile.ref<2x2xi32>
  %zero = arith.constant dense<0.0> : !f
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %two = arith.constant dense<2.0> : tensor<2x1xf32>
  %half = arith.constant dense<0.5> : tensor<2x1xf32>
  %rows = tile.iota 0 : tensor<2x1xi32>
  %none = arith.constant dense<0> : tensor<2x1xi32>
  %first = arith.cmpi eq, %rows, %none : tensor<2x1xi32>
  %scales = arith.select %first, %two, %half : tensor<2x1xi1>, tensor<2x1xf32>
  %2 = tile.dot %b, %b, %zero scales %scales, %one promote 1 : !e, !e, !f scales tensor<2x1xf32>, tensor<1x1xf32>
  tile.store %2, %o2[%c0, %c0] : !f, !tile.ref<2x2xf32>
  tile.return
}

// Elements narrower than a byte take a byte each.
// RUN: weft-run %s --function=narrow --args='[dense<[-8, 7, 3, -1]> : tensor<4xi4>, dense<[0.5, 6.0, -1.0, 3.0]> : tensor<4xf4E2M1FN>]' | FileCheck %s --check-prefix=NARROW
// NARROW: [0, -2, 6, -2]
// NARROW: [5.000000e-01, 6.000000e+00, -1.000000e+00, 3.000000e+00]
tile.kernel @narrow(%x: !tile.ref<4xi4>, %y: !tile.ref<4xf4E2M1FN>, %o: !tile.ref<4xi4>, %p: !tile.ref<4xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0] : !tile.ref<4xi4> -> tensor<4xi4>
  %b = arith.addi %a, %a : tensor<4xi4>
  tile.store %b, %o[%c0] : tensor<4xi4>, !tile.ref<4xi4>
  %c = tile.load %y[%c0] : !tile.ref<4xf4E2M1FN> -> tensor<4xf4E2M1FN>
  %d = arith.extf %c : tensor<4xf4E2M1FN> to tensor<4xf32>
  tile.store %d, %p[%c0] : tensor<4xf32>, !tile.ref<4xf32>
  tile.return
}
