// Products of all types that matrix instructions take. Extents end inside of tiles, and loops have more steps than are in flight.

// Both factors lie the other way round in memory.
tile.kernel @turned(%a: !tile.ref<200x104xbf16> {tile.readonly}, %b: !tile.ref<72x200xbf16> {tile.readonly}, %c: !tile.ref<104x72xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c72 = arith.constant 72 : index
  %c104 = arith.constant 104 : index
  %c200 = arith.constant 200 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [2, 2]
  %row = arith.muli %i, %c64 : index
  %column = arith.muli %j, %c64 : index
  %sum = scf.for %k = %c0 to %c200 step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%k, %row] bound [%c200, %c104] : !tile.ref<200x104xbf16> -> tensor<32x64xbf16>
    %y = tile.load %b[%column, %k] bound [%c72, %c200] : !tile.ref<72x200xbf16> -> tensor<64x32xbf16>
    %xt = tile.transpose %x [1, 0] : tensor<32x64xbf16> -> tensor<64x32xbf16>
    %yt = tile.transpose %y [1, 0] : tensor<64x32xbf16> -> tensor<32x64xbf16>
    %d = tile.dot %xt, %yt, %before : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%c104, %c72] : tensor<64x64xf32>, !tile.ref<104x72xf32>
  tile.return
}

// Factors of f32, rounded.
tile.kernel @coarse(%a: !tile.ref<72x136xf32> {tile.readonly}, %b: !tile.ref<136x104xf32> {tile.readonly}, %c: !tile.ref<72x104xf32>) attributes {stage = "free", grid = 6} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c72 = arith.constant 72 : index
  %c104 = arith.constant 104 : index
  %c136 = arith.constant 136 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [3, 2]
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c64 : index
  %sum = scf.for %k = %c0 to %c136 step %c16 iter_args(%before = %zero) -> (tensor<32x64xf32>) {
    %x = tile.load %a[%row, %k] bound [%c72, %c136] : !tile.ref<72x136xf32> -> tensor<32x16xf32>
    %y = tile.load %b[%k, %column] bound [%c136, %c104] : !tile.ref<136x104xf32> -> tensor<16x64xf32>
    %d = tile.dot %x, %y, %before {coarse} : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%c72, %c104] : tensor<32x64xf32>, !tile.ref<72x104xf32>
  tile.return
}

// The same from the other sides.
tile.kernel @coarse_turned(%a: !tile.ref<136x72xf32> {tile.readonly}, %b: !tile.ref<104x136xf32> {tile.readonly}, %c: !tile.ref<72x104xf32>) attributes {stage = "free", grid = 6} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c72 = arith.constant 72 : index
  %c104 = arith.constant 104 : index
  %c136 = arith.constant 136 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [3, 2]
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c64 : index
  %sum = scf.for %k = %c0 to %c136 step %c16 iter_args(%before = %zero) -> (tensor<32x64xf32>) {
    %x = tile.load %a[%k, %row] bound [%c136, %c72] : !tile.ref<136x72xf32> -> tensor<16x32xf32>
    %y = tile.load %b[%column, %k] bound [%c104, %c136] : !tile.ref<104x136xf32> -> tensor<64x16xf32>
    %xt = tile.transpose %x [1, 0] : tensor<16x32xf32> -> tensor<32x16xf32>
    %yt = tile.transpose %y [1, 0] : tensor<64x16xf32> -> tensor<16x64xf32>
    %d = tile.dot %xt, %yt, %before {coarse} : tensor<32x16xf32>, tensor<16x64xf32>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%c72, %c104] : tensor<32x64xf32>, !tile.ref<72x104xf32>
  tile.return
}

// Factors of f32 as they are, which lanes multiply.
tile.kernel @exact(%a: !tile.ref<72x72xf32> {tile.readonly}, %b: !tile.ref<72x104xf32> {tile.readonly}, %c: !tile.ref<72x104xf32>) attributes {stage = "free", grid = 12} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c72 = arith.constant 72 : index
  %c104 = arith.constant 104 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [3, 4]
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c32 : index
  %sum = scf.for %k = %c0 to %c72 step %c16 iter_args(%before = %zero) -> (tensor<32x32xf32>) {
    %x = tile.load %a[%row, %k] bound [%c72, %c72] : !tile.ref<72x72xf32> -> tensor<32x16xf32>
    %y = tile.load %b[%k, %column] bound [%c72, %c104] : !tile.ref<72x104xf32> -> tensor<16x32xf32>
    %d = tile.dot %x, %y, %before : tensor<32x16xf32>, tensor<16x32xf32>, tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%c72, %c104] : tensor<32x32xf32>, !tile.ref<72x104xf32>
  tile.return
}

// Of f64.
tile.kernel @doubles(%a: !tile.ref<72x90xf64> {tile.readonly}, %b: !tile.ref<40x90xf64> {tile.readonly}, %c: !tile.ref<72x40xf64>) attributes {stage = "free", grid = 6} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %c72 = arith.constant 72 : index
  %c90 = arith.constant 90 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf64>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [3, 2]
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c32 : index
  %sum = scf.for %k = %c0 to %c90 step %c16 iter_args(%before = %zero) -> (tensor<32x32xf64>) {
    %x = tile.load %a[%row, %k] bound [%c72, %c90] : !tile.ref<72x90xf64> -> tensor<32x16xf64>
    %y = tile.load %b[%column, %k] bound [%c40, %c90] : !tile.ref<40x90xf64> -> tensor<32x16xf64>
    %yt = tile.transpose %y [1, 0] : tensor<32x16xf64> -> tensor<16x32xf64>
    %d = tile.dot %x, %yt, %before : tensor<32x16xf64>, tensor<16x32xf64>, tensor<32x32xf64>
    scf.yield %d : tensor<32x32xf64>
  }
  tile.store %sum, %c[%row, %column] bound [%c72, %c40] : tensor<32x32xf64>, !tile.ref<72x40xf64>
  tile.return
}

// Of bytes; a row of the right one is read across.
tile.kernel @bytes(%a: !tile.ref<80x336xi8> {tile.readonly}, %b: !tile.ref<336x48xi8> {tile.readonly}, %c: !tile.ref<80x48xi32>) attributes {stage = "free", grid = 6} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %c80 = arith.constant 80 : index
  %c336 = arith.constant 336 : index
  %zero = arith.constant dense<0> : tensor<32x32xi32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [3, 2]
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c32 : index
  %sum = scf.for %k = %c0 to %c336 step %c64 iter_args(%before = %zero) -> (tensor<32x32xi32>) {
    %x = tile.load %a[%row, %k] bound [%c80, %c336] : !tile.ref<80x336xi8> -> tensor<32x64xi8>
    %y = tile.load %b[%k, %column] bound [%c336, %c48] : !tile.ref<336x48xi8> -> tensor<64x32xi8>
    %d = tile.dot %x, %y, %before : tensor<32x64xi8>, tensor<64x32xi8>, tensor<32x32xi32>
    scf.yield %d : tensor<32x32xi32>
  }
  tile.store %sum, %c[%row, %column] bound [%c80, %c48] : tensor<32x32xi32>, !tile.ref<80x48xi32>
  tile.return
}

// Unsigned ones on the left, and the right ones as instructions take them.
tile.kernel @bytes_turned(%a: !tile.ref<80x336xi8> {tile.readonly}, %b: !tile.ref<48x336xi8> {tile.readonly}, %c: !tile.ref<80x48xi32>) attributes {stage = "free", grid = 6} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %c80 = arith.constant 80 : index
  %c336 = arith.constant 336 : index
  %zero = arith.constant dense<0> : tensor<32x32xi32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [3, 2]
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c32 : index
  %sum = scf.for %k = %c0 to %c336 step %c64 iter_args(%before = %zero) -> (tensor<32x32xi32>) {
    %x = tile.load %a[%row, %k] bound [%c80, %c336] : !tile.ref<80x336xi8> -> tensor<32x64xi8>
    %y = tile.load %b[%column, %k] bound [%c48, %c336] : !tile.ref<48x336xi8> -> tensor<32x64xi8>
    %yt = tile.transpose %y [1, 0] : tensor<32x64xi8> -> tensor<64x32xi8>
    %d = tile.dot %x, %yt, %before {lhs_unsigned} : tensor<32x64xi8>, tensor<64x32xi8>, tensor<32x32xi32>
    scf.yield %d : tensor<32x32xi32>
  }
  tile.store %sum, %c[%row, %column] bound [%c80, %c48] : tensor<32x32xi32>, !tile.ref<80x48xi32>
  tile.return
}

// Of floats that bf16 holds.
tile.kernel @narrow(%a: !tile.ref<200x104xf8E4M3FN> {tile.readonly}, %b: !tile.ref<72x200xf8E4M3FN> {tile.readonly}, %c: !tile.ref<104x72xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c72 = arith.constant 72 : index
  %c104 = arith.constant 104 : index
  %c200 = arith.constant 200 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [2, 2]
  %row = arith.muli %i, %c64 : index
  %column = arith.muli %j, %c64 : index
  %sum = scf.for %k = %c0 to %c200 step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%k, %row] bound [%c200, %c104] : !tile.ref<200x104xf8E4M3FN> -> tensor<32x64xf8E4M3FN>
    %y = tile.load %b[%column, %k] bound [%c72, %c200] : !tile.ref<72x200xf8E4M3FN> -> tensor<64x32xf8E4M3FN>
    %xt = tile.transpose %x [1, 0] : tensor<32x64xf8E4M3FN> -> tensor<64x32xf8E4M3FN>
    %yt = tile.transpose %y [1, 0] : tensor<64x32xf8E4M3FN> -> tensor<32x64xf8E4M3FN>
    %d = tile.dot %xt, %yt, %before : tensor<64x32xf8E4M3FN>, tensor<32x64xf8E4M3FN>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%c104, %c72] : tensor<64x64xf32>, !tile.ref<104x72xf32>
  tile.return
}

// Several matrices, each multiplied by its own: warps take one each.
tile.kernel @batch(%a: !tile.ref<10x16x72xbf16> {tile.readonly}, %b: !tile.ref<10x72x16xbf16> {tile.readonly}, %c: !tile.ref<10x16x16xf32>) attributes {stage = "free", grid = 3} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c32 = arith.constant 32 : index
  %c72 = arith.constant 72 : index
  %zero = arith.constant dense<0.0> : tensor<4x16x16xf32>
  %program = tile.program_id
  %first = arith.muli %program, %c4 : index
  %sum = scf.for %k = %c0 to %c72 step %c32 iter_args(%before = %zero) -> (tensor<4x16x16xf32>) {
    %x = tile.load %a[%first, %c0, %k] bound [%c10, _, %c72] : !tile.ref<10x16x72xbf16> -> tensor<4x16x32xbf16>
    %y = tile.load %b[%first, %k, %c0] bound [%c10, %c72, _] : !tile.ref<10x72x16xbf16> -> tensor<4x32x16xbf16>
    %d = tile.dot %x, %y, %before : tensor<4x16x32xbf16>, tensor<4x32x16xbf16>, tensor<4x16x16xf32>
    scf.yield %d : tensor<4x16x16xf32>
  }
  tile.store %sum, %c[%first, %c0, %c0] bound [%c10, _, _] : tensor<4x16x16xf32>, !tile.ref<10x16x16xf32>
  tile.return
}

// The same by lanes, of which two have a matrix: four columns of four rows each.
tile.kernel @batch_by_lanes(%a: !tile.ref<21x3x20xf32> {tile.readonly}, %b: !tile.ref<21x20x6xf32> {tile.readonly}, %c: !tile.ref<21x3x6xf32>) attributes {stage = "free", grid = 2} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %c21 = arith.constant 21 : index
  %zero = arith.constant dense<0.0> : tensor<16x4x8xf32>
  %program = tile.program_id
  %first = arith.muli %program, %c16 : index
  %sum = scf.for %k = %c0 to %c20 step %c8 iter_args(%before = %zero) -> (tensor<16x4x8xf32>) {
    %x = tile.load %a[%first, %c0, %k] bound [%c21, %c3, %c20] : !tile.ref<21x3x20xf32> -> tensor<16x4x8xf32>
    %y = tile.load %b[%first, %k, %c0] bound [%c21, %c20, %c6] : !tile.ref<21x20x6xf32> -> tensor<16x8x8xf32>
    %d = tile.dot %x, %y, %before : tensor<16x4x8xf32>, tensor<16x8x8xf32>, tensor<16x4x8xf32>
    scf.yield %d : tensor<16x4x8xf32>
  }
  tile.store %sum, %c[%first, %c0, %c0] bound [%c21, %c3, %c6] : tensor<16x4x8xf32>, !tile.ref<21x3x6xf32>
  tile.return
}
