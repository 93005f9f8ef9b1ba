// RUN: weft-opt %s -split-input-file -verify-diagnostics

// The rules of layouts and of stage laid_out.

// expected-error @+1 {{base must be powers of two, got [3]}}
func.func private @base(tensor<3xf32, #tile.layout<base = [3], lane = [*, *, *, *, *]>>)

// -----

// expected-error @+1 {{the entries do not reach every place of base [4]}}
func.func private @span(tensor<4xf32, #tile.layout<base = [4], lane = [0:1, *, *, *, *]>>)

// -----

// expected-error @+1 {{a step of 4 along dim 0 leaves base [4]}}
func.func private @step(tensor<4xf32, #tile.layout<base = [4], lane = [0:4, *, *, *, *]>>)

// -----

// expected-error @+1 {{base [4] has no dim 1}}
func.func private @dim(tensor<4xf32, #tile.layout<base = [4], lane = [1:1, *, *, *, *]>>)

// -----

// expected-error @+1 {{a thread holds no element twice: register entries move somewhere}}
func.func private @register(tensor<4xf32, #tile.layout<base = [1], register = [*]>>)

// -----

// expected-error @+1 {{of stage laid_out has an attribute 'warps', a power of two}}
tile.kernel @warps(%x: !tile.ref<4xf32>) attributes {stage = "laid_out", grid = 1} {
  tile.return
}

// -----

tile.kernel @none(%x: !tile.ref<4xf32>, %a: f32) attributes {stage = "laid_out", grid = 1, warps = 1} {
  // expected-error @+1 {{tiles have a layout in stage laid_out}}
  %t = tensor.splat %a : tensor<4xf32>
  tile.return
}

// -----

#l = #tile.layout<base = [4], register = [0:1, 0:2], lane = [*, *, *, *, *]>
tile.kernel @divides(%x: !tile.ref<4xf32>, %a: f32) attributes {stage = "laid_out", grid = 1, warps = 1} {
  // expected-error @+1 {{the layout's base does not divide the tile}}
  %t = tensor.splat %a : tensor<6xf32, #l>
  tile.return
}

// -----

#l = #tile.layout<base = [4], register = [0:1, 0:2], lane = [*, *, *, *, *]>
tile.kernel @count(%x: !tile.ref<4xf32>, %a: f32) attributes {stage = "laid_out", grid = 1, warps = 2} {
  // expected-error @+1 {{the layout is for 1 warps, the kernel has 2}}
  %t = tensor.splat %a : tensor<4xf32, #l>
  tile.return
}

// -----

tile.kernel @free(%a: f32) attributes {stage = "free", grid = 1} {
  %t = tensor.splat %a : tensor<4xf32>
  // expected-error @+1 {{is not allowed in stage free, where tiles have no layout}}
  %u = tile.convert_layout %t : tensor<4xf32> -> tensor<4xf32>
  tile.return
}
