// SPDX-License-Identifier: Apache-2.0
// Assigns the objects of the program to memories of the hardware. Objects that one pointer may
// point to share a memory.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "hls/ir.h"
#include "hls/ir_ops.h"
#include "hls/verilog_name.h"

namespace tapestry::hls {

// Whether anything behind the pointer is read or written; streams are not memory.
bool is_accessed(const llvm::Value& pointer);

class MemoryMap {
public:
    MemoryMap(KernelFunction& kernel, OpMaker& ops)
        : function_(*kernel.function), kernel_(kernel), ops_(ops) {}

    // Creates the memories of the kernel.
    void find();

    int memory_of(const llvm::Value* pointer);
    Value address_of(const llvm::Constant* c);
    std::uint64_t base_of(const llvm::Value* object) { return base_[object]; }

private:
    void find_objects(const llvm::Value* pointer, std::vector<const llvm::Value*>& objects);
    void refuse_pointer(const llvm::Value& pointer);
    const llvm::Value* group(const llvm::Value* object);
    void join(const llvm::Value* a, const llvm::Value* b);
    void note_access(const llvm::Instruction& i, const llvm::Value* pointer, llvm::Type* type,
                     std::uint64_t align);
    void place_objects();
    void refuse_initial(const llvm::GlobalVariable& global);
    bool is_memory(const llvm::Argument& a) const;
    Memory::Where where_is(const llvm::Value* object) const;
    bool fill_initial(Memory& memory, std::uint64_t at, const llvm::Constant* c);

    llvm::Function& function_;
    KernelFunction& kernel_;
    OpMaker& ops_;
    std::vector<const llvm::Value*> objects_;                  // in order of first use
    std::map<const llvm::Value*, const llvm::Value*> parent_;  // union-find: groups share a memory
    std::map<const llvm::Value*, int> memory_;                 // by object
    std::map<const llvm::Value*, std::uint64_t> base_;         // by local object: its byte offset
    struct Accesses {
        std::uint64_t least = 0, most = 0;
        bool is_written = false;
    };
    std::map<const llvm::Value*, Accesses> accesses_;  // by object
};

}  // namespace tapestry::hls
