// SPDX-License-Identifier: Apache-2.0
// Reads one simplified LLVM function into a Kernel, instruction by instruction.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <set>

#include "hls/ir_memory.h"

namespace tapestry::hls {

class IrReader : public OpMaker {
public:
    IrReader(KernelFunction& kernel, Kernel& made, Diagnostics& diagnostics)
        : OpMaker(made, diagnostics),
          function_(*kernel.function),
          kernel_(kernel),
          memories_(kernel, *this) {}
    Result<Done> read();

    // The value of the kernel for a value of the program.
    Value value(const llvm::Value* v);
    void set(const llvm::Instruction& i, Value v) { values_[&i] = v; }
    // Accesses are loads, stores, locks and barriers. Operands of phis are read after all blocks.
    void note_access(const llvm::Instruction& i, Value v) { access_[&i] = v; }
    void note_phi(const llvm::PHINode* phi, Value v) { phis_.emplace_back(phi, v); }
    Value read_gep(const llvm::GEPOperator& gep);
    Value negated(Value v) { return add(OpKind::bit_xor, 1, {v, constant(1, 1)}); }
    MemoryMap& memories() { return memories_; }
    unsigned threads() const { return kernel_.threads; }
    // The index of the stream that a pointer refers to; -1: unknown, or not a stream.
    int stream_of(const llvm::Value* pointer) const;
    std::string queue_key(const llvm::Value& pointer) const;
    // The reading or writing end of the hls::stream at this address; -1: it is not known which.
    int queue_end(const llvm::Value& pointer, unsigned bits, bool is_written);

private:
    void read_arguments();
    void add_argument(llvm::Argument& a, bool is_memory);
    void add_stream(llvm::Argument& a);
    bool is_stream_argument(const llvm::Argument& a) const;
    std::string unique_name(const llvm::Argument& a);
    std::string unique_name(std::string name);
    void read_terminator(const llvm::Instruction& i);
    void read_phis();
    void fill_places();

    llvm::Function& function_;
    KernelFunction& kernel_;
    MemoryMap memories_;
    std::map<const llvm::Value*, Value> values_;
    std::map<const llvm::Instruction*, Value> access_;
    std::map<const llvm::BasicBlock*, int> blocks_;
    std::vector<std::pair<const llvm::PHINode*, Value>> phis_;
    std::set<std::string> argument_names_;
};

// ir_stream_call.cpp: reads a call of a stream primitive (library/hls_streams.c).
Value read_stream_call(IrReader& r, const llvm::CallInst& i, const std::string& name);

// ir_stream_call.cpp: reads a call of a primitive of hls::stream (library/hls_stream.h).
Value read_queue_call(IrReader& r, const llvm::CallInst& i, const std::string& name);
// The name of a queue as the program writes it: "s", or "s[2]" of an array.
std::string stream_words(const std::string& queue);

// ir_instruction.cpp: reads one instruction.
void read_instruction(IrReader& r, llvm::Instruction& i);

}  // namespace tapestry::hls
