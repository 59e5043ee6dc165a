// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <set>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

using llvm::CallInst;
using llvm::Function;

constexpr const char* kRegion = "__omp_offloading_";
constexpr unsigned kThreads = 8;
constexpr const char* kKernelHint =
    "name a function with --top, or mark a region with '#pragma omp target'";

Function* declare(llvm::Module& m, const char* name, bool with_number) {
    auto* type = llvm::FunctionType::get(
        llvm::Type::getVoidTy(m.getContext()),
        with_number ? std::vector<llvm::Type*>{llvm::Type::getInt32Ty(m.getContext())}
                    : std::vector<llvm::Type*>{},
        false);
    return llvm::cast<Function>(m.getOrInsertFunction(name, type).getCallee());
}

class Rewriter {
public:
    Rewriter(llvm::Module& module, KernelFunction& kernel) : module_(module), kernel_(kernel) {}

    bool forks() const { return forks_; }

    // There is only one team, so forking teams is a call.
    void unfold_teams(Function& region) {
        for (bool again = true; again;) {
            again = false;
            for (llvm::Instruction& i : llvm::instructions(region)) {
                auto* call = llvm::dyn_cast<CallInst>(&i);
                Function* callee = call ? call->getCalledFunction() : nullptr;
                if (!callee || callee->getName() != "__kmpc_fork_teams") continue;
                call_outlined(*call);
                again = true;
                break;
            }
        }
    }

    // Rewrites the kernel and all functions it calls.
    void rewrite(Function& f) {
        if (f.isDeclaration() || !seen_.insert(&f).second) return;
        std::vector<llvm::Instruction*> all;
        for (llvm::Instruction& i : llvm::instructions(f)) all.push_back(&i);
        for (llvm::Instruction* i : all) {
            if (auto* call = llvm::dyn_cast<CallInst>(i)) rewrite_call(*call);
            if (llvm::isa<llvm::AtomicRMWInst>(i) || llvm::isa<llvm::AtomicCmpXchgInst>(i))
                guard(*i);
        }
    }

private:
    llvm::ConstantInt* number(unsigned n) {
        return llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), n);
    }

    unsigned lock_of(const std::string& name) {
        const auto it = std::find(kernel_.locks.begin(), kernel_.locks.end(), name);
        if (it == kernel_.locks.end()) kernel_.locks.push_back(name);
        return static_cast<unsigned>(std::find(kernel_.locks.begin(), kernel_.locks.end(), name) -
                                     kernel_.locks.begin());
    }

    void call_lock(llvm::Instruction& before, const char* what, unsigned id) {
        llvm::IRBuilder<> b(&before);
        b.CreateCall(declare(module_, what, true), {number(id)});
    }

    // Puts an atomic update under a lock of its own; a later pass makes it a plain access.
    void guard(llvm::Instruction& i) {
        const unsigned id = lock_of("atomic");
        call_lock(i, "hls_lock", id);
        call_lock(*i.getNextNode(), "hls_unlock", id);
    }

    void rewrite_call(CallInst& call) {
        Function* callee = call.getCalledFunction();
        if (!callee) return;
        const std::string name = callee->getName().str();
        if (name == "__kmpc_fork_call") return fork(call);
        if (name == "__kmpc_fork_teams") return rewrite(*call_outlined(call));
        if (name == "__kmpc_push_num_threads") {
            if (auto* n = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2)))
                take_threads(static_cast<unsigned>(n->getZExtValue()));
        }
        if (name.starts_with("__kmpc_dispatch_init_")) return deal(call, "hls_deal_begin_", 3);
        if (name.starts_with("__kmpc_dispatch_next_")) return deal(call, "hls_deal_next_", 2);
        if (name.starts_with("__kmpc_critical")) return sync(call, "hls_lock", 2, false);
        if (name == "__kmpc_end_critical") return sync(call, "hls_unlock", 2, false);
        if (name.starts_with("__kmpc_reduce")) return sync(call, "hls_lock", 6, true);
        if (name.starts_with("__kmpc_end_reduce")) {
            if (name == "__kmpc_end_reduce") barrier_after(call);
            return sync(call, "hls_unlock", 2, false);
        }
        rewrite(*callee);
    }

    // All parallel parts of a region run on the same threads: the smallest number that any
    // requests.
    void take_threads(unsigned n) {
        kernel_.threads = kernel_.threads == 0 ? n : std::min(kernel_.threads, n);
    }

    void barrier_after(CallInst& call) {
        llvm::IRBuilder<> b(call.getNextNode());
        b.CreateCall(declare(module_, "hls_barrier", false), {});
    }

    // A reduction asks the runtime for a method; 1 means to add under the lock.
    void sync(CallInst& call, const char* what, unsigned operand, bool answers_one) {
        std::string name = call.getArgOperand(operand)->stripPointerCasts()->getName().str();
        for (const char* cut : {".gomp_critical_user_", ".var"})
            if (const std::size_t at = name.find(cut); at != std::string::npos)
                name.erase(at, std::string(cut).size());
        call_lock(call, what, lock_of(name.empty() ? "critical" : name));
        if (answers_one) call.replaceAllUsesWith(number(1));
        call.eraseFromParent();
    }

    // Iterations of a dynamically scheduled loop are dealt to the threads in turn; a variable of
    // each thread holds its position. The suffix of the runtime call is the type of the loop's
    // counter.
    void deal(CallInst& call, const std::string& becomes, unsigned first_argument) {
        Function* f = call.getFunction();
        llvm::AllocaInst*& turn = turns_[f];
        if (!turn) {
            llvm::IRBuilder<> entry(&*f->getEntryBlock().getFirstInsertionPt());
            turn = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt64Ty(), 4));
        }
        std::vector<llvm::Value*> args = {turn};
        for (unsigned i = first_argument; i < call.arg_size(); ++i)
            args.push_back(call.getArgOperand(i));
        std::vector<llvm::Type*> types;
        for (const llvm::Value* v : args) types.push_back(v->getType());
        const llvm::StringRef name = call.getCalledFunction()->getName();
        llvm::IRBuilder<> b(&call);
        CallInst* made = b.CreateCall(
            module_.getOrInsertFunction(becomes + name.rsplit('_').second.str(),
                                        llvm::FunctionType::get(call.getType(), types, false)),
            args);
        made->setDebugLoc(call.getDebugLoc());
        call.replaceAllUsesWith(made);
        call.eraseFromParent();
    }

    // Every hardware thread runs the region from its start, so a fork is a call.
    void fork(CallInst& call) {
        forks_ = true;
        rewrite(*call_outlined(call));
    }

    Function* call_outlined(CallInst& call) {
        auto* outlined = llvm::cast<Function>(call.getArgOperand(2)->stripPointerCasts());
        llvm::IRBuilder<> b(&call);
        auto* i32 = llvm::Type::getInt32Ty(module_.getContext());
        llvm::IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
        std::vector<llvm::Value*> args = {entry.CreateAlloca(i32), entry.CreateAlloca(i32)};
        auto* thread = llvm::cast<Function>(
            module_.getOrInsertFunction("hls_thread", llvm::FunctionType::get(i32, false))
                .getCallee());
        b.CreateStore(b.CreateCall(thread, {}), args[0]);
        b.CreateStore(number(0), args[1]);
        for (unsigned i = 3; i < call.arg_size(); ++i) args.push_back(call.getArgOperand(i));
        CallInst* made = b.CreateCall(outlined, args);
        made->setDebugLoc(call.getDebugLoc());
        call.eraseFromParent();
        return outlined;
    }

    llvm::Module& module_;
    KernelFunction& kernel_;
    std::set<Function*> seen_;
    std::map<Function*, llvm::AllocaInst*> turns_;
    bool forks_ = false;
};

// "__omp_offloading_fe00_99a298_matmul_l3" is matmul_l3.
std::string region_name(const std::string& symbol) {
    std::size_t at = std::string(kRegion).size();
    for (int i = 0; i < 2; ++i) at = symbol.find('_', at) + 1;
    return symbol.substr(at);
}

bool is_region(const Function& f) {
    const llvm::StringRef name = f.getName();
    return !f.isDeclaration() && name.starts_with(kRegion) && !name.contains("omp_outlined") &&
           !name.contains("_debug__");
}

}  // namespace

Result<std::vector<KernelFunction>> find_kernels(llvm::Module& module, const FrontOptions& options,
                                                 Diagnostics& diagnostics) {
    std::vector<KernelFunction> found;
    if (std::any_of(module.begin(), module.end(), is_region)) promote_variables(module);
    for (Function& f : module) {
        if (f.isDeclaration()) continue;
        const std::string name = f.getName().str();
        const bool named =
            std::find(options.tops.begin(), options.tops.end(), name) != options.tops.end();
        if (named || is_region(f)) {
            KernelFunction k;
            k.function = &f;
            k.is_region = !named;
            k.name = k.is_region ? region_name(name) : name;
            found.push_back(k);
        }
    }
    for (const std::string& top : options.tops) {
        if (std::any_of(found.begin(), found.end(),
                        [&](const KernelFunction& k) { return k.name == top; }))
            continue;
        refuse_source(diagnostics, {options.files.front(), 0},
                      fmt::format("there is no function '{}'", top), kKernelHint);
        return failure;
    }
    if (found.empty()) {
        refuse_source(diagnostics, {options.files.front(), 0}, "no OpenMP target region is found",
                      kKernelHint);
        return failure;
    }
    for (KernelFunction& k : found) {
        Rewriter rewriter(module, k);
        if (k.is_region) {
            rewriter.unfold_teams(*k.function);
            separate_serial_parts(*k.function);
        }
        rewriter.rewrite(*k.function);
        // The program does not specify the number, or computes it at run time.
        if (k.threads == 0) k.threads = rewriter.forks() ? kThreads : 1;
        if (options.threads > 0) k.threads = options.threads;
        if (k.threads > 64) {
            refuse_source(diagnostics, {options.files.front(), 0},
                          fmt::format("'{}' asks for {} threads", k.name, k.threads),
                          "from 1 to 64 hardware threads can be made");
            return failure;
        }
    }
    return found;
}

}  // namespace tapestry::hls
