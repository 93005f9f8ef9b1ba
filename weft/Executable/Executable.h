// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled program as bytes: flat, little-endian, offsets instead of
// pointers, no time stamps. Equal programs compiled by equal builds with equal
// options are equal bytes.
//
//   header   magic "WEFTEXE\0", format major and minor, section count, length
//            of the whole, digest of everything else, build id
//   table    per section: kind, flags, offset, length
//   sections aligned to 64 bytes, zeros between
//
// The reader trusts nothing: the digest is checked before anything is looked
// at, so that no changed bit goes unnoticed, and every offset against the
// length. It skips sections it does not know when they are marked optional and
// refuses them otherwise, so that an older reader reads what a newer writer of
// the same major format added, when that can be ignored. A digest finds damage,
// not malice: what the sections hold is data, and is checked again by whoever
// reads it.

#pragma once

#include "weft/Executable/Digest.h"
#include "weft/Executable/Manifest.h"
#include "weft/Support/Ref.h"
#include "weft/Support/Status.h"

#include <map>
#include <string>
#include <string_view>

namespace weft {

/// The numbers are in files: never renumber.
enum class SectionKind : uint32_t {
  Manifest = 1,
  /// The StableHLO program, as MLIR bytecode.
  Program = 2,
  /// The compile options, as the caller gave them.
  Options = 3,
  /// Decision records, one JSON object per line.
  Records = 4,
  /// Native code: an object file of the CPU the program was compiled for, or
  /// the text of a GPU's kernels.
  Code = 5,
  /// The constants the code reads, as bytes.
  Constants = 6,
  /// What the runtime must know of the code (NativeProgram.h).
  Native = 7,
  /// What the code asks the runtime to do, as StableHLO functions in MLIR
  /// bytecode.
  Calls = 8,
  /// What a device is told to do (CommandProgram.h), where the code is not the
  /// whole program.
  Commands = 9,
  /// What the program needs in memory and why, as people read it.
  Memory = 10,
  /// Kernels of the code, assembled ahead of time (AssembledKernel.h).
  Assembled = 11,
};

/// Immutable, needs no device. Any thread.
class Executable : public RefCounted {
public:
  /// `sections` does not contain the manifest.
  static Ref<const Executable>
  create(Manifest manifest, std::map<SectionKind, std::string> sections);

  /// DataLoss when the bytes are damaged, FailedPrecondition when they are of
  /// another version of the format, InvalidArgument when they are no
  /// executable.
  static StatusOr<Ref<const Executable>> parse(std::string bytes);

  const std::string &serialize() const { return bytes; }
  const Manifest &manifest() const { return description; }
  /// Empty when there is no such section.
  std::string_view section(SectionKind kind) const;
  /// Hexadecimal digest of the contents; the build id is part of it.
  const std::string &fingerprint() const { return identity; }

private:
  Executable() = default;
  friend class ExecutableReader;

  std::string bytes;
  std::string identity;
  Manifest description;
  std::map<SectionKind, std::pair<uint64_t, uint64_t>> extents;
};

/// Identifies the build of the library this code is in: two builds that may
/// behave differently have different ones. Nothing is bumped by hand.
const std::string &buildId();

} // namespace weft
