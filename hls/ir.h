// SPDX-License-Identifier: Apache-2.0
// The parts of the front end that know LLVM, and what they hand to each other.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "hls/front.h"

namespace tapestry::hls {

// ir_compile.cpp: clang over every file and over the runtime of the library, linked into one
// module.
std::unique_ptr<llvm::Module> compile(const FrontOptions& options, llvm::LLVMContext& context,
                                      Diagnostics& diagnostics);

// ir_math.cpp: functions of <math.h> become calls of hls_math.c; whether there are any.
bool call_math(llvm::Module& module);

// What one kernel is before it is read.
struct KernelFunction {
    llvm::Function* function = nullptr;
    std::string name;
    bool is_region = false;  // of OpenMP: its pointers are mapped arrays, each one its own
    unsigned threads = 0;    // 0: the program leaves it open
    std::vector<std::string> locks;
    bool is_process = false;
    std::vector<NetworkObject> objects;  // of a process: what each parameter is bound to
    std::vector<bool> is_number;         // of a process: or that it is a number
};

// ir_openmp.cpp: turns calls of the OpenMP runtime into those of a hardware thread.
Result<std::vector<KernelFunction>> find_kernels(llvm::Module& module, const FrontOptions& options,
                                                 Diagnostics& diagnostics);

// ir_globals.cpp: whether no variable that somebody writes is touched both by a kernel and by the
// host or another kernel; each kernel has its variables to itself.
bool check_globals(const llvm::Module& module, const std::vector<KernelFunction>& kernels,
                   Diagnostics& diagnostics);

// ir_streams.cpp: the processes of a network that are hardware. Those that run the same function
// with streams of the same widths are one kernel.
bool makes_network(const llvm::Module& module);
Result<std::vector<KernelFunction>> find_processes(llvm::Module& module,
                                                   const FrontOptions& options, Network& network,
                                                   Diagnostics& diagnostics);
// Answers which streams a process writes; all it calls is inlined.
void resolve_streams(llvm::Function& process);

// ir_network.cpp: compiles the program natively, as host0.o, host1.o, … and `native` in the scratch
// folder, and runs it up to where it has made its network.
Result<Network> run_configuration(const FrontOptions& options, Diagnostics& diagnostics);

// ir_serial.cpp: what a region does around its parallel parts, only its first thread does.
void separate_serial_parts(llvm::Function& region);

// ir_kinds.cpp: an access whose pointer may point into memories of different kinds, mapped arrays
// and those inside, becomes one of each, of which one is made.
void part_accesses(llvm::Function& function);

// ir_separate.cpp: tells LLVM that arrays which have ports of their own do not overlap.
void separate_arrays(const KernelFunction& kernel);

// ir_passes.cpp: variables that nobody points to become values.
void promote_variables(llvm::Module& module);

// ir_alignment.cpp: no access crosses a word.
void align_arrays(llvm::Function& function);
void split_accesses(llvm::Function& function);

// ir_passes.cpp: everything inlined, memory in registers, loops in the form the back end reads.
void run_passes(llvm::Module& module, const std::vector<KernelFunction>& kernels);

// ir_read.cpp
Result<Kernel> read_kernel(KernelFunction& kernel, Diagnostics& diagnostics);

SourcePlace place_of(const llvm::Instruction& instruction);

}  // namespace tapestry::hls
