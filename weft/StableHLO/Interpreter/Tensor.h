// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors: a static type and immutable, shared elements.
//
// Elements lie in row-major order, little-endian, each in its byteWidth()
// bytes (see Element.h); complex numbers as real part, imaginary part. Unused
// high bits of narrow elements are zero, so two tensors of one type are equal
// bit for bit exactly when their bytes are equal. A quantized tensor holds its
// storage integers. A tensor's type carries no encoding, and never a dynamic
// dimension: bounds and `?` belong to the program, a tensor is a value.
//
// Copying a tensor shares its elements. Up to 16 bytes, hence every scalar,
// are held in the object itself: the scalar bodies of reductions, sorts and
// scatters run without allocation.
//
// New tensors come from a TensorBuilder:
//
//   WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
//                         TensorBuilder::create(budget, type));
//   for (const Index &index : IndexSpace(result.shape())) {
//     result.set(index, operand.get(permute(index)));
//   }
//   return std::move(result).finish();

#pragma once

#include "weft/StableHLO/Interpreter/Budget.h"
#include "weft/StableHLO/Interpreter/Element.h"
#include "weft/StableHLO/Interpreter/IndexSpace.h"

#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinTypes.h>

#include <array>
#include <cstring>
#include <memory>

namespace weft::reference {

struct Bounds;

/// The bytes of a large tensor; returns them to the budget when it dies.
class Storage {
public:
  static StatusOr<std::shared_ptr<Storage>>
  create(Budget &budget, uint64_t size, mlir::Type what);
  ~Storage();
  Storage(const Storage &) = delete;
  Storage &operator=(const Storage &) = delete;

  char *data() { return bytes.get(); }
  const char *data() const { return bytes.get(); }

private:
  Storage(std::shared_ptr<Budget> budget, uint64_t size,
          std::unique_ptr<char[]> bytes);

  std::shared_ptr<Budget> budget;
  uint64_t size;
  std::unique_ptr<char[]> bytes;
};

class Tensor {
public:
  /// All elements equal to `element`, whose type is the tensor's.
  static StatusOr<Tensor> splat(Budget &budget, mlir::RankedTensorType type,
                                const Element &element);
  /// A rank-0 tensor. Never fails: it needs no allocation. `elementType` is
  /// the MLIR type of the element, quantized or not.
  static Tensor scalar(mlir::Type elementType, const Element &element);

  /// The value of a constant, in the type `type`: the attribute's own type, or
  /// a quantized type that stores the attribute's elements.
  static StatusOr<Tensor> fromAttribute(Budget &budget,
                                        mlir::ElementsAttr attribute,
                                        mlir::RankedTensorType type);
  static StatusOr<Tensor> fromAttribute(Budget &budget,
                                        mlir::ElementsAttr attribute);
  /// Takes bytes in the layout above. Checks the size, clears unused high
  /// bits, and makes booleans 0 or 1.
  static StatusOr<Tensor> fromBytes(Budget &budget, mlir::RankedTensorType type,
                                    llvm::ArrayRef<char> bytes);
  using MutableBytes = llvm::MutableArrayRef<char>;
  /// The same with bytes that `write` puts where the tensor has them.
  static StatusOr<Tensor> written(Budget &budget, mlir::RankedTensorType type,
                                  llvm::function_ref<void(MutableBytes)> write);

  /// As an attribute of the tensor's type; of the storage type when quantized.
  mlir::DenseElementsAttr toAttribute() const;

  mlir::RankedTensorType type() const { return tensorType; }
  ElementType elementType() const { return kind; }
  llvm::ArrayRef<int64_t> shape() const { return tensorType.getShape(); }
  int64_t rank() const { return tensorType.getRank(); }
  int64_t dimension(int64_t d) const { return tensorType.getDimSize(d); }
  int64_t elementCount() const { return count; }
  bool isQuantized() const;

  llvm::ArrayRef<char> bytes() const {
    return {data(), static_cast<size_t>(count) * kind.byteWidth()};
  }

  /// By position in row-major order.
  Element at(int64_t position) const {
    assert(position >= 0 && position < count && "position out of bounds");
    return Element::load(kind, data() + position * kind.byteWidth());
  }
  Element get(llvm::ArrayRef<int64_t> index) const {
    return at(linearIndex(index, shape()));
  }
  /// The only element of a rank-0 or one-element tensor.
  Element scalar() const { return at(0); }
  /// The elements of an integer tensor of any rank, in row-major order:
  /// shapes, start indices, group lists. Unsigned values beyond the signed
  /// range become the largest signed value.
  llvm::SmallVector<int64_t> toIndices() const;

  /// The same elements under another type with as many elements of the same
  /// byte width: reshape, and changes of the quantization parameters. Bounds
  /// are left behind.
  Tensor withType(mlir::RankedTensorType type) const;

  /// Null where the tensor is exact: see Bounds.h.
  const Bounds *bounds() const { return around.get(); }
  Tensor withBounds(std::shared_ptr<const Bounds> bounds) const;

  /// Same type and same bits.
  friend bool operator==(const Tensor &, const Tensor &);

private:
  friend class TensorBuilder;
  Tensor(mlir::RankedTensorType type, ElementType kind, int64_t count)
      : tensorType(type), kind(kind), count(count) {}

  const char *data() const { return shared ? shared->data() : local.data(); }

  mlir::RankedTensorType tensorType;
  ElementType kind;
  int64_t count;
  std::shared_ptr<const Storage> shared;
  std::shared_ptr<const Bounds> around;
  alignas(16) std::array<char, 16> local = {};
};

/// A tensor that is being written. Elements start as zero bits.
class TensorBuilder {
public:
  /// `type` must be static; an encoding is dropped. Fails when the element
  /// type is unknown to StableHLO or the budget does not allow the size.
  static StatusOr<TensorBuilder> create(Budget &budget,
                                        mlir::RankedTensorType type);
  /// Starts with the elements of `tensor`.
  static StatusOr<TensorBuilder> copyOf(Budget &budget, const Tensor &tensor);

  mlir::RankedTensorType type() const { return tensor.type(); }
  ElementType elementType() const { return tensor.elementType(); }
  llvm::ArrayRef<int64_t> shape() const { return tensor.shape(); }
  int64_t elementCount() const { return tensor.elementCount(); }

  void setAt(int64_t position, const Element &element) {
    assert(position >= 0 && position < tensor.count && "out of bounds");
    assert(element.type() == tensor.kind && "element of another type");
    element.store(data() + position * tensor.kind.byteWidth());
  }
  void set(llvm::ArrayRef<int64_t> index, const Element &element) {
    setAt(linearIndex(index, shape()), element);
  }
  /// Reads back what has been written so far.
  Element at(int64_t position) const { return tensor.at(position); }
  Element get(llvm::ArrayRef<int64_t> index) const { return tensor.get(index); }

  /// Copies one element without looking at it: bit patterns, NaN payloads
  /// included, survive. Movement operations use this.
  void copyAt(int64_t position, const Tensor &source, int64_t sourcePosition) {
    assert(source.kind.byteWidth() == tensor.kind.byteWidth());
    assert(position >= 0 && position < tensor.count && "out of bounds");
    assert(sourcePosition >= 0 && sourcePosition < source.count);
    unsigned width = tensor.kind.byteWidth();
    std::memcpy(data() + position * width,
                source.data() + sourcePosition * width, width);
  }
  void copy(llvm::ArrayRef<int64_t> index, const Tensor &source,
            llvm::ArrayRef<int64_t> sourceIndex) {
    copyAt(linearIndex(index, shape()), source,
           linearIndex(sourceIndex, source.shape()));
  }

  llvm::MutableArrayRef<char> bytes() {
    return {data(),
            static_cast<size_t>(tensor.count) * tensor.kind.byteWidth()};
  }

  Tensor finish() &&;

private:
  explicit TensorBuilder(Tensor tensor) : tensor(std::move(tensor)) {}

  char *data() { return storage ? storage->data() : tensor.local.data(); }

  Tensor tensor;
  std::shared_ptr<Storage> storage;
};

/// `declared` with its dynamic dimensions taken from `shape` and its encoding
/// dropped; an error when a static dimension disagrees.
StatusOr<mlir::RankedTensorType> resolveType(mlir::RankedTensorType declared,
                                             llvm::ArrayRef<int64_t> shape);

} // namespace weft::reference
