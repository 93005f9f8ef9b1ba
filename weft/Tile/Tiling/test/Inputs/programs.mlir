// Programs of several operations with extents that no tile divides. What the
// checks name is what is compared with the interpreter.

func.func @softmax() {
  %i = stablehlo.iota dim = 1 : tensor<5x37xf32>
  %j = stablehlo.iota dim = 0 : tensor<5x37xf32>
  %ij = stablehlo.multiply %i, %j : tensor<5x37xf32>
  %x = stablehlo.sine %ij : tensor<5x37xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<5x37xf32>, tensor<f32>) -> tensor<5xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<5xf32>) -> tensor<5x37xf32>
  %d = stablehlo.subtract %x, %maxes : tensor<5x37xf32>
  %e = stablehlo.exponential %d : tensor<5x37xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x37xf32>, tensor<f32>) -> tensor<5xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<5xf32>) -> tensor<5x37xf32>
  %r = stablehlo.divide %e, %sums : tensor<5x37xf32>
  check.expect_eq %r, %r : tensor<5x37xf32>
  return
}

// -----

// Two sums that share a loop, and a third result on the way.
func.func @layer_norm() {
  %i = stablehlo.iota dim = 1 : tensor<6x50xf32>
  %j = stablehlo.iota dim = 0 : tensor<6x50xf32>
  %ij = stablehlo.add %i, %j : tensor<6x50xf32>
  %x = stablehlo.cosine %ij : tensor<6x50xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<50.0> : tensor<6xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<6xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x50xf32>, tensor<f32>) -> tensor<6xf32>
  %xx = stablehlo.multiply %x, %x : tensor<6x50xf32>
  %squares = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x50xf32>, tensor<f32>) -> tensor<6xf32>
  %mean = stablehlo.divide %sum, %n : tensor<6xf32>
  %msq = stablehlo.divide %squares, %n : tensor<6xf32>
  %mm = stablehlo.multiply %mean, %mean : tensor<6xf32>
  %var = stablehlo.subtract %msq, %mm : tensor<6xf32>
  %ve = stablehlo.add %var, %eps : tensor<6xf32>
  %rs = stablehlo.rsqrt %ve : tensor<6xf32>
  %mb = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<6xf32>) -> tensor<6x50xf32>
  %rb = stablehlo.broadcast_in_dim %rs, dims = [0] : (tensor<6xf32>) -> tensor<6x50xf32>
  %c = stablehlo.subtract %x, %mb : tensor<6x50xf32>
  %r = stablehlo.multiply %c, %rb : tensor<6x50xf32>
  check.expect_eq %r, %r : tensor<6x50xf32>
  check.expect_eq %mean, %mean : tensor<6xf32>
  return
}

// -----

func.func @column_sums() {
  %i = stablehlo.iota dim = 1 : tensor<13x21xf32>
  %j = stablehlo.iota dim = 0 : tensor<13x21xf32>
  %x = stablehlo.multiply %i, %j : tensor<13x21xf32>
  %zero = stablehlo.constant dense<3.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<13x21xf32>, tensor<f32>) -> tensor<21xf32>
  check.expect_eq %r, %r : tensor<21xf32>
  return
}

// -----

func.func @argmax() {
  %i = stablehlo.iota dim = 0 : tensor<29x3xf32>
  %x = stablehlo.sine %i : tensor<29x3xf32>
  %at = stablehlo.iota dim = 0 : tensor<29x3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %m:2 = stablehlo.reduce(%x init: %low), (%at init: %none) across dimensions = [0] : (tensor<29x3xf32>, tensor<29x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
      %gt = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %eq = stablehlo.compare EQ, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lt = stablehlo.compare LT, %b, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %t = stablehlo.and %eq, %lt : tensor<i1>
      %w = stablehlo.or %gt, %t : tensor<i1>
      %v = stablehlo.select %w, %a, %c : tensor<i1>, tensor<f32>
      %k = stablehlo.select %w, %b, %d : tensor<i1>, tensor<i32>
      stablehlo.return %v, %k : tensor<f32>, tensor<i32>
    }
  check.expect_eq %m#1, %m#1 : tensor<3xi32>
  check.expect_eq %m#0, %m#0 : tensor<3xf32>
  return
}

// -----

func.func @dot_bias_relu() {
  %i = stablehlo.iota dim = 1 : tensor<7x19xf32>
  %j = stablehlo.iota dim = 0 : tensor<7x19xf32>
  %a0 = stablehlo.subtract %i, %j : tensor<7x19xf32>
  %a = stablehlo.sine %a0 : tensor<7x19xf32>
  %k = stablehlo.iota dim = 0 : tensor<19x11xf32>
  %b = stablehlo.cosine %k : tensor<19x11xf32>
  %bias = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, -6.0, -7.0, -8.0, 9.0, 10.0, -11.0]> : tensor<11xf32>
  %d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<7x19xf32>, tensor<19x11xf32>) -> tensor<7x11xf32>
  %bb = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<11xf32>) -> tensor<7x11xf32>
  %s = stablehlo.add %d, %bb : tensor<7x11xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<7x11xf32>
  %r = stablehlo.maximum %s, %zero : tensor<7x11xf32>
  check.expect_eq %r, %r : tensor<7x11xf32>
  return
}

// -----

// Scores, softmax and the second product of attention in one kernel.
func.func @attention() {
  %i = stablehlo.iota dim = 2 : tensor<2x9x5xf32>
  %j = stablehlo.iota dim = 1 : tensor<2x9x5xf32>
  %h = stablehlo.iota dim = 0 : tensor<2x9x5xf32>
  %ij = stablehlo.multiply %i, %j : tensor<2x9x5xf32>
  %q0 = stablehlo.add %ij, %h : tensor<2x9x5xf32>
  %q = stablehlo.sine %q0 : tensor<2x9x5xf32>
  %k = stablehlo.cosine %q0 : tensor<2x9x5xf32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x5xf32>, tensor<2x9x5xf32>) -> tensor<2x9x9xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x9x9xf32>, tensor<f32>) -> tensor<2x9xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<2x9xf32>) -> tensor<2x9x9xf32>
  %d = stablehlo.subtract %s, %maxes : tensor<2x9x9xf32>
  %e = stablehlo.exponential %d : tensor<2x9x9xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x9xf32>, tensor<f32>) -> tensor<2x9xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<2x9xf32>) -> tensor<2x9x9xf32>
  %p = stablehlo.divide %e, %sums : tensor<2x9x9xf32>
  %r = stablehlo.dot_general %p, %q, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x9xf32>, tensor<2x9x5xf32>) -> tensor<2x9x5xf32>
  check.expect_eq %r, %r : tensor<2x9x5xf32>
  return
}

// -----

func.func @reshapes() {
  %i = stablehlo.iota dim = 0 : tensor<120xf32>
  %a = stablehlo.reshape %i : (tensor<120xf32>) -> tensor<4x6x5xf32>
  %b = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<4x6x5xf32>) -> tensor<6x4x5xf32>
  %c = stablehlo.reshape %b : (tensor<6x4x5xf32>) -> tensor<6x20xf32>
  %d = stablehlo.reshape %c : (tensor<6x20xf32>) -> tensor<2x3x1x20xf32>
  check.expect_eq %d, %d : tensor<2x3x1x20xf32>
  %e = stablehlo.reshape %b : (tensor<6x4x5xf32>) -> tensor<8x15xf32>
  check.expect_eq %e, %e : tensor<8x15xf32>
  %f = stablehlo.reshape %a : (tensor<4x6x5xf32>) -> tensor<24x5xf32>
  check.expect_eq %f, %f : tensor<24x5xf32>
  return
}

// -----

// A value that is one row of 34 in one place and two rows in another.
func.func @reshape_into_reduce() {
  %i = stablehlo.iota dim = 0 : tensor<34xf32>
  %s = stablehlo.sine %i : tensor<34xf32>
  %a = stablehlo.reshape %s : (tensor<34xf32>) -> tensor<2x17xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x17xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq %r, %r : tensor<2xf32>
  return
}

// -----

func.func @parts() {
  %i = stablehlo.iota dim = 1 : tensor<5x23xi32>
  %j = stablehlo.iota dim = 0 : tensor<5x23xi32>
  %x = stablehlo.add %i, %j : tensor<5x23xi32>
  %a = stablehlo.slice %x [1:5, 2:20:3] : (tensor<5x23xi32>) -> tensor<4x6xi32>
  %b = stablehlo.reverse %a, dims = [1] : tensor<4x6xi32>
  %v = stablehlo.constant dense<-1> : tensor<i32>
  %c = stablehlo.pad %b, %v, low = [1, -2], high = [0, 5], interior = [0, 2] : (tensor<4x6xi32>, tensor<i32>) -> tensor<5x19xi32>
  check.expect_eq %c, %c : tensor<5x19xi32>
  %d = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x18xi32>
  check.expect_eq %d, %d : tensor<4x18xi32>
  %e = stablehlo.pad %d, %v, low = [2, 3], high = [1, -4], interior = [0, 0] : (tensor<4x18xi32>, tensor<i32>) -> tensor<7x17xi32>
  check.expect_eq %e, %e : tensor<7x17xi32>
  return
}

// -----

// A sum over a reversed, padded row: what lies outside takes no part.
func.func @reduce_of_pad() {
  %i = stablehlo.iota dim = 0 : tensor<11xf32>
  %r = stablehlo.reverse %i, dims = [0] : tensor<11xf32>
  %v = stablehlo.constant dense<2.0> : tensor<f32>
  %p = stablehlo.pad %r, %v, low = [3], high = [4], interior = [0] : (tensor<11xf32>, tensor<f32>) -> tensor<18xf32>
  %s = stablehlo.reduce(%p init: %v) applies stablehlo.multiply across dimensions = [0] : (tensor<18xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq %s, %s : tensor<f32>
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%p init: %low) applies stablehlo.minimum across dimensions = [0] : (tensor<18xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq %t, %t : tensor<f32>
  return
}

// -----

func.func @dynamic_slices() {
  %i = stablehlo.iota dim = 1 : tensor<6x17xi32>
  %j = stablehlo.iota dim = 0 : tensor<6x17xi32>
  %x = stablehlo.multiply %i, %j : tensor<6x17xi32>
  %table = stablehlo.constant dense<[4, 2, 9, 100, -7]> : tensor<5xi32>
  %p = stablehlo.slice %table [2:3] : (tensor<5xi32>) -> tensor<1xi32>
  %s = stablehlo.reshape %p : (tensor<1xi32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.dynamic_slice %x, %one, %s, sizes = [4, 10] : (tensor<6x17xi32>, tensor<i32>, tensor<i32>) -> tensor<4x10xi32>
  check.expect_eq %a, %a : tensor<4x10xi32>
  %u = stablehlo.negate %a : tensor<4x10xi32>
  %b = stablehlo.dynamic_update_slice %x, %u, %one, %s : (tensor<6x17xi32>, tensor<4x10xi32>, tensor<i32>, tensor<i32>) -> tensor<6x17xi32>
  check.expect_eq %b, %b : tensor<6x17xi32>
  return
}

// -----

// Rows by index, then a sum over each.
func.func @embedding() {
  %i = stablehlo.iota dim = 1 : tensor<10x21xf32>
  %j = stablehlo.iota dim = 0 : tensor<10x21xf32>
  %x = stablehlo.multiply %i, %j : tensor<10x21xf32>
  %rows = stablehlo.constant dense<[[3], [9], [0], [77], [-5], [3]]> : tensor<6x1xi32>
  %g = "stablehlo.gather"(%x, %rows) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    indices_are_sorted = false, slice_sizes = array<i64: 1, 21>}> : (tensor<10x21xf32>, tensor<6x1xi32>) -> tensor<6x21xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x21xf32>, tensor<f32>) -> tensor<6xf32>
  check.expect_eq %r, %r : tensor<6xf32>
  return
}

// -----

func.func @complex_program() {
  %i = stablehlo.iota dim = 0 : tensor<9x7xf32>
  %j = stablehlo.iota dim = 1 : tensor<9x7xf32>
  %z = stablehlo.complex %i, %j : tensor<9x7xcomplex<f32>>
  %s = stablehlo.sqrt %z : tensor<9x7xcomplex<f32>>
  %t = stablehlo.tanh %s : tensor<9x7xcomplex<f32>>
  %d = stablehlo.dot_general %s, %t, contracting_dims = [0] x [0] : (tensor<9x7xcomplex<f32>>, tensor<9x7xcomplex<f32>>) -> tensor<7x7xcomplex<f32>>
  check.expect_eq %d, %d : tensor<7x7xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %r = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x7xcomplex<f32>>, tensor<complex<f32>>) -> tensor<9xcomplex<f32>>
  check.expect_eq %r, %r : tensor<9xcomplex<f32>>
  // An initial value that is not zero enters once.
  %five = stablehlo.constant dense<(5.0, -3.0)> : tensor<complex<f32>>
  %q = stablehlo.reduce(%s init: %five) applies stablehlo.add across dimensions = [0, 1] : (tensor<9x7xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq %q, %q : tensor<complex<f32>>
  %tiny = stablehlo.constant dense<[(4.9e-324, -4.9e-324), (1.7e308, 1.7e308), (0.0, -0.0)]> : tensor<3xcomplex<f64>>
  %direction = stablehlo.sign %tiny : tensor<3xcomplex<f64>>
  check.expect_eq %direction, %direction : tensor<3xcomplex<f64>>
  return
}

// -----

func.func @pooling() {
  %i = stablehlo.iota dim = 1 : tensor<2x9x11x3xf32>
  %j = stablehlo.iota dim = 2 : tensor<2x9x11x3xf32>
  %k = stablehlo.iota dim = 3 : tensor<2x9x11x3xf32>
  %ij = stablehlo.multiply %i, %j : tensor<2x9x11x3xf32>
  %x0 = stablehlo.add %ij, %k : tensor<2x9x11x3xf32>
  %x = stablehlo.sine %x0 : tensor<2x9x11x3xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = "stablehlo.reduce_window"(%x, %low) <{
    window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>,
    padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<2x9x11x3xf32>, tensor<f32>) -> tensor<2x5x5x3xf32>
  check.expect_eq %m, %m : tensor<2x5x5x3xf32>
  return
}

// -----

func.func @convolution() {
  %i = stablehlo.iota dim = 1 : tensor<2x7x9x4xf32>
  %j = stablehlo.iota dim = 2 : tensor<2x7x9x4xf32>
  %k = stablehlo.iota dim = 3 : tensor<2x7x9x4xf32>
  %ij = stablehlo.multiply %i, %j : tensor<2x7x9x4xf32>
  %x0 = stablehlo.add %ij, %k : tensor<2x7x9x4xf32>
  %x = stablehlo.sine %x0 : tensor<2x7x9x4xf32>
  %f0 = stablehlo.iota dim = 3 : tensor<3x2x2x6xf32>
  %f1 = stablehlo.iota dim = 0 : tensor<3x2x2x6xf32>
  %f2 = stablehlo.add %f0, %f1 : tensor<3x2x2x6xf32>
  %f = stablehlo.cosine %f2 : tensor<3x2x2x6xf32>
  %c = stablehlo.convolution(%x, %f) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 1], pad = [[1, 1], [0, 1]], rhs_dilate = [1, 2]}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x7x9x4xf32>, tensor<3x2x2x6xf32>) -> tensor<2x4x8x6xf32>
  check.expect_eq %c, %c : tensor<2x4x8x6xf32>
  return
}

// -----

func.func @narrow_types() {
  %i = stablehlo.iota dim = 0 : tensor<40xf32>
  %b = stablehlo.convert %i : (tensor<40xf32>) -> tensor<40xbf16>
  %s = stablehlo.sine %b : tensor<40xbf16>
  %m = stablehlo.multiply %s, %b : tensor<40xbf16>
  check.expect_eq %m, %m : tensor<40xbf16>
  %q = stablehlo.convert %m : (tensor<40xbf16>) -> tensor<40xi8>
  check.expect_eq %q, %q : tensor<40xi8>
  %u = stablehlo.convert %q : (tensor<40xi8>) -> tensor<40xui16>
  %c = stablehlo.compare LT, %q, %q : (tensor<40xi8>, tensor<40xi8>) -> tensor<40xi1>
  %h = stablehlo.convert %u : (tensor<40xui16>) -> tensor<40xf16>
  check.expect_eq %h, %h : tensor<40xf16>
  check.expect_eq %c, %c : tensor<40xi1>
  return
}

// -----

// A square root has one right answer in every bit.
func.func @bits() {
  %i = stablehlo.iota dim = 0 : tensor<18xf32>
  %s = stablehlo.sqrt %i : tensor<18xf32>
  %b = stablehlo.bitcast_convert %s : (tensor<18xf32>) -> tensor<18x4xui8>
  check.expect_eq %b, %b : tensor<18x4xui8>
  %r = stablehlo.reverse %b, dims = [1] : tensor<18x4xui8>
  %w = stablehlo.bitcast_convert %r : (tensor<18x4xui8>) -> tensor<18xui32>
  check.expect_eq %w, %w : tensor<18xui32>
  return
}

// -----

// Products whose operands are packed: larger than the first cache, or lying
// across, or computed on the way; extents that no tile divides.
func.func @packed_product() {
  %i = stablehlo.iota dim = 0 : tensor<37x70xf32>
  %j = stablehlo.iota dim = 1 : tensor<37x70xf32>
  %ij = stablehlo.multiply %i, %j : tensor<37x70xf32>
  %a = stablehlo.sine %ij : tensor<37x70xf32>
  %k = stablehlo.iota dim = 0 : tensor<70x75xf32>
  %l = stablehlo.iota dim = 1 : tensor<70x75xf32>
  %kl = stablehlo.multiply %k, %l : tensor<70x75xf32>
  %b = stablehlo.cosine %kl : tensor<70x75xf32>
  %bias = stablehlo.iota dim = 1 : tensor<37x75xf32>
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<37x70xf32>, tensor<70x75xf32>) -> tensor<37x75xf32>
  %s = stablehlo.add %p, %bias : tensor<37x75xf32>
  check.expect_eq %s, %s : tensor<37x75xf32>
  return
}

// -----

func.func @product_of_transposed() {
  %i = stablehlo.iota dim = 0 : tensor<11x37xf32>
  %j = stablehlo.iota dim = 1 : tensor<11x37xf32>
  %ij = stablehlo.multiply %i, %j : tensor<11x37xf32>
  %a = stablehlo.sine %ij : tensor<11x37xf32>
  %k = stablehlo.iota dim = 0 : tensor<45x11xf32>
  %l = stablehlo.iota dim = 1 : tensor<45x11xf32>
  %kl = stablehlo.multiply %k, %l : tensor<45x11xf32>
  %b = stablehlo.cosine %kl : tensor<45x11xf32>
  %p = stablehlo.dot_general %a, %b, contracting_dims = [0] x [1] : (tensor<11x37xf32>, tensor<45x11xf32>) -> tensor<37x45xf32>
  check.expect_eq %p, %p : tensor<37x45xf32>
  return
}

// -----

func.func @product_of_narrow() {
  %i = stablehlo.iota dim = 1 : tensor<3x20x9xf32>
  %j = stablehlo.iota dim = 2 : tensor<3x20x9xf32>
  %ij = stablehlo.multiply %i, %j : tensor<3x20x9xf32>
  %s = stablehlo.sine %ij : tensor<3x20x9xf32>
  %a = stablehlo.convert %s : (tensor<3x20x9xf32>) -> tensor<3x20x9xbf16>
  %k = stablehlo.iota dim = 0 : tensor<3x9x33xf32>
  %l = stablehlo.iota dim = 2 : tensor<3x9x33xf32>
  %kl = stablehlo.add %k, %l : tensor<3x9x33xf32>
  %c = stablehlo.cosine %kl : tensor<3x9x33xf32>
  %b = stablehlo.convert %c : (tensor<3x9x33xf32>) -> tensor<3x9x33xbf16>
  %p = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x20x9xbf16>, tensor<3x9x33xbf16>) -> tensor<3x20x33xbf16>
  check.expect_eq %p, %p : tensor<3x20x33xbf16>
  return
}

// -----

func.func @product_of_complex() {
  %i = stablehlo.iota dim = 0 : tensor<20x5xf32>
  %j = stablehlo.iota dim = 1 : tensor<20x5xf32>
  %a = stablehlo.complex %i, %j : tensor<20x5xcomplex<f32>>
  %k = stablehlo.iota dim = 0 : tensor<19x5xf32>
  %l = stablehlo.iota dim = 1 : tensor<19x5xf32>
  %b = stablehlo.complex %k, %l : tensor<19x5xcomplex<f32>>
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<20x5xcomplex<f32>>, tensor<19x5xcomplex<f32>>) -> tensor<20x19xcomplex<f32>>
  check.expect_eq %p, %p : tensor<20x19xcomplex<f32>>
  return
}

// -----

func.func @product_of_bytes() {
  %i = stablehlo.iota dim = 0 : tensor<20x6xi8>
  %j = stablehlo.iota dim = 0 : tensor<19x6xi8>
  %p = stablehlo.dot_general %i, %j, contracting_dims = [1] x [1] : (tensor<20x6xi8>, tensor<19x6xi8>) -> tensor<20x19xi32>
  check.expect_eq %p, %p : tensor<20x19xi32>
  return
}

// -----

// A matrix and a vector, from either side and lying either way.
func.func @matrix_and_vector() {
  %i = stablehlo.iota dim = 0 : tensor<13x50xf32>
  %j = stablehlo.iota dim = 1 : tensor<13x50xf32>
  %ij = stablehlo.multiply %i, %j : tensor<13x50xf32>
  %m = stablehlo.sine %ij : tensor<13x50xf32>
  %k = stablehlo.iota dim = 0 : tensor<50xf32>
  %u = stablehlo.cosine %k : tensor<50xf32>
  %l = stablehlo.iota dim = 0 : tensor<13xf32>
  %v = stablehlo.cosine %l : tensor<13xf32>
  %w = stablehlo.reshape %u : (tensor<50xf32>) -> tensor<1x50xf32>
  %p = stablehlo.dot_general %m, %u, contracting_dims = [1] x [0] : (tensor<13x50xf32>, tensor<50xf32>) -> tensor<13xf32>
  check.expect_eq %p, %p : tensor<13xf32>
  %q = stablehlo.dot_general %m, %v, contracting_dims = [0] x [0] : (tensor<13x50xf32>, tensor<13xf32>) -> tensor<50xf32>
  check.expect_eq %q, %q : tensor<50xf32>
  %r = stablehlo.dot_general %w, %m, contracting_dims = [1] x [1] : (tensor<1x50xf32>, tensor<13x50xf32>) -> tensor<1x13xf32>
  check.expect_eq %r, %r : tensor<1x13xf32>
  %s = stablehlo.dot_general %u, %w, contracting_dims = [0] x [1] : (tensor<50xf32>, tensor<1x50xf32>) -> tensor<1xf32>
  check.expect_eq %s, %s : tensor<1xf32>
  return
}

// -----

// Factors of registers that hold matrices, lying either way and ending in the
// middle of one, with something done to the sums.
func.func @matrices_of_bf16() {
  %i = stablehlo.iota dim = 0 : tensor<40x70xf32>
  %j = stablehlo.iota dim = 1 : tensor<40x70xf32>
  %ij = stablehlo.multiply %i, %j : tensor<40x70xf32>
  %s = stablehlo.sine %ij : tensor<40x70xf32>
  %a = stablehlo.convert %s : (tensor<40x70xf32>) -> tensor<40x70xbf16>
  %k = stablehlo.iota dim = 0 : tensor<70x48xf32>
  %c = stablehlo.cosine %k : tensor<70x48xf32>
  %b = stablehlo.convert %c : (tensor<70x48xf32>) -> tensor<70x48xbf16>
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x70xbf16>, tensor<70x48xbf16>) -> tensor<40x48xf32>
  %n = stablehlo.negate %p : tensor<40x48xf32>
  check.expect_eq %n, %n : tensor<40x48xf32>
  %at = stablehlo.transpose %a, dims = [1, 0] : (tensor<40x70xbf16>) -> tensor<70x40xbf16>
  %bt = stablehlo.transpose %b, dims = [1, 0] : (tensor<70x48xbf16>) -> tensor<48x70xbf16>
  %q = stablehlo.dot_general %at, %bt, contracting_dims = [0] x [1] : (tensor<70x40xbf16>, tensor<48x70xbf16>) -> tensor<40x48xf32>
  check.expect_eq %q, %q : tensor<40x48xf32>
  return
}

// -----

// One tile of each factor, of which neither is used twice.
func.func @one_matrix_of_bytes() {
  %i = stablehlo.iota dim = 0 : tensor<32x64xi8>
  %j = stablehlo.iota dim = 1 : tensor<32x64xi8>
  %l = stablehlo.add %i, %j : tensor<32x64xi8>
  %p = stablehlo.dot_general %l, %i, contracting_dims = [1] x [1] : (tensor<32x64xi8>, tensor<32x64xi8>) -> tensor<32x32xi32>
  %d = stablehlo.add %p, %p : tensor<32x32xi32>
  check.expect_eq %d, %d : tensor<32x32xi32>
  return
}
