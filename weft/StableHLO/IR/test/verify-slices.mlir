// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

func.func @concatenate_c1(%a: tensor<3x2xi64>, %b: tensor<1x2xi32>) -> tensor<4x2xi64> {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x2xi64>, tensor<1x2xi32>) -> tensor<4x2xi64>
  func.return %0 : tensor<4x2xi64>
}

// -----

func.func @concatenate_c2(%a: tensor<3x2xi64>, %b: tensor<1x3xi64>) -> tensor<4x2xi64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C2) inputs of the same shape except in dimension 0, got 'tensor<3x2xi64>' and 'tensor<1x3xi64>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x2xi64>, tensor<1x3xi64>) -> tensor<4x2xi64>
  func.return %0 : tensor<4x2xi64>
}

// -----

func.func @concatenate_c2_rank(%a: tensor<3x2xi64>, %b: tensor<2xi64>) -> tensor<4x2xi64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C2) inputs of the same shape except in dimension 0, got 'tensor<3x2xi64>' and 'tensor<2xi64>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x2xi64>, tensor<2xi64>) -> tensor<4x2xi64>
  func.return %0 : tensor<4x2xi64>
}

// -----

// Each agrees with the first input, but not the second with the third.
func.func @concatenate_c2_later(%a: tensor<3x?xi64>, %b: tensor<1x2xi64>, %c: tensor<1x3xi64>) -> tensor<5x?xi64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C2) inputs of the same shape except in dimension 0}}
  %0 = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<3x?xi64>, tensor<1x2xi64>, tensor<1x3xi64>) -> tensor<5x?xi64>
  func.return %0 : tensor<5x?xi64>
}

// -----

func.func @concatenate_c3() -> tensor<2xi32> {
  // expected-error@+1 {{expected 1 or more operands, but found 0}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @concatenate_c4(%a: tensor<3x2xi64>) -> tensor<3x2xi64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C4) dimension in [0, 2), got 2}}
  %0 = stablehlo.concatenate %a, dim = 2 : (tensor<3x2xi64>) -> tensor<3x2xi64>
  func.return %0 : tensor<3x2xi64>
}

// -----

func.func @concatenate_c4_scalar(%a: tensor<i64>) -> tensor<i64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C4) dimension in [0, 0), got 0}}
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<i64>) -> tensor<i64>
  func.return %0 : tensor<i64>
}

// -----

func.func @concatenate_c6(%a: tensor<3x2xi64>, %b: tensor<1x2xi64>) -> tensor<5x2xi64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C6) a result of type 'tensor<4x2xi64>', got 'tensor<5x2xi64>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<5x2xi64>
  func.return %0 : tensor<5x2xi64>
}

// -----

func.func @concatenate_c6_bounds(%a: tensor<3x?xi64, #stablehlo.bounds<?, 5>>, %b: tensor<?x?xi64, #stablehlo.bounds<4, 3>>) -> tensor<8x2xi64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C6) a result of type 'tensor<?x?xi64, #stablehlo.bounds<7, 3>>', got 'tensor<8x2xi64>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x?xi64, #stablehlo.bounds<?, 5>>, tensor<?x?xi64, #stablehlo.bounds<4, 3>>) -> tensor<8x2xi64>
  func.return %0 : tensor<8x2xi64>
}

// -----

func.func @concatenate_c6_overflow(%a: tensor<9223372036854775807xi64>, %b: tensor<1xi64>) -> tensor<?xi64> {
  // expected-error@+1 {{'stablehlo.concatenate' op requires (C6) a size that fits 64 bits, got more along dimension 0}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<9223372036854775807xi64>, tensor<1xi64>) -> tensor<?xi64>
  func.return %0 : tensor<?xi64>
}

// -----

func.func @slice_c1(%operand: tensor<3x8xi64>) -> tensor<2x2xi32> {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = stablehlo.slice %operand [1:3, 4:8:2] : (tensor<3x8xi64>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}

// -----

func.func @slice_c2(%operand: tensor<3x8xi64>) -> tensor<2x2xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C2) one entry of start_indices per dimension of operand, which is 2, got 1}}
  %0 = stablehlo.slice %operand [1:3] : (tensor<3x8xi64>) -> tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}

// -----

func.func @slice_c2_limits(%operand: tensor<3x8xi64>) -> tensor<2x2xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C2) one entry of limit_indices per dimension of operand, which is 2, got 1}}
  %0 = "stablehlo.slice"(%operand) <{start_indices = array<i64: 1, 4>, limit_indices = array<i64: 3>, strides = array<i64: 1, 2>}> : (tensor<3x8xi64>) -> tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}

// -----

func.func @slice_c2_strides(%operand: tensor<3x8xi64>) -> tensor<2x2xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C2) one entry of strides per dimension of operand, which is 2, got 3}}
  %0 = "stablehlo.slice"(%operand) <{start_indices = array<i64: 1, 4>, limit_indices = array<i64: 3, 8>, strides = array<i64: 1, 2, 3>}> : (tensor<3x8xi64>) -> tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}

// -----

func.func @slice_c3_start(%operand: tensor<3x8xi64>) -> tensor<4x2xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C3) 0 <= start <= limit <= 3 in dimension 0, got -1 and 3}}
  %0 = stablehlo.slice %operand [-1:3, 4:8:2] : (tensor<3x8xi64>) -> tensor<4x2xi64>
  func.return %0 : tensor<4x2xi64>
}

// -----

func.func @slice_c3_limit(%operand: tensor<3x?xi64, #stablehlo.bounds<?, 8>>) -> tensor<2x5xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C3) 0 <= start <= limit <= 8 in dimension 1, got 4 and 9}}
  %0 = stablehlo.slice %operand [1:3, 4:9] : (tensor<3x?xi64, #stablehlo.bounds<?, 8>>) -> tensor<2x5xi64>
  func.return %0 : tensor<2x5xi64>
}

// -----

func.func @slice_c3_order(%operand: tensor<?x8xi64>) -> tensor<2x2xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C3) 0 <= start <= limit in dimension 0, got 3 and 1}}
  %0 = stablehlo.slice %operand [3:1, 4:8:2] : (tensor<?x8xi64>) -> tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}

// -----

func.func @slice_c4(%operand: tensor<3x8xi64>) -> tensor<2x2xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C4) positive strides, got 0 in dimension 1}}
  %0 = stablehlo.slice %operand [1:3, 4:8:0] : (tensor<3x8xi64>) -> tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}

// -----

func.func @slice_c5(%operand: tensor<3x8xi64>) -> tensor<2x3xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C5) a result of type 'tensor<2x2xi64>', got 'tensor<2x3xi64>'}}
  %0 = stablehlo.slice %operand [1:3, 4:7:2] : (tensor<3x8xi64>) -> tensor<2x3xi64>
  func.return %0 : tensor<2x3xi64>
}

// -----

func.func @slice_c5_huge_stride(%operand: tensor<?xi64>) -> tensor<2xi64> {
  // expected-error@+1 {{'stablehlo.slice' op requires (C5) a result of type 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.slice %operand [0:9223372036854775807:9223372036854775807] : (tensor<?xi64>) -> tensor<2xi64>
  func.return %0 : tensor<2xi64>
}

// -----

func.func @dynamic_slice_c1(%operand: tensor<4x4xi32>, %i: tensor<i64>) -> tensor<2x2xi64> {
  // expected-error@+1 {{failed to verify that all of {operand, result} have same element type}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}

// -----

func.func @dynamic_slice_c2_starts(%operand: tensor<4x4xi32>, %i: tensor<i64>) -> tensor<2x2xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op requires (C2) one entry of start_indices per dimension of operand, which is 2, got 1}}
  %0 = stablehlo.dynamic_slice %operand, %i, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}

// -----

func.func @dynamic_slice_c2_sizes(%operand: tensor<4x4xi32>, %i: tensor<i64>) -> tensor<2x2xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op requires (C2) one entry of slice_sizes per dimension of operand, which is 2, got 3}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [2, 2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}

// -----

func.func @dynamic_slice_c3(%operand: tensor<4x4xi32>, %i: tensor<i64>, %j: tensor<i32>) -> tensor<2x2xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op requires (C3) start_indices of one type, got 'tensor<i64>' and 'tensor<i32>'}}
  %0 = stablehlo.dynamic_slice %operand, %i, %j, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i32>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}

// -----

func.func @dynamic_slice_c4_negative(%operand: tensor<?x4xi32>, %i: tensor<i64>) -> tensor<2x2xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op requires (C4) slice_sizes from 0 to the size of operand, got [-1, 2] for 'tensor<?x4xi32>'}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [-1, 2] : (tensor<?x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}

// -----

func.func @dynamic_slice_c4_large(%operand: tensor<4x4xi32>, %i: tensor<i64>) -> tensor<5x2xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op requires (C4) slice_sizes from 0 to the size of operand, got [5, 2] for 'tensor<4x4xi32>'}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [5, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<5x2xi32>
  func.return %0 : tensor<5x2xi32>
}

// -----

func.func @dynamic_slice_c5(%operand: tensor<4x4xi32>, %i: tensor<i64>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op requires (C5) a result of type 'tensor<2x2xi32>', got 'tensor<2x3xi32>'}}
  %0 = stablehlo.dynamic_slice %operand, %i, %i, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @dynamic_update_slice_c1(%operand: tensor<4xi32>, %update: tensor<2xi32>, %i: tensor<i64>) -> tensor<5xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op requires (C1) a result of type 'tensor<4xi32>', got 'tensor<5xi32>'}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<4xi32>, tensor<2xi32>, tensor<i64>) -> tensor<5xi32>
  func.return %0 : tensor<5xi32>
}

// -----

func.func @dynamic_update_slice_c2(%operand: tensor<4xi32>, %update: tensor<2xi64>, %i: tensor<i64>) -> tensor<4xi32> {
  // expected-error@+1 {{failed to verify that all of {operand, update, result} have same element type}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<4xi32>, tensor<2xi64>, tensor<i64>) -> tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----

func.func @dynamic_update_slice_c3(%operand: tensor<4xi32>, %update: tensor<2x1xi32>, %i: tensor<i64>) -> tensor<4xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op requires (C3) update of rank 1 as operand, got 2}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<4xi32>, tensor<2x1xi32>, tensor<i64>) -> tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----

func.func @dynamic_update_slice_c4(%operand: tensor<4xi32>, %update: tensor<2xi32>, %i: tensor<i64>) -> tensor<4xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op requires (C4) one entry of start_indices per dimension of operand, which is 1, got 2}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %i : (tensor<4xi32>, tensor<2xi32>, tensor<i64>, tensor<i64>) -> tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----

func.func @dynamic_update_slice_c5(%operand: tensor<4x4xi32>, %update: tensor<2x2xi32>, %i: tensor<i64>, %j: tensor<i32>) -> tensor<4x4xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op requires (C5) start_indices of one type, got 'tensor<i64>' and 'tensor<i32>'}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %j : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i32>) -> tensor<4x4xi32>
  func.return %0 : tensor<4x4xi32>
}

// -----

func.func @dynamic_update_slice_c6(%operand: tensor<4xi32>, %update: tensor<5xi32>, %i: tensor<i64>) -> tensor<4xi32> {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op requires (C6) update no larger than operand, got 'tensor<5xi32>' and 'tensor<4xi32>'}}
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i : (tensor<4xi32>, tensor<5xi32>, tensor<i64>) -> tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----

func.func @pad_c1(%operand: tensor<2xi32>, %value: tensor<i64>) -> tensor<2xi32> {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = stablehlo.pad %operand, %value, low = [0], high = [0], interior = [0] : (tensor<2xi32>, tensor<i64>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @pad_c2_low(%operand: tensor<2xi32>, %value: tensor<i32>) -> tensor<2xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C2) one entry of edge_padding_low per dimension of operand, which is 1, got 2}}
  %0 = stablehlo.pad %operand, %value, low = [0, 0], high = [0], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @pad_c2_high(%operand: tensor<2xi32>, %value: tensor<i32>) -> tensor<2xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C2) one entry of edge_padding_high per dimension of operand, which is 1, got 0}}
  %0 = stablehlo.pad %operand, %value, low = [0], high = [], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @pad_c2_interior(%operand: tensor<2xi32>, %value: tensor<i32>) -> tensor<2xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C2) one entry of interior_padding per dimension of operand, which is 1, got 2}}
  %0 = stablehlo.pad %operand, %value, low = [0], high = [0], interior = [0, 0] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @pad_c3(%operand: tensor<2xi32>, %value: tensor<i32>) -> tensor<2xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C3) interior_padding of at least 0, got [-1]}}
  %0 = stablehlo.pad %operand, %value, low = [0], high = [0], interior = [-1] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @pad_c4(%operand: tensor<2x3xi32>, %value: tensor<i32>) -> tensor<5x8xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C4) a result of type 'tensor<5x9xi32>', got 'tensor<5x8xi32>'}}
  %0 = stablehlo.pad %operand, %value, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x8xi32>
  func.return %0 : tensor<5x8xi32>
}

// -----

func.func @pad_c4_bounds(%operand: tensor<?x?xi32, #stablehlo.bounds<3, ?>>, %value: tensor<i32>) -> tensor<8x5xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C4) a result of type 'tensor<?x?xi32, #stablehlo.bounds<7, ?>>', got 'tensor<8x5xi32>'}}
  %0 = stablehlo.pad %operand, %value, low = [1, 1], high = [1, 1], interior = [1, 1] : (tensor<?x?xi32, #stablehlo.bounds<3, ?>>, tensor<i32>) -> tensor<8x5xi32>
  func.return %0 : tensor<8x5xi32>
}

// -----

func.func @pad_c4_negative(%operand: tensor<2xi32>, %value: tensor<i32>) -> tensor<0xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C4) a size that is not negative, got -1 along dimension 0}}
  %0 = stablehlo.pad %operand, %value, low = [-2], high = [-1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<0xi32>
  func.return %0 : tensor<0xi32>
}

// -----

func.func @pad_c4_overflow(%operand: tensor<4xi32>, %value: tensor<i32>) -> tensor<?xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C4) a size that fits 64 bits, got more along dimension 0}}
  %0 = stablehlo.pad %operand, %value, low = [0], high = [0], interior = [9223372036854775807] : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}

// -----

// The sum is the number that stands for a dynamic size.
func.func @pad_c4_unknown(%operand: tensor<0xi32>, %value: tensor<i32>) -> tensor<?xi32> {
  // expected-error@+1 {{'stablehlo.pad' op requires (C4) a size that fits 64 bits, got more along dimension 0}}
  %0 = "stablehlo.pad"(%operand, %value) <{edge_padding_low = array<i64: -9223372036854775807>, edge_padding_high = array<i64: -1>, interior_padding = array<i64: 0>}> : (tensor<0xi32>, tensor<i32>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}
