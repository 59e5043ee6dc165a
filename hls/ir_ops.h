// SPDX-License-Identifier: Apache-2.0
// Builds the operations of a Kernel. Like LLVM's IRBuilder, it has an insertion block and a source
// place that new operations get.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constant.h>

#include <map>
#include <set>

#include "hls/front.h"

namespace tapestry::hls {

// Bits of a value in hardware; 0 for a type that has no hardware value.
unsigned width_of(const llvm::Type* type);
// What C calls a type that has no hardware value.
std::string name_of_type(const llvm::Type* type);
// The bits of a constant. False: it contains an address.
bool bits_of(const llvm::Constant* c, llvm::APInt& bits);

class OpMaker {
public:
    OpMaker(Kernel& made, Diagnostics& diagnostics) : made_(made), diagnostics_(diagnostics) {}

    Value add(OpKind kind, unsigned width, std::vector<Value> operands);
    Value constant(const llvm::APInt& bits);
    Value constant(unsigned width, std::uint64_t value);
    Value resized(Value v, unsigned width, bool is_signed);
    Value scaled(Value v, std::uint64_t stride);
    Op& op(Value v) { return made_.ops[static_cast<std::size_t>(v)]; }
    Kernel& made() { return made_; }

    void set_block(int block) { block_ = block; }
    void set_place(const SourcePlace& place) { place_ = place; }

    // Reports that the instruction at the current place cannot become hardware.
    void refuse(const std::string& what, const std::string& hint);
    void refuse_type(const llvm::Type* type);
    bool failed() const { return failure_.has_value(); }

protected:
    Kernel& made_;
    Diagnostics& diagnostics_;
    std::optional<Reported> failure_;
    std::set<std::pair<std::uint64_t, std::string>> refused_;  // line, reason: each is said once
    int block_ = -1;
    SourcePlace place_;
    std::map<std::string, Value> constants_;
};

}  // namespace tapestry::hls
