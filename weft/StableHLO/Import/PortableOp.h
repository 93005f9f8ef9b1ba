// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the portable artifact (VHLO), between reading and making them.
//
// VHLO is StableHLO with a version in every operation's name and no default
// values. An operation goes three ways: its properties get their names
// (VhloOps), it becomes the newest version of itself one step at a time
// (VhloUpgrade), and its attributes become those of StableHLO (VhloConvert).
// Types and attribute values need nothing: they are decoded as what they mean.

#pragma once

#include "weft/StableHLO/Import/ImportError.h"

#include <llvm/ADT/ArrayRef.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/OperationSupport.h>

namespace weft::stablehlo {

struct PortableOp {
  /// Without the dialect: `gather_v2`.
  llvm::StringRef name;
  /// Both the operation's own attributes and those attached to it.
  mlir::NamedAttrList attributes;
  mlir::MLIRContext *context;

  mlir::Attribute get(llvm::StringRef attribute) const {
    return attributes.get(attribute);
  }
  void set(llvm::StringRef attribute, mlir::Attribute value) {
    attributes.set(mlir::StringAttr::get(context, attribute), value);
  }
};

/// The newest version of VHLO there is a reader for.
inline constexpr unsigned kNewestMajor = 1;
inline constexpr unsigned kNewestMinor = 20;

struct VhloOp {
  llvm::StringLiteral name;
  /// The attributes in the operation's properties, in their order.
  llvm::ArrayRef<llvm::StringLiteral> attributes;
};

/// Null if there is no such operation.
const VhloOp *findVhloOp(llvm::StringRef name);

/// Makes it the newest version of itself.
llvm::LogicalResult upgrade(PortableOp &op, std::string &error);

/// The name of the operation without its version: `gather` of `gather_v2`.
llvm::StringRef unversionedName(llvm::StringRef name);

/// Turns the attributes of the newest version into those of our dialect; what
/// the text form leaves out because it is the default is left out here.
llvm::LogicalResult convertAttributes(PortableOp &op, std::string &error);

} // namespace weft::stablehlo
