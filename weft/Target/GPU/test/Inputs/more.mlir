// Kernels that are none of the four programs, so that nothing fits those alone.

// Sums along the slow dim, of integers.
tile.kernel @column_sums(%x: !tile.ref<64x40xi32> {tile.readonly}, %y: !tile.ref<40xi32>) attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %none = arith.constant dense<0> : tensor<32x16xi32>
  %c32 = arith.constant 32 : index
  %program = tile.program_id
  %column = arith.muli %program, %c16 : index
  %sum = scf.for %i = %c0 to %c64 step %c32 iter_args(%before = %none) -> (tensor<32x16xi32>) {
    %in = tile.load %x[%i, %column] bound [_, %c40] : !tile.ref<64x40xi32> -> tensor<32x16xi32>
    %next = arith.addi %before, %in : tensor<32x16xi32>
    scf.yield %next : tensor<32x16xi32>
  }
  %r = tile.reduce add %sum [0] : tensor<32x16xi32> -> tensor<16xi32>
  tile.store %r, %y[%column] bound [%c40] : tensor<16xi32>, !tile.ref<40xi32>
  tile.return
}

// Everything to one number, which decides what is done next.
tile.kernel @to_scalar(%x: !tile.ref<16x256xf32> {tile.readonly}, %y: !tile.ref<16x256xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %in = tile.load %x[%c0, %c0] : !tile.ref<16x256xf32> -> tensor<16x256xf32>
  %sum = tile.reduce add %in [0, 1] : tensor<16x256xf32> -> tensor<f32>
  %least = tile.reduce min %in [0, 1] : tensor<16x256xf32> -> tensor<f32>
  %s = tensor.extract %sum[] : tensor<f32>
  %l = tensor.extract %least[] : tensor<f32>
  %positive = arith.cmpf ogt, %s, %zero : f32
  %out = scf.if %positive -> (tensor<16x256xf32>) {
    %ls = tensor.splat %l : tensor<16x256xf32>
    %a = arith.subf %in, %ls : tensor<16x256xf32>
    scf.yield %a : tensor<16x256xf32>
  } else {
    %ss = tensor.splat %s : tensor<16x256xf32>
    %b = arith.mulf %in, %ss : tensor<16x256xf32>
    scf.yield %b : tensor<16x256xf32>
  }
  tile.store %out, %y[%c0, %c0] : tensor<16x256xf32>, !tile.ref<16x256xf32>
  tile.return
}

// Three dims change places, and a row is read backwards with gaps.
tile.kernel @turn(%x: !tile.ref<8x16x64xf32> {tile.readonly}, %y: !tile.ref<32x8x16xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c63 = arith.constant 63 : index
  %in = tile.load %x[%c0, %c0, %c63] strides [1, 1, -2] : !tile.ref<8x16x64xf32> -> tensor<8x16x32xf32>
  %t = tile.transpose %in [2, 0, 1] : tensor<8x16x32xf32> -> tensor<32x8x16xf32>
  tile.store %t, %y[%c0, %c0, %c0] : tensor<32x8x16xf32>, !tile.ref<32x8x16xf32>
  tile.return
}

// Indices, comparisons, a mask as a result, and bytes.
tile.kernel @triangle(%x: !tile.ref<48x80xi8> {tile.readonly}, %y: !tile.ref<48x80xi8>, %z: !tile.ref<48x80xi1>) attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %program = tile.program_id
  %row = arith.muli %program, %c16 : index
  %row32 = arith.index_cast %row : index to i32
  %in = tile.load %x[%row, %c0] : !tile.ref<48x80xi8> -> tensor<16x80xi8>
  %i = tile.iota 0 : tensor<16x80xi32>
  %j = tile.iota 1 : tensor<16x80xi32>
  %first = tensor.splat %row32 : tensor<16x80xi32>
  %at = arith.addi %i, %first : tensor<16x80xi32>
  %below = arith.cmpi sle, %j, %at : tensor<16x80xi32>
  %three = arith.constant dense<3> : tensor<16x80xi8>
  %q = arith.divsi %in, %three : tensor<16x80xi8>
  %r = arith.select %below, %q, %in : tensor<16x80xi1>, tensor<16x80xi8>
  tile.store %r, %y[%row, %c0] : tensor<16x80xi8>, !tile.ref<48x80xi8>
  tile.store %below, %z[%row, %c0] : tensor<16x80xi1>, !tile.ref<48x80xi1>
  tile.return
}

// A product whose left operand lies the other way round, twice, with what
// attention does in between: rows that grow, and a result that is an operand.
tile.kernel @scores(%q: !tile.ref<64x32xbf16> {tile.readonly}, %k: !tile.ref<64x32xbf16> {tile.readonly}, %v: !tile.ref<64x32xbf16> {tile.readonly}, %o: !tile.ref<64x32xf32>) attributes {stage = "free", grid = 2} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %none = arith.constant dense<0.0> : tensor<32x32xf32>
  %program = tile.program_id
  %row = arith.muli %program, %c32 : index
  %qt = tile.load %q[%row, %c0] : !tile.ref<64x32xbf16> -> tensor<32x32xbf16>
  %kt = tile.load %k[%c0, %c0] : !tile.ref<64x32xbf16> -> tensor<64x32xbf16>
  %kk = tile.transpose %kt [1, 0] : tensor<64x32xbf16> -> tensor<32x64xbf16>
  %s = tile.dot %qt, %kk, %zero : tensor<32x32xbf16>, tensor<32x64xbf16>, tensor<32x64xf32>
  %max = tile.reduce max %s [1] : tensor<32x64xf32> -> tensor<32xf32>
  %column = tile.reshape %max : tensor<32xf32> -> tensor<32x1xf32>
  %maxes = tile.broadcast %column [0, 1] : tensor<32x1xf32> -> tensor<32x64xf32>
  %d = arith.subf %s, %maxes : tensor<32x64xf32>
  %p = math.exp2 %d : tensor<32x64xf32>
  %sum = tile.reduce add %p [1] : tensor<32x64xf32> -> tensor<32xf32>
  %ph = arith.truncf %p : tensor<32x64xf32> to tensor<32x64xbf16>
  %vt = tile.load %v[%c0, %c0] : !tile.ref<64x32xbf16> -> tensor<64x32xbf16>
  %a = tile.dot %ph, %vt, %none : tensor<32x64xbf16>, tensor<64x32xbf16>, tensor<32x32xf32>
  %sums = tile.broadcast %sum [0] : tensor<32xf32> -> tensor<32x32xf32>
  %out = arith.divf %a, %sums : tensor<32x32xf32>
  tile.store %out, %o[%row, %c0] : tensor<32x32xf32>, !tile.ref<64x32xf32>
  tile.return
}

// A loop that ends when the tile says so, in f64, over tiles of an odd extent.
tile.kernel @halve(%x: !tile.ref<12x20xf64> {tile.readonly}, %y: !tile.ref<12x20xf64>) attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %half = arith.constant dense<0.5> : tensor<4x20xf64>
  %program = tile.program_id
  %row = arith.muli %program, %c4 : index
  %in = tile.load %x[%row, %c0] : !tile.ref<12x20xf64> -> tensor<4x20xf64>
  %out = scf.while (%t = %in) : (tensor<4x20xf64>) -> tensor<4x20xf64> {
    %a = math.absf %t : tensor<4x20xf64>
    %m = tile.reduce max %a [0, 1] : tensor<4x20xf64> -> tensor<f64>
    %largest = tensor.extract %m[] : tensor<f64>
    %more = arith.cmpf ogt, %largest, %one : f64
    scf.condition(%more) %t : tensor<4x20xf64>
  } do {
  ^bb0(%t: tensor<4x20xf64>):
    %h = arith.mulf %t, %half : tensor<4x20xf64>
    scf.yield %h : tensor<4x20xf64>
  }
  tile.store %out, %y[%row, %c0] : tensor<4x20xf64>, !tile.ref<12x20xf64>
  tile.return
}

// The largest of each row, and the first place where it stands: several tiles are reduced together, in any order.
tile.kernel @place(%x: !tile.ref<6x512xf32>, %y: !tile.ref<6xf32>, %z: !tile.ref<6xi32>) attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %program = tile.program_id
  %row = arith.muli %program, %c2 : index
  %in = tile.load %x[%row, %c0] : !tile.ref<6x512xf32> -> tensor<2x512xf32>
  %i = tile.iota 1 : tensor<2x512xi32>
  %most, %at = tile.reduce custom %in, %i [1] : tensor<2x512xf32>, tensor<2x512xi32> -> tensor<2xf32>, tensor<2xi32> {
  ^bb0(%x0: f32, %i0: i32, %x1: f32, %i1: i32):
    %turned = arith.cmpi slt, %i1, %i0 : i32
    %a = arith.select %turned, %x1, %x0 : f32
    %b = arith.select %turned, %x0, %x1 : f32
    %ia = arith.select %turned, %i1, %i0 : i32
    %ib = arith.select %turned, %i0, %i1 : i32
    %first = arith.cmpf oge, %a, %b : f32
    %more = arith.select %first, %a, %b : f32
    %where = arith.select %first, %ia, %ib : i32
    tile.yield %more, %where : f32, i32
  }
  tile.store %most, %y[%row] : tensor<2xf32>, !tile.ref<6xf32>
  tile.store %at, %z[%row] : tensor<2xi32>, !tile.ref<6xi32>
  tile.return
}

// Functions whose results are rounded to bf16.
tile.kernel @rounded(%x: !tile.ref<1024xf32>, %y: !tile.ref<1024xbf16>) attributes {stage = "free", grid = 4} {
  %c256 = arith.constant 256 : index
  %program = tile.program_id
  %start = arith.muli %program, %c256 : index
  %in = tile.load %x[%start] : !tile.ref<1024xf32> -> tensor<256xf32>
  %exp = math.exp %in : tensor<256xf32>
  %narrowExp = arith.truncf %exp : tensor<256xf32> to tensor<256xbf16>
  %wideExp = arith.extf %narrowExp : tensor<256xbf16> to tensor<256xf32>
  %tanh = math.tanh %in : tensor<256xf32>
  %narrowTanh = arith.truncf %tanh : tensor<256xf32> to tensor<256xbf16>
  %wideTanh = arith.extf %narrowTanh : tensor<256xbf16> to tensor<256xf32>
  %quotient = arith.divf %wideTanh, %wideExp : tensor<256xf32>
  %out = arith.truncf %quotient : tensor<256xf32> to tensor<256xbf16>
  tile.store %out, %y[%start] : tensor<256xbf16>, !tile.ref<1024xbf16>
  tile.return
}

// A logarithm that may be a little off, of numbers of all sizes.
tile.kernel @rough_log(%x: !tile.ref<1024xf32>, %y: !tile.ref<1024xf32>) attributes {stage = "free", grid = 4} {
  %c256 = arith.constant 256 : index
  %program = tile.program_id
  %start = arith.muli %program, %c256 : index
  %in = tile.load %x[%start] : !tile.ref<1024xf32> -> tensor<256xf32>
  %positive = math.absf %in : tensor<256xf32>
  %out = math.log %positive fastmath<afn> : tensor<256xf32>
  tile.store %out, %y[%start] : tensor<256xf32>, !tile.ref<1024xf32>
  tile.return
}

// Rows that indices name, of an extent that tiles do not divide, some of which are masked out.
tile.kernel @named_rows(%x: !tile.ref<64x72xf32>, %i: !tile.ref<64x40xi8>, %y: !tile.ref<32x72xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c72 = arith.constant 72 : index
  %seven = arith.constant 7.0 : f32
  %most = arith.constant dense<63> : tensor<8xi32>
  %program = tile.program_id
  %row = arith.muli %program, %c8 : index
  %column = tile.load %i[%row, %c0] : !tile.ref<64x40xi8> -> tensor<8x1xi8>
  %bytes = tile.reshape %column : tensor<8x1xi8> -> tensor<8xi8>
  %wide = arith.extui %bytes : tensor<8xi8> to tensor<8xi32>
  %named = arith.andi %wide, %most : tensor<8xi32>
  %below = arith.constant dense<128> : tensor<8xi32>
  %mask = arith.cmpi ult, %wide, %below : tensor<8xi32>
  %rows = tile.gather %x[%named, %c0] bound [_, %c72] mask %mask else %seven : !tile.ref<64x72xf32>, tensor<8xi32>, index -> tensor<8x128xf32>
  tile.store %rows, %y[%row, %c0] bound [_, %c72] : tensor<8x128xf32>, !tile.ref<32x72xf32>
  tile.return
}

// More is held at once than a thread of one warp has registers: written slice by slice. Bounds end in the tile.
tile.kernel @many_held(%x: !tile.ref<70x60xf32> {tile.readonly}, %row: !tile.ref<64xf32> {tile.readonly}, %y: !tile.ref<70x60xf32>, %z: !tile.ref<70x60xbf16>) attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c60 = arith.constant 60 : index
  %c70 = arith.constant 70 : index
  %program = tile.program_id
  %line = arith.muli %program, %c32 : index
  %a = tile.load %x[%line, %c0] bound [%c70, %c60] : !tile.ref<70x60xf32> -> tensor<32x64xf32>
  %two = arith.constant dense<2.0> : tensor<32x64xf32>
  %b = arith.mulf %a, %a : tensor<32x64xf32>
  %c = arith.addf %a, %two : tensor<32x64xf32>
  %d = arith.subf %b, %two : tensor<32x64xf32>
  %r = tile.load %row[%c0] : !tile.ref<64xf32> -> tensor<64xf32>
  %rows = tile.broadcast %r [1] : tensor<64xf32> -> tensor<32x64xf32>
  %e = arith.mulf %c, %rows : tensor<32x64xf32>
  %f = arith.addf %d, %e : tensor<32x64xf32>
  tile.store %f, %y[%line, %c0] bound [%c70, %c60] : tensor<32x64xf32>, !tile.ref<70x60xf32>
  %g = arith.mulf %f, %b : tensor<32x64xf32>
  %h = arith.subf %g, %c : tensor<32x64xf32>
  %i = arith.mulf %h, %d : tensor<32x64xf32>
  %j = arith.addf %i, %e : tensor<32x64xf32>
  %k = arith.addf %j, %a : tensor<32x64xf32>
  %l = arith.truncf %k : tensor<32x64xf32> to tensor<32x64xbf16>
  tile.store %l, %z[%line, %c0] bound [%c70, %c60] : tensor<32x64xbf16>, !tile.ref<70x60xbf16>
  tile.return
}

// The same, where the second store is over the first one.
tile.kernel @many_held_over(%x: !tile.ref<70x60xf32> {tile.readonly}, %row: !tile.ref<64xf32> {tile.readonly}, %y: !tile.ref<70x60xf32> {tile.aliases = 3}, %v: !tile.ref<70x60xf32> {tile.aliases = 2}, %z: !tile.ref<70x60xbf16> {tile.aliases = 2}) attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c60 = arith.constant 60 : index
  %c70 = arith.constant 70 : index
  %program = tile.program_id
  %line = arith.muli %program, %c32 : index
  %a = tile.load %x[%line, %c0] bound [%c70, %c60] : !tile.ref<70x60xf32> -> tensor<32x64xf32>
  %two = arith.constant dense<2.0> : tensor<32x64xf32>
  %b = arith.mulf %a, %a : tensor<32x64xf32>
  %c = arith.addf %a, %two : tensor<32x64xf32>
  %d = arith.subf %b, %two : tensor<32x64xf32>
  %r = tile.load %row[%c0] : !tile.ref<64xf32> -> tensor<64xf32>
  %rows = tile.broadcast %r [1] : tensor<64xf32> -> tensor<32x64xf32>
  %e = arith.mulf %c, %rows : tensor<32x64xf32>
  %f = arith.addf %d, %e : tensor<32x64xf32>
  tile.store %f, %y[%line, %c0] bound [%c70, %c60] : tensor<32x64xf32>, !tile.ref<70x60xf32>
  %g = arith.mulf %f, %b : tensor<32x64xf32>
  %h = arith.subf %g, %c : tensor<32x64xf32>
  %i = arith.mulf %h, %d : tensor<32x64xf32>
  %j = arith.addf %i, %e : tensor<32x64xf32>
  %k = arith.addf %j, %a : tensor<32x64xf32>
  %l = arith.truncf %k : tensor<32x64xf32> to tensor<32x64xbf16>
  tile.store %l, %z[%line, %c0] bound [%c70, %c60] : tensor<32x64xbf16>, !tile.ref<70x60xbf16>
  tile.return
}
