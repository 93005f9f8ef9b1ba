// Copies of arrays whose elements change lanes on the way, and no warp.

#rows = #tile.layout<base = [8, 32], register = [0:1, 0:2], lane = [1:1, 1:2, 1:4, 1:8, 1:16], warp = [0:4]>
#exchanged = #tile.layout<base = [8, 32], register = [1:1, 1:2], lane = [0:1, 0:2, 1:4, 1:8, 1:16], warp = [0:4]>
#rotated = #tile.layout<base = [8, 32], register = [1:16, 0:2], lane = [0:1, 1:1, 1:2, 1:4, 1:8], warp = [0:4]>
#pairs = #tile.layout<base = [8, 32], register = [1:1, 0:1], lane = [1:2, 1:4, 1:8, 1:16, 0:2], warp = [0:4]>
#quads = #tile.layout<base = [8, 32], register = [1:1, 1:2], lane = [0:1, 1:4, 1:8, 1:16, 0:2], warp = [0:4]>
#two = #tile.layout<base = [2, 32], register = [0:1], lane = [1:1, 1:2, 1:4, 1:8, 1:16]>
#neighbours = #tile.layout<base = [2, 32], register = [1:1], lane = [0:1, 1:2, 1:4, 1:8, 1:16]>
#some = #tile.layout<base = [32], register = [0:1, 0:2], lane = [0:4, 0:8, 0:16, *, *]>
#one = #tile.layout<base = [32], lane = [0:1, 0:2, 0:4, 0:8, 0:16]>
#all = #tile.layout<base = [32], register = [0:1, 0:2, 0:4, 0:8, 0:16], lane = [*, *, *, *, *]>
#same = #tile.layout<base = [8, 32], register = [0:1, 0:2, 0:4], lane = [1:1, 1:2, 1:4, 1:8, 1:16], warp = [*]>

// Two bits of lanes and registers change places: of four registers, one stays.
tile.kernel @exchange(%x: !tile.ref<8x64xf32>, %y: !tile.ref<8x64xf32>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x64xf32> -> tensor<8x64xf32, #rows>
  %1 = tile.convert_layout %0 {shuffles = 6 : i64} : tensor<8x64xf32, #rows> -> tensor<8x64xf32, #exchanged>
  tile.store %1, %y[%c0, %c0] : tensor<8x64xf32, #exchanged>, !tile.ref<8x64xf32>
  tile.return
}

// Lanes ask others.
tile.kernel @rotate(%x: !tile.ref<8x64xi32>, %y: !tile.ref<8x64xi32>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x64xi32> -> tensor<8x64xi32, #rows>
  %1 = tile.convert_layout %0 {shuffles = 8 : i64} : tensor<8x64xi32, #rows> -> tensor<8x64xi32, #rotated>
  tile.store %1, %y[%c0, %c0] : tensor<8x64xi32, #rotated>, !tile.ref<8x64xi32>
  tile.return
}

// Two words for each element.
tile.kernel @doubles(%x: !tile.ref<8x64xf64>, %y: !tile.ref<8x64xf64>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x64xf64> -> tensor<8x64xf64, #rows>
  %1 = tile.convert_layout %0 {shuffles = 6 : i64} : tensor<8x64xf64, #rows> -> tensor<8x64xf64, #exchanged>
  tile.store %1, %y[%c0, %c0] : tensor<8x64xf64, #exchanged>, !tile.ref<8x64xf64>
  tile.return
}

// Two elements in each word.
tile.kernel @halves(%x: !tile.ref<8x64xbf16>, %y: !tile.ref<8x64xbf16>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x64xbf16> -> tensor<8x64xbf16, #pairs>
  %1 = tile.convert_layout %0 {shuffles = 2 : i64} : tensor<8x64xbf16, #pairs> -> tensor<8x64xbf16, #quads>
  tile.store %1, %y[%c0, %c0] : tensor<8x64xbf16, #quads>, !tile.ref<8x64xbf16>
  tile.return
}

tile.kernel @bytes(%x: !tile.ref<8x64xi8>, %y: !tile.ref<8x64xi8>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x64xi8> -> tensor<8x64xi8, #pairs>
  %1 = tile.convert_layout %0 {shuffles = 2 : i64} : tensor<8x64xi8, #pairs> -> tensor<8x64xi8, #quads>
  tile.store %1, %y[%c0, %c0] : tensor<8x64xi8, #quads>, !tile.ref<8x64xi8>
  tile.return
}

// One element by itself, which shares no word.
tile.kernel @single_bytes(%x: !tile.ref<8x64xi8>, %y: !tile.ref<8x64xi8>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x64xi8> -> tensor<8x64xi8, #rows>
  %1 = tile.convert_layout %0 {shuffles = 6 : i64} : tensor<8x64xi8, #rows> -> tensor<8x64xi8, #exchanged>
  tile.store %1, %y[%c0, %c0] : tensor<8x64xi8, #exchanged>, !tile.ref<8x64xi8>
  tile.return
}

// The same for each of three times three repeats.
tile.kernel @repeats(%x: !tile.ref<6x96xf32>, %y: !tile.ref<6x96xf32>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 1} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<6x96xf32> -> tensor<6x96xf32, #two>
  %1 = tile.convert_layout %0 {shuffles = 9 : i64} : tensor<6x96xf32, #two> -> tensor<6x96xf32, #neighbours>
  tile.store %1, %y[%c0, %c0] : tensor<6x96xf32, #neighbours>, !tile.ref<6x96xf32>
  tile.return
}

// Of copies in four lanes, each keeps one element; then each gets all of them.
tile.kernel @copies(%x: !tile.ref<32xf32>, %y: !tile.ref<32xf32>, %z: !tile.ref<32xf32>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 1} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0] : !tile.ref<32xf32> -> tensor<32xf32, #some>
  %1 = tile.convert_layout %0 {shuffles = 1 : i64} : tensor<32xf32, #some> -> tensor<32xf32, #one>
  tile.store %1, %y[%c0] : tensor<32xf32, #one>, !tile.ref<32xf32>
  %2 = tile.convert_layout %1 {shuffles = 32 : i64} : tensor<32xf32, #one> -> tensor<32xf32, #all>
  tile.store %2, %z[%c0] : tensor<32xf32, #all>, !tile.ref<32xf32>
  tile.return
}

// Of copies in two warps, each keeps a part.
tile.kernel @parts(%x: !tile.ref<8x64xf32>, %y: !tile.ref<8x64xf32>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x64xf32> -> tensor<8x64xf32, #same>
  %1 = tile.convert_layout %0 {shuffles = 6 : i64} : tensor<8x64xf32, #same> -> tensor<8x64xf32, #exchanged>
  tile.store %1, %y[%c0, %c0] : tensor<8x64xf32, #exchanged>, !tile.ref<8x64xf32>
  tile.return
}
