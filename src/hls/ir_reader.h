// SPDX-License-Identifier: Apache-2.0
// Reads one cleaned function into a Kernel, instruction by instruction.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <map>

#include "hls/ir.h"

namespace tapestry::hls {

// The name of a C object as Verilog may have it.
std::string verilog_name(std::string name);

class IrReader {
public:
    IrReader(KernelFunction& kernel, Kernel& made, Diagnostics& diagnostics)
        : function_(*kernel.function), kernel_(kernel), made_(made), diagnostics_(diagnostics) {}
    bool read();

private:
    // ir_read.cpp: values, addresses, control.
    unsigned width_of(const llvm::Type* type) const;
    Value add(OpKind kind, unsigned width, std::vector<Value> operands);
    Value constant(const llvm::APInt& bits);
    Value constant(unsigned width, std::uint64_t value);
    bool bits_of(const llvm::Constant* c, llvm::APInt& bits) const;
    Value value(const llvm::Value* v);
    Value resized(Value v, unsigned width, bool is_signed);
    Value read_gep(const llvm::GEPOperator& gep);
    Value scaled(Value v, std::uint64_t stride);
    void read_arguments();
    void read_terminator(const llvm::Instruction& i);
    void read_phis();
    void fill_places();
    void refuse(const std::string& what, const std::string& hint);

    // ir_instruction.cpp: what each instruction becomes.
    void read_instruction(llvm::Instruction& i);
    Value read_value(llvm::Instruction& i);
    Value read_binary(const llvm::BinaryOperator& i);
    Value read_compare(const llvm::CmpInst& i);
    Value read_float_compare(const llvm::CmpInst& i);
    Value read_cast(const llvm::CastInst& i);
    Value read_element(const llvm::Instruction& i);
    Value read_call(const llvm::CallInst& i);
    Value read_intrinsic(const llvm::IntrinsicInst& i);
    Value negated(Value v) { return add(OpKind::bit_xor, 1, {v, constant(1, 1)}); }

    // ir_memory.cpp: which object lies in which memory, and what must not overtake what.
    void find_memories();
    void find_objects(const llvm::Value* pointer, std::vector<const llvm::Value*>& objects);
    const llvm::Value* group(const llvm::Value* object);
    void join(const llvm::Value* a, const llvm::Value* b);
    void note_access(const llvm::Instruction& i, const llvm::Value* pointer, llvm::Type* type,
                     std::uint64_t align);
    void place_objects();
    bool fill_initial(Memory& memory, std::uint64_t at, const llvm::Constant* c);
    int memory_of(const llvm::Value* pointer);
    Value address_of(const llvm::Constant* c);
    void read_orders();
    void read_loops();

    llvm::Function& function_;
    KernelFunction& kernel_;
    Kernel& made_;
    Diagnostics& diagnostics_;
    bool failed_ = false;
    int block_ = -1;
    SourcePlace place_;
    std::map<const llvm::Value*, Value> values_;
    std::map<const llvm::Instruction*, Value> access_;  // loads, stores, locks and barriers
    std::map<std::string, Value> constants_;
    std::map<const llvm::BasicBlock*, int> blocks_;
    std::vector<std::pair<const llvm::PHINode*, Value>> phis_;
    std::vector<const llvm::Value*> objects_;                  // in the order they are met
    std::map<const llvm::Value*, const llvm::Value*> parent_;  // which objects share a memory
    std::map<const llvm::Value*, int> memory_;                 // by object
    std::map<const llvm::Value*, std::uint64_t> base_;         // by local object: its first byte
    struct Accesses {
        std::uint64_t least = 0, most = 0;
        bool is_written = false;
    };
    std::map<const llvm::Value*, Accesses> accesses_;  // by object
};

}  // namespace tapestry::hls
