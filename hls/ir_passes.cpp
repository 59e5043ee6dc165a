// SPDX-License-Identifier: Apache-2.0
#include <llvm/CodeGen/IntrinsicLowering.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "hls/ir.h"
#include "hls/ir_fuse.h"

namespace tapestry::hls {

namespace {

// The host's data layout with 32-bit pointers, so that addresses are computed in 32 bits and loop
// counters are not widened to 64.
std::string hardware_layout(const std::string& host) {
    std::string layout;
    std::size_t at = 0;
    while (at <= host.size()) {
        const std::size_t end = std::min(host.find('-', at), host.size());
        const std::string part = host.substr(at, end - at);
        if (!part.starts_with("n") && !part.starts_with("p:")) layout += part + "-";
        at = end + 1;
    }
    return layout + "p:64:64:64:32-n8:16:32";
}

void inline_everything(llvm::Module& module, const std::vector<KernelFunction>& kernels) {
    for (llvm::Function& f : module) {
        if (f.isDeclaration()) continue;
        f.removeFnAttr(llvm::Attribute::OptimizeNone);
        f.removeFnAttr(llvm::Attribute::NoInline);
        const bool is_kernel =
            std::any_of(kernels.begin(), kernels.end(),
                        [&](const KernelFunction& k) { return k.function == &f; });
        if (is_kernel) {
            f.setLinkage(llvm::GlobalValue::ExternalLinkage);
            f.removeFnAttr(llvm::Attribute::AlwaysInline);
        } else {
            f.setLinkage(llvm::GlobalValue::InternalLinkage);
            f.addFnAttr(llvm::Attribute::AlwaysInline);
        }
    }
}

// Gives new instructions the source line of the instruction they replace.
class LineKeeper {
public:
    LineKeeper(llvm::Function& f, const llvm::Instruction& replaced)
        : f_(f), line_(replaced.getDebugLoc()) {
        for (const llvm::Instruction& i : llvm::instructions(f)) old_.insert(&i);
    }
    ~LineKeeper() {
        for (llvm::Instruction& i : llvm::instructions(f_))
            if (!i.getDebugLoc() && !old_.contains(&i)) i.setDebugLoc(line_);
    }
    LineKeeper(const LineKeeper&) = delete;
    LineKeeper& operator=(const LineKeeper&) = delete;

private:
    llvm::Function& f_;
    llvm::DebugLoc line_;
    std::set<const llvm::Instruction*> old_;
};

// Reverses the bits of a number: swaps halves, then quarters, and so on; bit by bit if the width is
// not a power of two.
llvm::Value* reversed_bits(llvm::IRBuilder<>& builder, llvm::Value* number) {
    llvm::Type* const type = number->getType();
    const unsigned width = type->getScalarSizeInBits();
    const auto constant = [&](const llvm::APInt& bits) {
        return llvm::ConstantInt::get(type, bits);
    };
    const auto moved = [&](llvm::Value* bits, unsigned from, unsigned to) {
        return to > from ? builder.CreateShl(bits, to - from) : builder.CreateLShr(bits, from - to);
    };
    if (llvm::isPowerOf2_32(width)) {
        for (unsigned half = width / 2; half > 0; half /= 2) {
            const llvm::APInt low =
                llvm::APInt::getSplat(width, llvm::APInt::getLowBitsSet(2 * half, half));
            llvm::Value* const up = builder.CreateAnd(number, constant(low));
            llvm::Value* const down = builder.CreateAnd(moved(number, half, 0), constant(low));
            number = builder.CreateOr(moved(up, 0, half), down);
        }
        return number;
    }
    llvm::Value* all = llvm::Constant::getNullValue(type);
    for (unsigned i = 0; i < width; ++i) {
        llvm::Value* const bit =
            builder.CreateAnd(number, constant(llvm::APInt::getOneBitSet(width, i)));
        all = builder.CreateOr(all, moved(bit, i, width - 1 - i));
    }
    return all;
}

// Hardware has no memcpy: the remaining ones become loops. Bit counts become arithmetic.
bool lower_intrinsics(llvm::Function& f, llvm::FunctionAnalysisManager& fam,
                      bool keeps_sets = false) {
    std::vector<llvm::IntrinsicInst*> found;
    for (llvm::Instruction& i : llvm::instructions(f))
        if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) found.push_back(call);
    bool changed = false;
    llvm::IntrinsicLowering lowering(f.getParent()->getDataLayout());
    for (llvm::IntrinsicInst* call : found) {
        const auto& tti = fam.getResult<llvm::TargetIRAnalysis>(f);
        // A memset stays whole until it is known whether its array is promoted to registers.
        if (keeps_sets && llvm::isa<llvm::MemSetInst>(call)) continue;
        changed = true;
        const LineKeeper keeper(f, *call);
        if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(call)) {
            lower_copy(*copy);
        } else if (auto* move = llvm::dyn_cast<llvm::MemMoveInst>(call)) {
            if (llvm::expandMemMoveAsLoop(move, tti)) move->eraseFromParent();
        } else if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(call)) {
            lower_set(*set);
        } else if (call->getIntrinsicID() == llvm::Intrinsic::stackrestore) {
            call->eraseFromParent();
        } else if (call->getIntrinsicID() == llvm::Intrinsic::stacksave) {
            // Every local array has a memory of its own.
            call->replaceAllUsesWith(llvm::PoisonValue::get(call->getType()));
            call->eraseFromParent();
        } else if (call->getIntrinsicID() == llvm::Intrinsic::ctpop ||
                   call->getIntrinsicID() == llvm::Intrinsic::ctlz ||
                   call->getIntrinsicID() == llvm::Intrinsic::cttz ||
                   call->getIntrinsicID() == llvm::Intrinsic::bswap) {
            lowering.LowerIntrinsicCall(call);
        } else if (call->getIntrinsicID() == llvm::Intrinsic::bitreverse) {
            llvm::IRBuilder<> builder(call);
            call->replaceAllUsesWith(reversed_bits(builder, call->getArgOperand(0)));
            call->eraseFromParent();
        }
    }
    return changed;
}

struct Passes {
    llvm::PassBuilder builder;
    llvm::LoopAnalysisManager lam;
    llvm::FunctionAnalysisManager fam;
    llvm::CGSCCAnalysisManager cgam;
    llvm::ModuleAnalysisManager mam;
    Passes() {
        builder.registerModuleAnalyses(mam);
        builder.registerCGSCCAnalyses(cgam);
        builder.registerFunctionAnalyses(fam);
        builder.registerLoopAnalyses(lam);
        builder.crossRegisterProxies(lam, fam, cgam, mam);
    }
    void run(llvm::Module& module, const char* text) {
        llvm::ModulePassManager mpm;
        CHECK(!builder.parsePassPipeline(mpm, text));
        mpm.run(module, mam);
    }
    void run(llvm::Function& function, const char* text) {
        llvm::FunctionPassManager fpm;
        CHECK(!builder.parsePassPipeline(fpm, text));
        fpm.run(function, fam);
    }
};

constexpr const char* kInline =
    "always-inline,globaldce,function(lower-atomic,sroa,early-cse,simplifycfg,"
    "instcombine<no-verify-fixpoint>,simplifycfg)";
bool asks_for_pipelines(llvm::Function& f, llvm::FunctionAnalysisManager& fam) {
    const auto loops = fam.getResult<llvm::LoopAnalysis>(f).getLoopsInPreorder();
    return std::any_of(loops.begin(), loops.end(),
                       [](const llvm::Loop* loop) { return asked_interval(*loop) > 0; });
}

constexpr const char* kRotate = "loop-simplify,lcssa,loop-mssa(loop-rotate),loop(indvars)";
constexpr const char* kLoops =
    "function(loop-simplify,lcssa,loop-mssa(loop-rotate,licm),loop(indvars,loop-unroll-full),sroa,"
    "early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";
constexpr const char* kLast =
    "function(scalarizer,lower-switch,mergereturn,sroa,gvn,dse,instcombine<no-verify-fixpoint>,"
    "scalarizer,adce,"
    "bdce,simplifycfg<bonus-inst-threshold=8;no-switch-to-lookup;no-switch-range-to-icmp>,lower-"
    "switch,"
    "loop-simplify,adce)";

}  // namespace

void leave_out_exceptions(llvm::Module& module) {
    const auto may_throw = [](const llvm::Function& f) {
        return std::any_of(f.begin(), f.end(), [](const llvm::BasicBlock& block) {
            return llvm::isa_and_nonnull<llvm::InvokeInst>(block.getTerminator());
        });
    };
    if (std::any_of(module.begin(), module.end(), may_throw))
        Passes().run(module, "function(lower-invoke,simplifycfg)");
}

void promote_variables(llvm::Module& module) { Passes().run(module, "function(sroa)"); }

void simplify(llvm::Function& function) { Passes().run(function, "sroa,early-cse"); }

void unroll_forced_loops(llvm::Function& function) {
    Passes passes;
    passes.run(function, "loop-simplify,lcssa,loop(loop-rotate,indvars)");
    llvm::FunctionPassManager unroll;
    unroll.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(2, /*OnlyWhenForced=*/true)));
    unroll.run(function, passes.fam);
    passes.run(function, "sroa,early-cse,simplifycfg");
}

void show_streams(llvm::Function& function) {
    unroll_forced_loops(function);
    Passes passes;
    choose_streams(function, passes.fam);
}

void run_passes(llvm::Module& module, const std::vector<KernelFunction>& kernels) {
    module.setDataLayout(hardware_layout(module.getDataLayoutStr()));
    lower_guards(module);
    inline_everything(module, kernels);
    Passes passes;
    passes.run(module, kInline);
    for (const KernelFunction& k : kernels)
        if (k.is_process && k.part_of.empty()) resolve_streams(*k.function);
    passes.mam.clear();
    passes.fam.clear();
    passes.run(module, "function(simplifycfg,sroa,instcombine<no-verify-fixpoint>)");
    for (const KernelFunction& k : kernels) {
        lower_intrinsics(*k.function, passes.fam, k.is_process);
        separate_arrays(k);
    }
    passes.mam.clear();
    passes.fam.clear();
    for (const KernelFunction& k : kernels) {
        if (!asks_for_pipelines(*k.function, passes.fam)) continue;
        passes.run(*k.function, kRotate);
        unroll_in_pipelines(*k.function, passes.fam);
    }
    passes.mam.clear();
    passes.fam.clear();
    passes.run(module, kLoops);
    llvm::FunctionPassManager unroll;
    unroll.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(2, /*OnlyWhenForced=*/true)));
    for (const KernelFunction& k : kernels) unroll.run(*k.function, passes.fam);
    passes.fam.clear();
    for (const KernelFunction& k : kernels)
        if (!k.part_of.empty()) choose_streams(*k.function, passes.fam);
    passes.fam.clear();
    passes.run(module, kLast);
    for (const KernelFunction& k : kernels) {
        fuse_loops(*k.function, passes.fam);
        lower_intrinsics(*k.function, passes.fam);
        part_accesses(*k.function);
        align_arrays(*k.function);
    }
    passes.fam.clear();
    passes.run(module, "function(adce,infer-alignment)");
    for (const KernelFunction& k : kernels) {
        widen_accesses(*k.function);
        split_accesses(*k.function);
    }
}

}  // namespace tapestry::hls
