// SPDX-License-Identifier: Apache-2.0
// `#pragma HLS INTERFACE m_axi port=NAME bundle=BUNDLE`: in hardware of Vitis each bundle is a port
// whose accesses nothing orders against those of the others. So the program says that arrays of
// different bundles are apart; hls_offload.cpp checks it in every call.
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

constexpr const char* kBundleSays = "# hls bundle ";
constexpr const char* kBundle = "tapestry.bundle";

// The parameter that clang keeps in this variable; null: none.
llvm::Argument* parameter_in(llvm::Value* variable) {
    for (llvm::User* user : variable->users()) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        if (store && store->getPointerOperand() == variable)
            if (auto* a = llvm::dyn_cast<llvm::Argument>(store->getValueOperand())) return a;
    }
    return nullptr;
}

}  // namespace

void note_bundles(llvm::Module& module) {
    for (llvm::Function& f : module)
        for (llvm::Instruction& i : llvm::make_early_inc_range(llvm::instructions(f))) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
            const auto* text =
                call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
            const std::string words = text ? text->getAsmString() : "";
            llvm::StringRef said = words;
            if (!said.consume_front(kBundleSays) || call->arg_size() != 1) continue;
            llvm::Value* variable = call->getArgOperand(0)->stripPointerCasts();
            call->eraseFromParent();
            llvm::Argument* a = parameter_in(variable);
            if (a && a->getType()->isPointerTy())
                a->addAttr(llvm::Attribute::get(module.getContext(), kBundle, said));
        }
}

void separate_bundles(KernelFunction& kernel) {
    if (kernel.is_process || kernel.is_region) return;
    std::map<std::string, unsigned> users;
    const auto bundle_of = [](const llvm::Argument& a) {
        return a.getParent()
            ->getAttributes()
            .getParamAttr(a.getArgNo(), kBundle)
            .getValueAsString()
            .str();
    };
    for (llvm::Argument& a : kernel.function->args()) ++users[bundle_of(a)];
    for (llvm::Argument& a : kernel.function->args()) {
        if (bundle_of(a).empty() || users[bundle_of(a)] > 1 || users.size() < 2) continue;
        a.addAttr(llvm::Attribute::NoAlias);
        kernel.claims_apart = true;
    }
}

}  // namespace tapestry::hls
