// SPDX-License-Identifier: Apache-2.0
// Finds the hardware processes of a network.
#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

using llvm::CallInst;
using llvm::Function;

constexpr const char* kFunctionHint =
    "a process that is hardware is a function of the program, with streams, signals, registers, "
    "memories "
    "and numbers as its parameters";

Place place_of_function(const Function& f) {
    const llvm::DISubprogram* where = f.getSubprogram();
    return where ? Place{where->getFilename().str(), where->getLine()} : Place{};
}

KernelFunction kernel_of(Function& f, const Network& network, const NetworkProcess& process) {
    KernelFunction k;
    k.function = &f;
    k.name = process.function;
    k.is_process = true;
    k.threads = 1;
    for (const NetworkArgument& a : process.arguments) {
        k.is_number.push_back(a.object < 0);
        k.objects.push_back(a.object < 0 ? NetworkObject{}
                                         : network.objects[static_cast<std::size_t>(a.object)]);
    }
    return k;
}

bool is_same_function(const KernelFunction& a, const KernelFunction& b) {
    if (a.function != b.function || a.objects.size() != b.objects.size()) return false;
    for (std::size_t i = 0; i < a.objects.size(); ++i)
        if (a.is_number[i] != b.is_number[i] || a.objects[i].kind != b.objects[i].kind ||
            a.objects[i].bits != b.objects[i].bits)
            return false;
    return true;
}

Result<Done> fits(const Function& f, const NetworkProcess& p, Diagnostics& diagnostics) {
    if (f.arg_size() == p.arguments.size() && f.getReturnType()->isVoidTy()) return Done{};
    return refuse_source(diagnostics, place_of_function(f),
                         fmt::format("process '{}' is made with {} arguments, and '{}' takes {}",
                                     p.name, p.arguments.size(), p.function, f.arg_size()),
                         kFunctionHint);
}

Result<Done> has_one_of_each_memory(const Function& f, const NetworkProcess& p,
                                    const Network& network, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < p.arguments.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) {
            if (p.arguments[i].object < 0 || p.arguments[i].object != p.arguments[k].object)
                continue;
            return refuse_source(
                diagnostics, place_of_function(f),
                fmt::format("process '{}' is given '{}' twice", p.name,
                            network.objects[static_cast<std::size_t>(p.arguments[i].object)].name),
                "a process has one parameter for each stream, signal, register and memory");
        }
    return Done{};
}

}  // namespace

bool makes_network(const llvm::Module& module) {
    const Function* create = module.getFunction("co_architecture_create");
    return create && !create->use_empty();
}

Result<std::vector<KernelFunction>> find_processes(llvm::Module& module,
                                                   const FrontOptions& options, Network& network,
                                                   Diagnostics& diagnostics) {
    std::vector<KernelFunction> found;
    for (NetworkProcess& p : network.processes) {
        if (!p.is_hardware) continue;
        Function* f = module.getFunction(p.function);
        if (!f || f->isDeclaration()) {
            return refuse_source(
                diagnostics, {options.files.front(), 0},
                fmt::format("the function '{}' of process '{}' is not found", p.function, p.name),
                kFunctionHint);
        }
        if (const auto done = fits(*f, p, diagnostics); !done) return done.failure();
        if (const auto done = has_one_of_each_memory(*f, p, network, diagnostics); !done)
            return done.failure();
        KernelFunction k = kernel_of(*f, network, p);
        const auto same =
            std::find_if(found.begin(), found.end(),
                         [&](const KernelFunction& other) { return is_same_function(k, other); });
        p.kernel = static_cast<int>(same - found.begin());
        if (same != found.end()) continue;
        if (std::any_of(found.begin(), found.end(),
                        [&](const KernelFunction& other) { return other.function == f; })) {
            return refuse_source(
                diagnostics, place_of_function(*f),
                fmt::format("'{}' runs as processes with streams of different widths", p.function),
                "write a function for each width, which may call a common one");
        }
        found.push_back(k);
    }
    if (found.empty()) {
        return refuse_source(
            diagnostics, {options.files.front(), 0}, "no process is configured to be hardware",
            "give it a place in the configuration function: co_process_config(process, "
            "co_loc, \"PE0\")");
    }
    return found;
}

namespace {

// Whether a call proves that its stream is written: it writes an element or opens the stream for
// writing. A close proves nothing, because readers close too.
bool tells_writer(const CallInst& call, llvm::StringRef name) {
    const unsigned which = name == "hls_stream_write" || name == "hls_stream_opens" ? 1 : 0;
    const auto* n = which ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(which)) : nullptr;
    if (!n) return false;
    constexpr std::uint64_t kAccess = 3, kWriteOnly = 1;  // of open()
    return name == "hls_stream_opens" ? (n->getZExtValue() & kAccess) == kWriteOnly
                                      : n->getZExtValue() > 0;
}

}  // namespace

void resolve_streams(Function& process) {
    std::vector<CallInst*> questions, marks;
    std::vector<const llvm::Value*> written;
    for (llvm::Instruction& i : llvm::instructions(process)) {
        auto* call = llvm::dyn_cast<CallInst>(&i);
        const Function* callee = call ? call->getCalledFunction() : nullptr;
        if (!callee) continue;
        const llvm::StringRef name = callee->getName();
        if (name == "hls_stream_is_written") questions.push_back(call);
        if (name == "hls_stream_opens") marks.push_back(call);
        if (tells_writer(*call, name))
            written.push_back(call->getArgOperand(0)->stripPointerCasts());
    }
    for (CallInst* call : questions) {
        const llvm::Value* stream = call->getArgOperand(0)->stripPointerCasts();
        const bool is_written = std::find(written.begin(), written.end(), stream) != written.end();
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), is_written ? 1 : 0));
        call->eraseFromParent();
    }
    for (CallInst* mark : marks) mark->eraseFromParent();
}

}  // namespace tapestry::hls
