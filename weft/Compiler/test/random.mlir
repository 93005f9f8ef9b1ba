// The numbers of rng are those of the interpreter: each draw has a stream of
// its own, counted in the order of the program, in loops too.
// RUN: weft-run %s --full --dense > %t.interpreted
// RUN: weft-run %s --full --dense --compiled > %t.compiled
// RUN: diff %t.interpreted %t.compiled
// RUN: weft-run --check-passes %s | FileCheck %s --check-prefix=AGREES
// AGREES: emit-code: agrees

// No draw is left to anybody else.
// RUN: rm -rf %t.dump
// RUN: weft-run %s --compiled --dump=%t.dump > /dev/null
// RUN: cat %t.dump/*place-values* | FileCheck %s --check-prefix=PLAN
// PLAN-NOT: stablehlo.rng

// RUN: weft-run --check --compiled %s --function=distributions
// RUN: weft-run --check %s --function=distributions

func.func private @pair(%a: tensor<f32>, %b: tensor<f32>) -> tensor<2xf32> {
  %shape = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<i32>, tensor<9xi1>, tensor<7xi4>, tensor<5xui8>, tensor<5xi64>, tensor<6xbf16>, tensor<6xf8E4M3FN>, tensor<4xf64>, tensor<2x3xf32>, tensor<f32>, tensor<3xf32>, tensor<4xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = call @pair(%zero, %one) : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %1 = call @pair(%zero, %one) : (tensor<f32>, tensor<f32>) -> tensor<2xf32>

  // Every iteration draws other numbers.
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i4 = stablehlo.constant dense<4> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %rows = stablehlo.constant dense<0.0> : tensor<4x3xf32>
  %loop:2 = stablehlo.while(%i = %i0, %all = %rows) : tensor<i32>, tensor<4x3xf32>
  cond {
    %again = stablehlo.compare LT, %i, %i4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    %row = stablehlo.rng %zero, %one, %three, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
    %wide = stablehlo.reshape %row : (tensor<3xf32>) -> tensor<1x3xf32>
    %next = stablehlo.dynamic_update_slice %all, %wide, %i, %i0 : (tensor<4x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    %k = stablehlo.add %i, %i1 : tensor<i32>
    stablehlo.return %k, %next : tensor<i32>, tensor<4x3xf32>
  }

  // One branch draws once, the other twice.
  %head = stablehlo.slice %0 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %first = stablehlo.reshape %head : (tensor<1xf32>) -> tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %isSmall = stablehlo.compare LT, %first, %half : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %branch = "stablehlo.if"(%isSmall) ({
    %x = stablehlo.rng %zero, %one, %three, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
    %y = stablehlo.rng %zero, %one, %three, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
    %s = stablehlo.add %x, %y : tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }, {
    %x = stablehlo.rng %zero, %one, %three, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
    stablehlo.return %x : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>

  // Until a small number comes: the test draws.
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %tenth = stablehlo.constant dense<0.2> : tensor<f32>
  %turns = stablehlo.while(%n = %i0) : tensor<i32>
  cond {
    %x = stablehlo.rng %zero, %one, %none, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %again = stablehlo.compare GT, %x, %tenth : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    %k = stablehlo.add %n, %i1 : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }

  %nine = stablehlo.constant dense<9> : tensor<1xi64>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.rng %true, %false, %nine, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<1xi64>) -> tensor<9xi1>
  %seven = stablehlo.constant dense<7> : tensor<1xi64>
  %n5 = stablehlo.constant dense<-5> : tensor<i4>
  %p6 = stablehlo.constant dense<6> : tensor<i4>
  %3 = stablehlo.rng %n5, %p6, %seven, distribution = UNIFORM : (tensor<i4>, tensor<i4>, tensor<1xi64>) -> tensor<7xi4>
  %five = stablehlo.constant dense<5> : tensor<1xi64>
  %u3 = stablehlo.constant dense<3> : tensor<ui8>
  %u250 = stablehlo.constant dense<250> : tensor<ui8>
  %4 = stablehlo.rng %u3, %u250, %five, distribution = UNIFORM : (tensor<ui8>, tensor<ui8>, tensor<1xi64>) -> tensor<5xui8>
  %least = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %most = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %5 = stablehlo.rng %least, %most, %five, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<5xi64>
  %six = stablehlo.constant dense<6> : tensor<1xi64>
  %h0 = stablehlo.constant dense<-2.0> : tensor<bf16>
  %h1 = stablehlo.constant dense<3.0> : tensor<bf16>
  %6 = stablehlo.rng %h0, %h1, %six, distribution = NORMAL : (tensor<bf16>, tensor<bf16>, tensor<1xi64>) -> tensor<6xbf16>
  %e0 = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  %e1 = stablehlo.constant dense<2.0> : tensor<f8E4M3FN>
  %7 = stablehlo.rng %e0, %e1, %six, distribution = UNIFORM : (tensor<f8E4M3FN>, tensor<f8E4M3FN>, tensor<1xi64>) -> tensor<6xf8E4M3FN>
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %d0 = stablehlo.constant dense<0.0> : tensor<f64>
  %d1 = stablehlo.constant dense<1.0> : tensor<f64>
  %8 = stablehlo.rng %d0, %d1, %four, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
  %twoThree = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %9 = stablehlo.rng %zero, %one, %twoThree, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %10 = stablehlo.rng %zero, %one, %none, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  // Bounds that are no range, and an empty one.
  %11 = stablehlo.rng %one, %zero, %three, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  %12 = stablehlo.rng %i4, %i4, %four, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return %0, %1, %loop#1, %branch, %turns, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<2xf32>, tensor<2xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<i32>, tensor<9xi1>, tensor<7xi4>, tensor<5xui8>, tensor<5xi64>, tensor<6xbf16>, tensor<6xf8E4M3FN>, tensor<4xf64>, tensor<2x3xf32>, tensor<f32>, tensor<3xf32>, tensor<4xi32>
}

// Ten thousand numbers: mean and variance to three standard errors and more,
// bounds half open.
func.func @distributions() {
  %size = stablehlo.constant dense<10000> : tensor<1xi64>
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.constant dense<5.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<10000.0> : tensor<f32>
  %uniform = stablehlo.rng %a, %b, %size, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<10000xf32>
  %sum = stablehlo.reduce(%uniform init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf32>, tensor<f32>) -> tensor<f32>
  %mean = stablehlo.divide %sum, %count : tensor<f32>
  check.expect_almost_eq_const %mean, dense<3.5> : tensor<f32>, tolerance = 3.000000e-02
  %means = stablehlo.broadcast_in_dim %mean, dims = [] : (tensor<f32>) -> tensor<10000xf32>
  %off = stablehlo.subtract %uniform, %means : tensor<10000xf32>
  %square = stablehlo.multiply %off, %off : tensor<10000xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf32>, tensor<f32>) -> tensor<f32>
  %variance = stablehlo.divide %squares, %count : tensor<f32>
  check.expect_almost_eq_const %variance, dense<0.75> : tensor<f32>, tolerance = 3.000000e-02
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<10000xf32>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<10000xf32>
  %isAbove = stablehlo.compare GE, %uniform, %low : (tensor<10000xf32>, tensor<10000xf32>) -> tensor<10000xi1>
  %isBelow = stablehlo.compare LT, %uniform, %high : (tensor<10000xf32>, tensor<10000xf32>) -> tensor<10000xi1>
  %isInside = stablehlo.and %isAbove, %isBelow : tensor<10000xi1>
  check.expect_eq_const %isInside, dense<true> : tensor<10000xi1>

  // Rounded to eight values per power of two, none reaches the end.
  %e0 = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  %e1 = stablehlo.constant dense<2.0> : tensor<f8E4M3FN>
  %coarse = stablehlo.rng %e0, %e1, %size, distribution = UNIFORM : (tensor<f8E4M3FN>, tensor<f8E4M3FN>, tensor<1xi64>) -> tensor<10000xf8E4M3FN>
  %ends = stablehlo.broadcast_in_dim %e1, dims = [] : (tensor<f8E4M3FN>) -> tensor<10000xf8E4M3FN>
  %isCoarseBelow = stablehlo.compare LT, %coarse, %ends : (tensor<10000xf8E4M3FN>, tensor<10000xf8E4M3FN>) -> tensor<10000xi1>
  check.expect_eq_const %isCoarseBelow, dense<true> : tensor<10000xi1>

  %normal = stablehlo.rng %a, %b, %size, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<10000xf32>
  %normalSum = stablehlo.reduce(%normal init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf32>, tensor<f32>) -> tensor<f32>
  %normalMean = stablehlo.divide %normalSum, %count : tensor<f32>
  check.expect_almost_eq_const %normalMean, dense<2.0> : tensor<f32>, tolerance = 2.000000e-01
  %normalOff = stablehlo.subtract %normal, %low : tensor<10000xf32>
  %normalSquare = stablehlo.multiply %normalOff, %normalOff : tensor<10000xf32>
  %normalSquares = stablehlo.reduce(%normalSquare init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf32>, tensor<f32>) -> tensor<f32>
  %normalVariance = stablehlo.divide %normalSquares, %count : tensor<f32>
  check.expect_almost_eq_const %normalVariance, dense<25.0> : tensor<f32>, tolerance = 1.200000e+00
  return
}
