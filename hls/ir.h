// SPDX-License-Identifier: Apache-2.0
// The interface between the files of the front end that know LLVM, in the order in which they run.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <memory>
#include <set>

#include "hls/front.h"

namespace tapestry::hls {

// ir_compile.cpp: compiles every file and the library's runtime with clang, and links them into one
// module.
Result<std::unique_ptr<llvm::Module>> compile(const FrontOptions& options,
                                              llvm::LLVMContext& context, Diagnostics& diagnostics);

// ir_math.cpp: replaces functions of <math.h> by calls into hls_math.c. Returns whether there are
// any.
bool call_math(llvm::Module& module);

// A function that is to become a kernel.
struct KernelFunction {
    llvm::Function* function = nullptr;
    std::string name;
    bool is_region =
        false;  // OpenMP target region: its pointers are mapped arrays that never alias
    unsigned threads = 1;
    bool is_number_checked = false;  // a launch must not ask for more threads than there are
    std::vector<std::string> locks;
    std::set<std::string> calls;  // functions that it called before they were inlined
    bool claims_apart = false;    // see Kernel
    bool is_process = false;
    bool is_task = false;                // a process that never ends
    bool begins_anew = false;            // a task: in every call of the function it is part of
    std::vector<NetworkObject> objects;  // process: the object bound to each parameter
    std::vector<bool> is_number;         // process: parameters bound to a number instead
    // A process of a function that is called: the function's name in C and for the linker, and
    // where the process itself stands.
    std::string part_of, link_name;
    Place place;

    // Whether pointers that it is given never lead to the same memory.
    bool has_separate_arrays() const { return is_region || (is_process && part_of.empty()); }
};

// ir_prints.cpp: the program has pragmas of Vitis. What it prints from its kernels is left out
// then.
void note_vitis(llvm::Module& module);
void leave_out_prints(llvm::Module& module, const std::vector<KernelFunction>& kernels,
                      Diagnostics& diagnostics);

// ir_dataflow.cpp: makes processes of functions that use hls::stream, in their place.
Result<Done> split_dataflow(llvm::Module& module, std::vector<KernelFunction>& kernels,
                            Diagnostics& diagnostics);
// Whether it is hls::stream or an array of them.
bool is_stream_type(const llvm::Type* type);
// The name of the stream at this address, which is its own in all processes of a function; empty:
// it is not known which stream it is.
std::string queue_name(const llvm::Value& stream);
// Names of streams that are there anew in every call begin with this.
inline constexpr const char* kLocalQueue = "hls.queue.";

// What hls::stream takes in the program, a pointer: streams of an array are so far apart.
inline constexpr unsigned kStreamBytes = 8;

// ir_choices.cpp: an access to one of several streams becomes one for each of them.
void choose_streams(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

// ir_tops.cpp: the functions of this name; several if C++ overloads it.
std::vector<llvm::Function*> find_tops(llvm::Module& module, const std::string& name);

// ir_pipelines.cpp: what `#pragma HLS PIPELINE` asks for a loop: an interval, 0 if it says nothing,
// and that the loops inside are unrolled.
unsigned asked_interval(const llvm::Loop& loop);
bool must_be_plain(const llvm::Loop& loop);  // it asks for none
void unroll_in_pipelines(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

// ir_partition.cpp: `#pragma HLS ARRAY_PARTITION` is left as assembly with the array as its
// operand. note_partitions() replaces it by a note at the array, which asked_read_ports() reads:
// how many reads may start in one cycle; 0: nothing is asked for.
void note_partitions(llvm::Module& module);
unsigned asked_read_ports(const llvm::Value& array);

// ir_bundles.cpp: `#pragma HLS INTERFACE m_axi port= bundle=` is left as assembly too. An array
// that has a bundle alone is at a port of its own, in a function that is called.
void note_bundles(llvm::Module& module);
void separate_bundles(KernelFunction& kernel);

// ir_copies.cpp: copies of memory become loads and stores. The variable of a function that is set
// when the function is first called is set by whoever calls it first.
void lower_copy(llvm::MemCpyInst& copy);
void lower_set(llvm::MemSetInst& set);
void lower_guards(llvm::Module& module);

// ir_openmp.cpp: replaces calls of the OpenMP runtime by the primitives of a hardware thread.
Result<std::vector<KernelFunction>> find_kernels(llvm::Module& module, const FrontOptions& options,
                                                 Diagnostics& diagnostics);

// ir_globals.cpp: the names of the functions that a function calls or passes on, and its own.
std::set<std::string> names_reached(const llvm::Function& function);

// ir_globals.cpp: each kernel has its own copy of global variables, so a variable that is written
// must not be used by a kernel and also by the host or another kernel. Returns whether that holds.
Result<Done> check_globals(const llvm::Module& module, const std::vector<KernelFunction>& kernels,
                           Diagnostics& diagnostics);

// ir_streams.cpp: the hardware processes of a network. Processes that run the same function with
// streams of the same widths share one kernel.
bool makes_network(const llvm::Module& module);
Result<std::vector<KernelFunction>> find_processes(llvm::Module& module,
                                                   const FrontOptions& options, Network& network,
                                                   Diagnostics& diagnostics);
// Resolves which streams a process writes. Requires that all its calls are inlined.
void resolve_streams(llvm::Function& process);

// ir_network.cpp: compiles the program natively, as host0.o, host1.o, … and `native` in the scratch
// folder, and runs it until it has built its network.
Result<Network> run_configuration(const FrontOptions& options, Diagnostics& diagnostics);

// ir_serial.cpp: inlines all calls of the function except its parallel parts.
void inline_calls(llvm::Function& function);

// ir_serial.cpp: in the serial parts of a region, only the first thread writes.
void separate_serial_parts(llvm::Function& region);

// ir_kinds.cpp: splits an access whose pointer may lead into memories of different kinds (a mapped
// array or an on-chip one) into one access for each kind, of which exactly one executes.
void part_accesses(llvm::Function& function);

// ir_separate.cpp: marks arrays with ports of their own as non-aliasing.
void separate_arrays(const KernelFunction& kernel);

// ir_passes.cpp: hardware has no exceptions, so what only an exception leads to is left out.
void leave_out_exceptions(llvm::Module& module);

// ir_passes.cpp: promotes variables whose address is not taken to SSA values.
void promote_variables(llvm::Module& module);

// ir_passes.cpp: unrolls the loops of which a pragma says so; and a few passes that show what a
// function accesses.
void unroll_forced_loops(llvm::Function& function);
void simplify(llvm::Function& function);
void show_streams(llvm::Function& function);  // which ones it reads and writes

// ir_alignment.cpp: accesses integers in whole bytes, and splits and aligns accesses so that none
// crosses a word.
void widen_accesses(llvm::Function& function);
void align_arrays(llvm::Function& function);
void split_accesses(llvm::Function& function);

// ir_passes.cpp: inlines everything, promotes memory to registers and brings loops into the form
// that the reader expects.
void run_passes(llvm::Module& module, const std::vector<KernelFunction>& kernels);

// ir_read.cpp
Result<Kernel> read_kernel(KernelFunction& kernel, Diagnostics& diagnostics);

SourcePlace place_of(const llvm::Instruction& instruction);

}  // namespace tapestry::hls
