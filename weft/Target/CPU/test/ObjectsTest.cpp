// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code in several objects: how they are packed, linked with each other, and
// what is refused.

#include "weft/Target/CPU/Objects.h"
#include "weft/Target/CPU/Compile.h"

#include <gtest/gtest.h>

#include <llvm/IR/IRBuilder.h>
#include <llvm/Object/Archive.h>

#include <sched.h>

namespace weft::cpu {
namespace {

TEST(Objects, OneIsItself) {
  EXPECT_EQ(packObjects({"abc"}), "abc");
  auto objects = objectsIn("abc");
  ASSERT_TRUE(objects.ok()) << objects.status();
  EXPECT_EQ(*objects, std::vector<llvm::StringRef>{"abc"});
}

TEST(Objects, SeveralComeBackAsTheyWere) {
  const std::vector<std::string> given = {"odd", "", "even", "!<arch>\n"};
  const std::string archive = packObjects(given);
  auto objects = objectsIn(archive);
  ASSERT_TRUE(objects.ok()) << objects.status();
  EXPECT_EQ(std::vector<std::string>(objects->begin(), objects->end()), given);
}

TEST(Objects, OtherToolsReadThem) {
  const std::string packed = packObjects({"odd", "even"});
  auto archive =
      llvm::object::Archive::create(llvm::MemoryBufferRef(packed, "code"));
  ASSERT_TRUE(static_cast<bool>(archive));
  llvm::Error error = llvm::Error::success();
  std::vector<std::string> found;
  for (const llvm::object::Archive::Child &child :
       (*archive)->children(error)) {
    found.push_back(llvm::cantFail(child.getName()).str() + "=" +
                    llvm::cantFail(child.getBuffer()).str());
  }
  EXPECT_FALSE(static_cast<bool>(error));
  EXPECT_EQ(found, (std::vector<std::string>{"0.o=odd", "1.o=even"}));
}

TEST(Objects, DamagedOnesAreRefused) {
  const std::string archive = packObjects({"first", "second"});
  for (size_t length = 9; length < archive.size(); ++length) {
    auto objects = objectsIn(llvm::StringRef(archive).take_front(length));
    // Cut behind a member it is an archive with less.
    if (objects.ok()) {
      EXPECT_EQ(objects->size(), 1u) << length;
      continue;
    }
    EXPECT_EQ(objects.status().code(), StatusCode::DataLoss) << length;
  }
  for (size_t at = 8; at < archive.size(); ++at) {
    for (char other : {'\0', '9', ' ', '\xff'}) {
      std::string changed = archive;
      changed[at] = other;
      auto objects = objectsIn(changed);
      for (llvm::StringRef object :
           objects.ok() ? *objects : std::vector<llvm::StringRef>()) {
        EXPECT_LE(object.end(), changed.data() + changed.size());
      }
    }
  }
}

/// A function that returns what another one returns, or `value`, and one more.
llvm::Function *addFunction(llvm::Module &module, llvm::StringRef name,
                            llvm::StringRef called, int64_t value) {
  llvm::Type *word = llvm::Type::getInt64Ty(module.getContext());
  auto *type = llvm::FunctionType::get(word, false);
  auto *function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                          name, module);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(module.getContext(), "entry", function));
  llvm::Value *base = builder.getInt64(value);
  if (!called.empty()) {
    base = builder.CreateCall(module.getOrInsertFunction(called, type));
  }
  builder.CreateRet(builder.CreateAdd(base, builder.getInt64(1)));
  return function;
}

StatusOr<std::string> compileChain(int length) {
  WEFT_ASSIGN_OR_RETURN(Machine host, describeHost());
  return compileModules(host, [&](Modules &modules) {
    for (int i = 0; i < length; ++i) {
      addFunction(modules.add(), "f" + std::to_string(i),
                  i == 0 ? "" : "f" + std::to_string(i - 1), 10);
    }
    return Status::success();
  });
}

TEST(Objects, FunctionsCallThoseOfObjectsBefore) {
  StatusOr<std::string> code = compileChain(5);
  ASSERT_TRUE(code.ok()) << code.status();
  StatusOr<LoadedCode> loaded = LoadedCode::load(*code);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  auto *last = reinterpret_cast<int64_t (*)()>(loaded->find("f4"));
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last(), 15);
}

TEST(Objects, FunctionsOfObjectsBehindAreNotKnown) {
  StatusOr<std::string> code = compileChain(3);
  ASSERT_TRUE(code.ok()) << code.status();
  auto objects = objectsIn(*code);
  ASSERT_TRUE(objects.ok()) << objects.status();
  Status status =
      LoadedCode::load(packObjects({(*objects)[1].str(), (*objects)[0].str()}))
          .status();
  EXPECT_EQ(status.code(), StatusCode::PermissionDenied) << status;
}

TEST(Objects, AFunctionThatIsThereTwiceIsRefused) {
  StatusOr<std::string> code = compileChain(1);
  ASSERT_TRUE(code.ok()) << code.status();
  Status status = LoadedCode::load(packObjects({*code, *code})).status();
  EXPECT_EQ(status.code(), StatusCode::DataLoss) << status;
}

TEST(Objects, ADamagedOneLeavesNothing) {
  StatusOr<std::string> code = compileChain(2);
  ASSERT_TRUE(code.ok()) << code.status();
  auto objects = objectsIn(*code);
  ASSERT_TRUE(objects.ok()) << objects.status();
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(
        LoadedCode::load(packObjects({(*objects)[0].str(), "not an object"}))
            .ok());
  }
}

TEST(Objects, CodeDoesNotDependOnTheNumberOfThreads) {
  StatusOr<std::string> byAll = compileChain(12);
  ASSERT_TRUE(byAll.ok()) << byAll.status();
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(sched_getcpu()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  StatusOr<std::string> byOne = compileChain(12);
  sched_setaffinity(0, sizeof(all), &all);
  ASSERT_TRUE(byOne.ok()) << byOne.status();
  EXPECT_EQ(*byAll, *byOne);
}

TEST(Objects, WhatOneModuleFailsAtIsSaid) {
  StatusOr<Machine> host = describeHost();
  ASSERT_TRUE(host.ok());
  StatusOr<std::string> code = compileModules(*host, [](Modules &modules) {
    addFunction(modules.add(), "good", "", 1);
    addFunction(modules.add(), "bad", "", 1);
    return Status::internal("the second module is refused");
  });
  EXPECT_EQ(code.status().code(), StatusCode::Internal);
  EXPECT_NE(code.status().message().find("second module"), std::string::npos)
      << code.status();
}

} // namespace
} // namespace weft::cpu
