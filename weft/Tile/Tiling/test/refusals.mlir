// RUN: weft-opt --emit-tiles="sizes=8,8 inner=" --split-input-file --verify-diagnostics %s

func.func @reshape_straddles(%x: tensor<2x17xf32>) -> tensor<34xf32> {
  // expected-error @+1 {{does not tile: reshape.straddles: 8 elements do not end with rows of 17}}
  %0 = stablehlo.reshape %x : (tensor<2x17xf32>) -> tensor<34xf32>
  return %0 : tensor<34xf32>
}

// -----

func.func @reshape_partial(%x: tensor<340xf32>) -> tensor<20x17xf32> {
  // expected-error @+1 {{does not tile: reshape.partial: a tile of 8 in dimension 0 is not continued by the 8 elements of the dimensions after it}}
  %0 = stablehlo.reshape %x : (tensor<340xf32>) -> tensor<20x17xf32>
  return %0 : tensor<20x17xf32>
}

// -----

func.func @pad_interior(%x: tensor<40x40xf32>, %v: tensor<f32>) -> tensor<40x118xf32> {
  // expected-error @+1 {{does not tile: pad.interior: a tile of 8 in dimension 1 holds padding between elements}}
  %0 = stablehlo.pad %x, %v, low = [0, 0], high = [0, 0], interior = [0, 2] : (tensor<40x40xf32>, tensor<f32>) -> tensor<40x118xf32>
  return %0 : tensor<40x118xf32>
}

// -----

func.func @bitcast_partial(%x: tensor<40xf64>) -> tensor<40x4xui16> {
  // expected-error @+1 {{does not tile: bitcast.partial: a tile holds some parts of an element}}
  %0 = stablehlo.bitcast_convert %x : (tensor<40xf64>) -> tensor<40x4xui16>
  return %0 : tensor<40x4xui16>
}

// -----

func.func @gather_computed(%x: tensor<40xf32>, %i: tensor<30x1xi32>) -> tensor<30xf32> {
  %y = stablehlo.negate %x : tensor<40xf32>
  // expected-error @+1 {{does not tile: gather.computed: a tile spans several slices of a computed operand}}
  %0 = "stablehlo.gather"(%y, %i) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>}> : (tensor<40xf32>, tensor<30x1xi32>) -> tensor<30xf32>
  return %0 : tensor<30xf32>
}

// -----

func.func @depthwise(%x: tensor<1x20x32xf32>, %w: tensor<3x1x32xf32>) -> tensor<1x32x18xf32> {
  // expected-error @+1 {{does not tile: convolution.groups: a tile of output features spans several groups}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, f, 0], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<1x20x32xf32>, tensor<3x1x32xf32>) -> tensor<1x32x18xf32>
  return %0 : tensor<1x32x18xf32>
}

// -----

func.func @empty(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = stablehlo.negate %x : tensor<0x3xf32>
  // expected-error @+1 {{does not tile: roots.empty: a result of type tensor<0x3xf32> cannot be cut into tiles}}
  return %0 : tensor<0x3xf32>
}

// -----

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{does not tile: type.unsupported: values of type tensor<?xf32> have no tiles}}
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unknown(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{does not tile: operation.unknown: stablehlo.custom_call has no tiling rule}}
  %0 = stablehlo.custom_call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @hero_operands(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = stablehlo.negate %x : tensor<8xf32>
  // expected-error @+1 {{does not tile: hero.operands: an operand is computed in the same kernel}}
  %0 = "stablehlo.sort"(%y) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @hero_results(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{does not tile: hero.results: the kernel returns something else as well}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %y = stablehlo.negate %0 : tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

func.func @loop_operation(%x: tensor<8x8xf32>, %p: tensor<i1>) -> tensor<8x8xf32> {
  %0 = stablehlo.while(%s = %x) : tensor<8x8xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    // expected-error@+1 {{does not tile: loop.operation: stablehlo.qr is inside a loop}}
    %1, %2 = stablehlo.qr %s : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
    stablehlo.return %1 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @loop_type(%x: tensor<8xf32>, %e: tensor<0xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  // expected-error@+1 {{does not tile: loop.type: a value has no tiles}}
  %0:2 = stablehlo.while(%s = %x, %t = %e) : tensor<8xf32>, tensor<0xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %s, %t : tensor<8xf32>, tensor<0xf32>
  }
  return %0#0 : tensor<8xf32>
}

// -----

func.func @reshape_skips(%x: tensor<20x7xf32>) -> tensor<7xf32> {
  // expected-error @+1 {{does not tile: reshape.skips: 8 elements at a distance of 20 lie along no dimension of the operand}}
  %0 = stablehlo.reshape %x : (tensor<20x7xf32>) -> tensor<140xf32>
  %1 = stablehlo.slice %0 [0:140:20] : (tensor<140xf32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}
