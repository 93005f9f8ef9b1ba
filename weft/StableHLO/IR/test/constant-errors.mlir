// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @size() {
  // expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<9xi1>'}}
  %0 = stablehlo.constant dense<"0x010203"> : tensor<9xi1>
}

// -----

func.func @digits() {
  // expected-error@+1 {{expected hexadecimal digits}}
  %0 = stablehlo.constant dense<"0x01020q"> : tensor<3xi8>
}

// -----

func.func @dynamic() {
  // expected-error@+1 {{elements literal type must have static shape}}
  %0 = stablehlo.constant dense<"0x010203"> : tensor<?xi8>
}

// -----

func.func @twice() {
  // expected-error@+1 {{'value' is given twice}}
  %0 = stablehlo.constant {value = dense<1> : tensor<i8>} dense<2> : tensor<i8>
}

// -----

func.func @other_kind() {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %0 = stablehlo.constant "dense"
}
