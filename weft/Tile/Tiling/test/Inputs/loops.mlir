// Loops and choices inside kernels. What the checks name is what is compared
// with the interpreter.

// A counted loop of scalars.
func.func @scalars() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<20> : tensor<i32>
  %x = stablehlo.constant dense<0.5> : tensor<f32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %a = stablehlo.cosine %s : tensor<f32>
    %b = stablehlo.add %a, %f : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<f32>
  }
  check.expect_eq %r#0, %r#0 : tensor<i32>
  check.expect_eq %r#1, %r#1 : tensor<f32>
  return
}

// -----

// A counter that starts beyond its limit.
func.func @no_turn() {
  %start = stablehlo.constant dense<30> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.constant dense<20> : tensor<i64>
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %r:2 = stablehlo.while(%i = %start, %s = %x) : tensor<i64>, tensor<3xf32>
  cond {
    %c = stablehlo.compare GT, %n, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %b = stablehlo.negate %s : tensor<3xf32>
    %j = stablehlo.add %one, %i : tensor<i64>
    stablehlo.return %j, %b : tensor<i64>, tensor<3xf32>
  }
  check.expect_eq %r#0, %r#0 : tensor<i64>
  check.expect_eq %r#1, %r#1 : tensor<3xf32>
  return
}

// -----

// State that decides when to stop, sliced and put together again.
func.func @until_large() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.5]> : tensor<3xf32>
  %n = stablehlo.constant dense<1.0e3> : tensor<f32>
  %r = stablehlo.while(%s = %x) : tensor<3xf32>
  cond {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a0 = stablehlo.slice %s [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %a = stablehlo.reshape %a0 : (tensor<1xf32>) -> tensor<f32>
    %b0 = stablehlo.slice %s [1:2] : (tensor<3xf32>) -> tensor<1xf32>
    %b = stablehlo.reshape %b0 : (tensor<1xf32>) -> tensor<f32>
    %c0 = stablehlo.slice %s [2:3] : (tensor<3xf32>) -> tensor<1xf32>
    %c = stablehlo.reshape %c0 : (tensor<1xf32>) -> tensor<f32>
    %ab = stablehlo.multiply %a, %b : tensor<f32>
    %bc = stablehlo.add %b, %c : tensor<f32>
    %ca = stablehlo.subtract %c, %a : tensor<f32>
    %x1 = stablehlo.reshape %ab : (tensor<f32>) -> tensor<1xf32>
    %x2 = stablehlo.broadcast_in_dim %bc, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %x3 = stablehlo.reshape %ca : (tensor<f32>) -> tensor<1xf32>
    %m = stablehlo.concatenate %x1, %x2, %x3, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
    %k = stablehlo.abs %m : tensor<3xf32>
    stablehlo.return %k : tensor<3xf32>
  }
  check.expect_eq %r, %r : tensor<3xf32>
  return
}

// -----

// A recurrence with its states stacked; weights, and rows of the input, are
// read from memory.
func.func @recurrence() {
  %wi = stablehlo.iota dim = 0 : tensor<8x8xf32>
  %wj = stablehlo.iota dim = 1 : tensor<8x8xf32>
  %w0 = stablehlo.multiply %wi, %wj : tensor<8x8xf32>
  %w1 = stablehlo.sine %w0 : tensor<8x8xf32>
  %xi = stablehlo.iota dim = 0 : tensor<12x8xf32>
  %xj = stablehlo.iota dim = 1 : tensor<12x8xf32>
  %x0 = stablehlo.subtract %xi, %xj : tensor<12x8xf32>
  %x = stablehlo.cosine %x0 : tensor<12x8xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %h0 = stablehlo.constant dense<0.0> : tensor<8xf32>
  %ys = stablehlo.constant dense<7.0> : tensor<13x8xf32>
  %r:3 = stablehlo.while(%i = %zero, %h = %h0, %y = %ys) : tensor<i32>, tensor<8xf32>, tensor<13x8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<12x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %in = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %p = stablehlo.dot_general %w1, %h, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %q = stablehlo.add %p, %in : tensor<8xf32>
    %t = stablehlo.tanh %q : tensor<8xf32>
    %u = stablehlo.reshape %t : (tensor<8xf32>) -> tensor<1x8xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %u, %i, %zero : (tensor<13x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<13x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t, %y1 : tensor<i32>, tensor<8xf32>, tensor<13x8xf32>
  }
  check.expect_eq %r#1, %r#1 : tensor<8xf32>
  check.expect_eq %r#2, %r#2 : tensor<13x8xf32>
  return
}

// -----

// The same with more state than registers hold.
func.func @wide_recurrence() {
  %wi = stablehlo.iota dim = 0 : tensor<150x150xf32>
  %wj = stablehlo.iota dim = 1 : tensor<150x150xf32>
  %w0 = stablehlo.multiply %wi, %wj : tensor<150x150xf32>
  %w1 = stablehlo.sine %w0 : tensor<150x150xf32>
  %tenth = stablehlo.constant dense<0.02> : tensor<150x150xf32>
  %w = stablehlo.multiply %w1, %tenth : tensor<150x150xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %h00 = stablehlo.iota dim = 0 : tensor<150xf32>
  %h0 = stablehlo.cosine %h00 : tensor<150xf32>
  %g0 = stablehlo.constant dense<0.25> : tensor<150xf32>
  %ys = stablehlo.constant dense<0.0> : tensor<5x150xf32>
  %r:4 = stablehlo.while(%i = %zero, %h = %h0, %g = %g0, %y = %ys) : tensor<i32>, tensor<150xf32>, tensor<150xf32>, tensor<5x150xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %p = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0] : (tensor<150x150xf32>, tensor<150xf32>) -> tensor<150xf32>
    %q = stablehlo.add %p, %g : tensor<150xf32>
    %t = stablehlo.tanh %q : tensor<150xf32>
    %d = stablehlo.multiply %t, %g : tensor<150xf32>
    %e = stablehlo.add %d, %h : tensor<150xf32>
    %u = stablehlo.reshape %e : (tensor<150xf32>) -> tensor<1x150xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %u, %i, %zero : (tensor<5x150xf32>, tensor<1x150xf32>, tensor<i32>, tensor<i32>) -> tensor<5x150xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %e, %t, %y1 : tensor<i32>, tensor<150xf32>, tensor<150xf32>, tensor<5x150xf32>
  }
  check.expect_eq %r#1, %r#1 : tensor<150xf32>
  check.expect_eq %r#2, %r#2 : tensor<150xf32>
  check.expect_eq %r#3, %r#3 : tensor<5x150xf32>
  return
}

// -----

// States that change places.
func.func @swap() {
  %a0 = stablehlo.iota dim = 0 : tensor<200xi32>
  %b0 = stablehlo.constant dense<7> : tensor<200xi32>
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %one = stablehlo.constant dense<1> : tensor<ui8>
  %n = stablehlo.constant dense<5> : tensor<ui8>
  %r:4 = stablehlo.while(%i = %zero, %a = %a0, %b = %b0, %c = %b0) : tensor<ui8>, tensor<200xi32>, tensor<200xi32>, tensor<200xi32>
  cond {
    %c1 = stablehlo.compare LT, %i, %n : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %c1 : tensor<i1>
  } do {
    %s = stablehlo.add %a, %c : tensor<200xi32>
    %j = stablehlo.add %i, %one : tensor<ui8>
    stablehlo.return %j, %b, %s, %a : tensor<ui8>, tensor<200xi32>, tensor<200xi32>, tensor<200xi32>
  }
  check.expect_eq %r#0, %r#0 : tensor<ui8>
  check.expect_eq %r#1, %r#1 : tensor<200xi32>
  check.expect_eq %r#2, %r#2 : tensor<200xi32>
  check.expect_eq %r#3, %r#3 : tensor<200xi32>
  return
}

// -----

// Loops in loops, the inner one as long as the outer one says.
func.func @nested() {
  %x = stablehlo.iota dim = 0 : tensor<6xf64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<6xf64>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%k = %zero, %t = %s) : tensor<i32>, tensor<6xf64>
    cond {
      %c = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %u = stablehlo.reverse %t, dims = [0] : tensor<6xf64>
      %v = stablehlo.add %u, %x : tensor<6xf64>
      %k1 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %k1, %v : tensor<i32>, tensor<6xf64>
    }
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q#1 : tensor<i32>, tensor<6xf64>
  }
  check.expect_eq %r#1, %r#1 : tensor<6xf64>
  return
}

// -----

// Choices, between tiles and between what is in memory.
func.func @choices() {
  %x = stablehlo.iota dim = 0 : tensor<5xf32>
  %big = stablehlo.iota dim = 0 : tensor<300xi64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %s = %x, %b = %big) : tensor<i32>, tensor<5xf32>, tensor<300xi64>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %rest = stablehlo.remainder %i, %two : tensor<i32>
    %odd = stablehlo.compare EQ, %rest, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = "stablehlo.if"(%odd) ({
      %a = stablehlo.negate %s : tensor<5xf32>
      stablehlo.return %a : tensor<5xf32>
    }, {
      %a = stablehlo.add %s, %x : tensor<5xf32>
      stablehlo.return %a : tensor<5xf32>
    }) : (tensor<i1>) -> tensor<5xf32>
    %k = stablehlo.subtract %i, %two : tensor<i32>
    %w:2 = "stablehlo.case"(%k) ({
      %a = stablehlo.add %b, %big : tensor<300xi64>
      stablehlo.return %a, %q : tensor<300xi64>, tensor<5xf32>
    }, {
      %a = stablehlo.multiply %b, %b : tensor<300xi64>
      %p = stablehlo.add %q, %q : tensor<5xf32>
      stablehlo.return %a, %p : tensor<300xi64>, tensor<5xf32>
    }, {
      stablehlo.return %b, %s : tensor<300xi64>, tensor<5xf32>
    }) : (tensor<i32>) -> (tensor<300xi64>, tensor<5xf32>)
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %w#1, %w#0 : tensor<i32>, tensor<5xf32>, tensor<300xi64>
  }
  check.expect_eq %r#1, %r#1 : tensor<5xf32>
  check.expect_eq %r#2, %r#2 : tensor<300xi64>
  return
}

// -----

// A choice outside of any loop.
func.func @choice() {
  %x = stablehlo.iota dim = 0 : tensor<5xf32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %q = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<5xf32>
  }, {
    %a = stablehlo.exponential %x : tensor<5xf32>
    stablehlo.return %a : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<5xf32>
  check.expect_eq %q, %q : tensor<5xf32>
  return
}

// -----

// Small state that is read and written at a place the iteration says, and a stack
// that is read where it was written before.
func.func @places() {
  %x = stablehlo.iota dim = 0 : tensor<7xi32>
  %fib0 = stablehlo.constant dense<1> : tensor<20xi32>
  %grid0 = stablehlo.constant dense<0.0> : tensor<4x3xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<15> : tensor<i32>
  %r:4 = stablehlo.while(%i = %zero, %s = %x, %fib = %fib0, %g = %grid0) : tensor<i32>, tensor<7xi32>, tensor<20xi32>, tensor<4x3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.dynamic_slice %s, %i, sizes = [2] : (tensor<7xi32>, tensor<i32>) -> tensor<2xi32>
    %b = stablehlo.add %a, %a : tensor<2xi32>
    %k = stablehlo.subtract %n, %i : tensor<i32>
    %s1 = stablehlo.dynamic_update_slice %s, %b, %k : (tensor<7xi32>, tensor<2xi32>, tensor<i32>) -> tensor<7xi32>
    %f0 = stablehlo.dynamic_slice %fib, %i, sizes = [1] : (tensor<20xi32>, tensor<i32>) -> tensor<1xi32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %i2 = stablehlo.add %i, %two : tensor<i32>
    %f1 = stablehlo.dynamic_slice %fib, %i1, sizes = [1] : (tensor<20xi32>, tensor<i32>) -> tensor<1xi32>
    %f2 = stablehlo.add %f0, %f1 : tensor<1xi32>
    %fib1 = stablehlo.dynamic_update_slice %fib, %f2, %i2 : (tensor<20xi32>, tensor<1xi32>, tensor<i32>) -> tensor<20xi32>
    %rest = stablehlo.remainder %i, %two : tensor<i32>
    %v0 = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %v = stablehlo.broadcast_in_dim %v0, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
    %g1 = stablehlo.dynamic_update_slice %g, %v, %i, %zero : (tensor<4x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    %old = stablehlo.dynamic_slice %g, %rest, %one, sizes = [1, 2] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %g2 = stablehlo.dynamic_update_slice %g1, %old, %two, %rest : (tensor<4x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    stablehlo.return %i1, %s1, %fib1, %g2 : tensor<i32>, tensor<7xi32>, tensor<20xi32>, tensor<4x3xf32>
  }
  check.expect_eq %r#1, %r#1 : tensor<7xi32>
  check.expect_eq %r#2, %r#2 : tensor<20xi32>
  check.expect_eq %r#3, %r#3 : tensor<4x3xf32>
  return
}

// -----

// Other element types, in registers and in memory.
func.func @types() {
  %re = stablehlo.iota dim = 0 : tensor<5xf32>
  %im = stablehlo.constant dense<0.5> : tensor<5xf32>
  %z0 = stablehlo.complex %re, %im : tensor<5xcomplex<f32>>
  %lre = stablehlo.iota dim = 0 : tensor<90xf32>
  %lim = stablehlo.constant dense<0.25> : tensor<90xf32>
  %y0 = stablehlo.complex %lre, %lim : tensor<90xcomplex<f32>>
  %b0 = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %h0 = stablehlo.iota dim = 0 : tensor<9xbf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<9xbf16>
  %r:5 = stablehlo.while(%i = %zero, %z = %z0, %y = %y0, %b = %b0, %h = %h0) : tensor<i32>, tensor<5xcomplex<f32>>, tensor<90xcomplex<f32>>, tensor<3xi1>, tensor<9xbf16>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %z1 = stablehlo.multiply %z, %z0 : tensor<5xcomplex<f32>>
    %z2 = stablehlo.reverse %z1, dims = [0] : tensor<5xcomplex<f32>>
    %y1 = stablehlo.multiply %y, %y0 : tensor<90xcomplex<f32>>
    %y2 = stablehlo.add %y1, %y : tensor<90xcomplex<f32>>
    %b1 = stablehlo.reverse %b, dims = [0] : tensor<3xi1>
    %b2 = stablehlo.not %b1 : tensor<3xi1>
    %h1 = stablehlo.multiply %h, %half : tensor<9xbf16>
    %h2 = stablehlo.add %h1, %h0 : tensor<9xbf16>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %z2, %y2, %b2, %h2 : tensor<i32>, tensor<5xcomplex<f32>>, tensor<90xcomplex<f32>>, tensor<3xi1>, tensor<9xbf16>
  }
  check.expect_eq %r#1, %r#1 : tensor<5xcomplex<f32>>
  check.expect_eq %r#2, %r#2 : tensor<90xcomplex<f32>>
  check.expect_eq %r#3, %r#3 : tensor<3xi1>
  check.expect_eq %r#4, %r#4 : tensor<9xbf16>
  return
}

// -----

// Operations that look at other elements.
func.func @movement() {
  %x = stablehlo.iota dim = 0 : tensor<6xi32>
  %m0 = stablehlo.iota dim = 1 : tensor<20x10xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %s = %x, %m = %m0) : tensor<i32>, tensor<6xi32>, tensor<20x10xi32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.slice %s [1:5] : (tensor<6xi32>) -> tensor<4xi32>
    %p = stablehlo.pad %a, %one, low = [1], high = [1], interior = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<6xi32>
    %t = stablehlo.slice %p [0:6:2] : (tensor<6xi32>) -> tensor<3xi32>
    %u = stablehlo.slice %p [3:5] : (tensor<6xi32>) -> tensor<2xi32>
    %v = stablehlo.slice %s [5:6] : (tensor<6xi32>) -> tensor<1xi32>
    %k = stablehlo.concatenate %t, %u, %v, dim = 0 : (tensor<3xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<6xi32>
    %idx = stablehlo.reshape %k : (tensor<6xi32>) -> tensor<6x1xi32>
    %g = "stablehlo.gather"(%s, %idx) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<6xi32>, tensor<6x1xi32>) -> tensor<6xi32>
    %mt = stablehlo.transpose %m, dims = [1, 0] : (tensor<20x10xi32>) -> tensor<10x20xi32>
    %mr = stablehlo.reshape %mt : (tensor<10x20xi32>) -> tensor<20x10xi32>
    %rows = stablehlo.reduce(%mr init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<20x10xi32>, tensor<i32>) -> tensor<20xi32>
    %back = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<20xi32>) -> tensor<20x10xi32>
    %m1 = stablehlo.add %mr, %back : tensor<20x10xi32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %s1 = stablehlo.add %g, %k : tensor<6xi32>
    stablehlo.return %i1, %s1, %m1 : tensor<i32>, tensor<6xi32>, tensor<20x10xi32>
  }
  check.expect_eq %r#1, %r#1 : tensor<6xi32>
  check.expect_eq %r#2, %r#2 : tensor<20x10xi32>
  return
}

// -----

// Elements that do not meet: every tile has the loop to itself.
func.func @pointwise() {
  %x0 = stablehlo.iota dim = 1 : tensor<9x111xf32>
  %x1 = stablehlo.iota dim = 0 : tensor<9x111xf32>
  %x = stablehlo.add %x0, %x1 : tensor<9x111xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<6> : tensor<i32>
  %y0 = stablehlo.constant dense<0.0> : tensor<9x111xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %x, %y = %y0) : tensor<i32>, tensor<9x111xf32>, tensor<9x111xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %c1 = stablehlo.constant dense<1.0> : tensor<f32>
    %b = stablehlo.broadcast_in_dim %c1, dims = [] : (tensor<f32>) -> tensor<9x111xf32>
    %a = stablehlo.sine %s : tensor<9x111xf32>
    %s1 = stablehlo.add %a, %b : tensor<9x111xf32>
    %rest = stablehlo.remainder %i, %two : tensor<i32>
    %odd = stablehlo.compare EQ, %rest, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = "stablehlo.if"(%odd) ({
      %t = stablehlo.negate %s1 : tensor<9x111xf32>
      stablehlo.return %t : tensor<9x111xf32>
    }, {
      stablehlo.return %y : tensor<9x111xf32>
    }) : (tensor<i1>) -> tensor<9x111xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %s1, %q : tensor<i32>, tensor<9x111xf32>, tensor<9x111xf32>
  }
  check.expect_eq %r#1, %r#1 : tensor<9x111xf32>
  check.expect_eq %r#2, %r#2 : tensor<9x111xf32>
  return
}

// -----

// As an operation of its own: nothing but its operands.
func.func @alone() {
  %x = stablehlo.iota dim = 0 : tensor<1000xf32>
  %y = stablehlo.constant dense<0.5> : tensor<1000xf32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%i = %k, %s = %x, %t = %y) : tensor<i32>, tensor<1000xf32>, tensor<1000xf32>
  cond {
    %n = stablehlo.constant dense<10> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.multiply %s, %t : tensor<1000xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a, %t : tensor<i32>, tensor<1000xf32>, tensor<1000xf32>
  }
  check.expect_eq %r#1, %r#1 : tensor<1000xf32>
  %m0 = stablehlo.iota dim = 0 : tensor<4x50xi32>
  %v = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %q:3 = stablehlo.while(%i = %k, %m = %m0, %u = %v) : tensor<i32>, tensor<4x50xi32>, tensor<1x3xi32>
  cond {
    %n = stablehlo.constant dense<40> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %m1 = stablehlo.dynamic_update_slice %m, %u, %two, %i : (tensor<4x50xi32>, tensor<1x3xi32>, tensor<i32>, tensor<i32>) -> tensor<4x50xi32>
    %u1 = stablehlo.add %u, %u : tensor<1x3xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %m1, %u1 : tensor<i32>, tensor<4x50xi32>, tensor<1x3xi32>
  }
  check.expect_eq %q#1, %q#1 : tensor<4x50xi32>
  return
}
