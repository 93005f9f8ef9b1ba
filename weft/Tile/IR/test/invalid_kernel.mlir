// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{has no stage "fixed"}}
tile.kernel @stage() attributes {stage = "fixed", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{must have a grid of at least 1 program, got 0}}
tile.kernel @grid() attributes {stage = "free", grid = 0} {
  tile.return
}

// -----

// expected-error @+1 {{has no results; a kernel writes to its arguments}}
tile.kernel @results() -> i32 attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 1 must be a global ref or a scalar, got 'tensor<4xf32>'}}
tile.kernel @argument_tile(%a: f32, %b: tensor<4xf32>) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0 must be a global ref or a scalar, got '!tile.ref<4xf32, shared>'}}
tile.kernel @argument_space(%a: !tile.ref<4xf32, shared>) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
tile.kernel @no_body() attributes {stage = "free", grid = 1}

// -----

// expected-error @+1 {{argument 0: 'tile.readonly' takes no value, got 1 : i64}}
tile.kernel @readonly(%a: !tile.ref<4xf32> {tile.readonly = 1}) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.align' must be a power of two, got 12 : i64}}
tile.kernel @align(%a: !tile.ref<4xf32> {tile.align = 12}) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.part' must be a positive number of elements, got 0 : i64}}
tile.kernel @part(%a: !tile.ref<4xf32> {tile.part = 0}) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.aliases' must be the number of another argument that is a ref, got 0 : i64}}
tile.kernel @aliases(%a: !tile.ref<4xf32> {tile.aliases = 0}) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.aliases' must be the number of another argument that is a ref, got 1 : i64}}
tile.kernel @aliases_scalar(%a: !tile.ref<4xf32> {tile.aliases = 1}, %b: f32) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.align' belongs to a ref}}
tile.kernel @scalar(%a: f32 {tile.align = 8}) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: unknown attribute 'tile.volatile'}}
tile.kernel @unknown(%a: !tile.ref<4xf32> {tile.volatile}) attributes {stage = "free", grid = 1} {
  tile.return
}

// -----

// expected-error @+1 {{argument 0: 'tile.readonly' belongs to the arguments of a tile.kernel}}
func.func @function(%a: tensor<4xf32> {tile.readonly}) {
  return
}

// -----

tile.kernel @unrank_counts(%p: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{counts must be at least 1, got [4, 0]}}
  %i, %j = tile.unrank %p in [4, 0]
  tile.return
}

// -----

tile.kernel @unrank_band(%p: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{a band needs two counts, got 1}}
  %i = tile.unrank %p in [4] band 2
  tile.return
}

// -----

tile.kernel @unrank_band_rows(%p: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{a band must have at least 1 row, got 0}}
  %i, %j = tile.unrank %p in [4, 4] band 0
  tile.return
}
