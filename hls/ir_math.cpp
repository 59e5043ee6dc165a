// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

// The function in library/hls_math.c that implements an intrinsic; empty: none.
std::string math_name(const llvm::IntrinsicInst& call) {
    const llvm::Type* type = call.arg_empty() ? nullptr : call.getArgOperand(0)->getType();
    if (!type || !(type->isFloatTy() || type->isDoubleTy())) return {};
    const char* suffix = type->isFloatTy() ? "f32" : "f64";
    switch (call.getIntrinsicID()) {
        case llvm::Intrinsic::trunc:
        case llvm::Intrinsic::floor:
        case llvm::Intrinsic::ceil:
        case llvm::Intrinsic::round:
        case llvm::Intrinsic::rint:
        case llvm::Intrinsic::nearbyint:
        case llvm::Intrinsic::roundeven:
        case llvm::Intrinsic::minnum:
        case llvm::Intrinsic::maxnum:
        case llvm::Intrinsic::lround:
        case llvm::Intrinsic::lrint:
        case llvm::Intrinsic::exp:
        case llvm::Intrinsic::exp2:
        case llvm::Intrinsic::log:
        case llvm::Intrinsic::log2:
        case llvm::Intrinsic::log10:
        case llvm::Intrinsic::pow:
        case llvm::Intrinsic::sin:
        case llvm::Intrinsic::cos:
        case llvm::Intrinsic::tan:
            break;
        case llvm::Intrinsic::llround:
            return fmt::format("hls_lround_{}", suffix);
        case llvm::Intrinsic::llrint:
            return fmt::format("hls_lrint_{}", suffix);
        case llvm::Intrinsic::is_fpclass:
            return fmt::format("hls_is_fpclass_{}", suffix);
        default:
            return {};
    }
    const llvm::StringRef name = call.getCalledFunction()->getName();  // llvm.lround.i64.f32
    return fmt::format("hls_{}_{}", name.split('.').second.split('.').first.str(), suffix);
}

// LLVM's is_fpclass returns a bit, its implementation in C an int.
void call_function_for(llvm::IntrinsicInst& call, const std::string& name) {
    llvm::IRBuilder<> b(&call);
    std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_end());
    std::vector<llvm::Type*> types;
    for (const llvm::Value* v : arguments) types.push_back(v->getType());
    const bool is_bit = call.getType()->isIntegerTy(1);
    llvm::Type* result = is_bit ? b.getInt32Ty() : call.getType();
    llvm::Value* made = b.CreateCall(
        call.getModule()->getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)),
        arguments);
    call.replaceAllUsesWith(is_bit ? b.CreateIsNotNull(made) : made);
    call.eraseFromParent();
}

}  // namespace

bool call_math(llvm::Module& module) {
    bool any = false;
    for (llvm::Function& f : module) {
        const llvm::StringRef name = f.getName();
        any |= f.isDeclaration() &&
               (name == "fdim" || name == "fdimf" || name == "tan" || name == "tanf");
        std::vector<llvm::IntrinsicInst*> found;
        for (llvm::Instruction& i : llvm::instructions(f))
            if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) found.push_back(call);
        for (llvm::IntrinsicInst* call : found) {
            const std::string math = math_name(*call);
            if (math.empty()) continue;
            call_function_for(*call, math);
            any = true;
        }
    }
    return any;
}

}  // namespace tapestry::hls
