// Elements at places that tiles of indices say.

// Rows in another order, through memory on the chip: what one thread writes
// there another one reads.
tile.kernel @turned(%x: !tile.ref<4x256xi32> {tile.readonly}, %y: !tile.ref<4x256xi32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %row = tile.program_id
  %in = tile.load %x[%row, %c0] : !tile.ref<4x256xi32> -> tensor<256xi32>
  %at = tile.iota 0 : tensor<256xi32>
  %last = arith.constant dense<255> : tensor<256xi32>
  %back = arith.subi %last, %at : tensor<256xi32>
  %memory = tile.alloc : !tile.ref<256xi32, shared>
  tile.scatter set %in, %memory[%back] {unique} : tensor<256xi32>, !tile.ref<256xi32, shared>, tensor<256xi32>
  %turned = tile.load %memory[%c0] : !tile.ref<256xi32, shared> -> tensor<256xi32>
  tile.store %turned, %y[%row, %c0] : tensor<256xi32>, !tile.ref<4x256xi32>
  tile.return
}

// How often numbers occur: threads meet at places.
tile.kernel @counts(%x: !tile.ref<4x256xi32> {tile.readonly}, %y: !tile.ref<16xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant dense<0> : tensor<16xi32>
  %memory = tile.alloc : !tile.ref<16xi32, shared>
  tile.store %none, %memory[%c0] : tensor<16xi32>, !tile.ref<16xi32, shared>
  scf.for %row = %c0 to %c4 step %c1 {
    %in = tile.load %x[%row, %c0] : !tile.ref<4x256xi32> -> tensor<256xi32>
    %few = arith.constant dense<15> : tensor<256xi32>
    %low = arith.andi %in, %few : tensor<256xi32>
    %one = arith.constant dense<1> : tensor<256xi32>
    %nine = arith.constant dense<9> : tensor<256xi32>
    %mask = arith.cmpi ne, %low, %nine : tensor<256xi32>
    tile.scatter add %one, %memory[%low] mask %mask : tensor<256xi32>, !tile.ref<16xi32, shared>, tensor<256xi32>
  }
  %all = tile.load %memory[%c0] : !tile.ref<16xi32, shared> -> tensor<16xi32>
  tile.store %all, %y[%c0] : tensor<16xi32>, !tile.ref<16xi32>
  tile.return
}

// What was there before each number, which is one more then; zero for numbers that have no place.
tile.kernel @before(%x: !tile.ref<4x256xi32> {tile.readonly}, %y: !tile.ref<2x256xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %in = tile.load %x[%c0, %c0] : !tile.ref<4x256xi32> -> tensor<256xi32>
  tile.store %in, %y[%c0, %c0] : tensor<256xi32>, !tile.ref<2x256xi32>
  %at = tile.iota 0 : tensor<256xi32>
  %last = arith.constant dense<255> : tensor<256xi32>
  %back = arith.subi %last, %at : tensor<256xi32>
  %one = arith.constant dense<1> : tensor<256xi32>
  %few = arith.constant dense<200> : tensor<256xi32>
  %mask = arith.cmpi ult, %at, %few : tensor<256xi32>
  %old = tile.scatter add %one, %y[%c0, %back] mask %mask : tensor<256xi32>, !tile.ref<2x256xi32>, index, tensor<256xi32> -> tensor<256xi32>
  tile.store %old, %y[%c1, %c0] : tensor<256xi32>, !tile.ref<2x256xi32>
  tile.return
}

// A table is read, where there is an entry.
tile.kernel @table(%x: !tile.ref<4x256xi32> {tile.readonly}, %t: !tile.ref<10x3xf32> {tile.readonly}, %y: !tile.ref<4x256xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %other = arith.constant 7.0 : f32
  %row = tile.program_id
  %in = tile.load %x[%row, %c0] : !tile.ref<4x256xi32> -> tensor<256xi32>
  %few = arith.constant dense<15> : tensor<256xi32>
  %low = arith.andi %in, %few : tensor<256xi32>
  %ten = arith.constant dense<10> : tensor<256xi32>
  %mask = arith.cmpi slt, %low, %ten : tensor<256xi32>
  %out = tile.gather %t[%low, %c2] mask %mask else %other : !tile.ref<10x3xf32>, tensor<256xi32>, index -> tensor<256xf32>
  tile.store %out, %y[%row, %c0] : tensor<256xf32>, !tile.ref<4x256xf32>
  tile.return
}

// Rows are added where indices say, some of them to the same ones, and some to
// none: several elements at a time.
tile.kernel @rows(%i: !tile.ref<8xi32> {tile.readonly}, %u: !tile.ref<8x20xf32> {tile.readonly}, %y: !tile.ref<6x20xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c20 = arith.constant 20 : index
  %none = arith.constant dense<0.0> : tensor<8x32xf32>
  tile.store %none, %y[%c0, %c0] bound [%c6, %c20] : tensor<8x32xf32>, !tile.ref<6x20xf32>
  %in = tile.load %i[%c0] : !tile.ref<8xi32> -> tensor<8xi32>
  %seven = arith.constant dense<7> : tensor<8xi32>
  %row = arith.andi %in, %seven : tensor<8xi32>
  %six = arith.constant dense<6> : tensor<8xi32>
  %mask = arith.cmpi slt, %row, %six : tensor<8xi32>
  %up = tile.load %u[%c0, %c0] bound [_, %c20] : !tile.ref<8x20xf32> -> tensor<8x32xf32>
  tile.scatter add %up, %y[%row, %c0] bound [_, %c20] mask %mask : tensor<8x32xf32>, !tile.ref<6x20xf32>, tensor<8xi32>, index
  tile.return
}

// The same of halves, two in a word.
tile.kernel @rows_of_halves(%i: !tile.ref<8xi32> {tile.readonly}, %u: !tile.ref<8x24xbf16> {tile.readonly}, %y: !tile.ref<8x24xbf16>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c24 = arith.constant 24 : index
  %none = arith.constant dense<0.0> : tensor<8x32xbf16>
  tile.store %none, %y[%c0, %c0] bound [_, %c24] : tensor<8x32xbf16>, !tile.ref<8x24xbf16>
  %in = tile.load %i[%c0] : !tile.ref<8xi32> -> tensor<8xi32>
  %seven = arith.constant dense<7> : tensor<8xi32>
  %row = arith.andi %in, %seven : tensor<8xi32>
  %up = tile.load %u[%c0, %c0] bound [_, %c24] : !tile.ref<8x24xbf16> -> tensor<8x32xbf16>
  tile.scatter add %up, %y[%row, %c0] bound [_, %c24] : tensor<8x32xbf16>, !tile.ref<8x24xbf16>, tensor<8xi32>, index
  tile.return
}
