// SPDX-License-Identifier: Apache-2.0
// `single copyprivate`: the thread that ran the block copies its variables to shared ones, and
// after a barrier the others copy them from there.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "hls/ir_teams.h"

namespace tapestry::hls {

namespace {

// The pointers that a list of clang's holds, by index; empty where one is not of a variable.
std::vector<llvm::AllocaInst*> variables_in(llvm::AllocaInst& list) {
    const auto* type = llvm::dyn_cast<llvm::ArrayType>(list.getAllocatedType());
    std::vector<llvm::AllocaInst*> found(type ? type->getNumElements() : 0, nullptr);
    const llvm::DataLayout& layout = list.getModule()->getDataLayout();
    std::vector<llvm::Value*> open = {&list};
    while (!open.empty()) {
        llvm::Value* at = open.back();
        open.pop_back();
        for (llvm::User* user : at->users()) {
            if (llvm::isa<llvm::GetElementPtrInst>(user)) open.push_back(user);
            auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
            if (!store || store->getPointerOperand() != at) continue;
            llvm::APInt offset(layout.getIndexTypeSizeInBits(at->getType()), 0);
            at->stripAndAccumulateConstantOffsets(layout, offset, true);
            const std::uint64_t index = offset.getZExtValue() / layout.getPointerSize();
            if (index < found.size())
                found[index] = llvm::dyn_cast<llvm::AllocaInst>(
                    llvm::getUnderlyingObject(store->getValueOperand()));
        }
    }
    for (const llvm::AllocaInst* v : found)
        if (!v) return {};
    return found;
}

void call_barrier(llvm::IRBuilder<>& b, llvm::Module& module) {
    b.CreateCall(
        module.getOrInsertFunction("hls_barrier", llvm::FunctionType::get(b.getVoidTy(), false)),
        {});
}

}  // namespace

bool copy_to_others(llvm::CallInst& call) {
    llvm::Module& module = *call.getModule();
    auto* own = llvm::dyn_cast<llvm::AllocaInst>(call.getArgOperand(3)->stripPointerCasts());
    auto* copies = llvm::dyn_cast<llvm::Function>(call.getArgOperand(4)->stripPointerCasts());
    const std::vector<llvm::AllocaInst*> variables =
        own ? variables_in(*own) : std::vector<llvm::AllocaInst*>{};
    if (variables.empty() || !copies) return false;
    llvm::IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* shared = entry.CreateAlloca(own->getAllocatedType());
    llvm::IRBuilder<> b(&call);
    for (unsigned i = 0; i < variables.size(); ++i) {
        llvm::Type* type = variables[i]->getAllocatedType();
        auto* global = new llvm::GlobalVariable(
            module, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
            variables[i]->getName() + ".copied");
        global->setAlignment(variables[i]->getAlign());
        b.CreateStore(global, b.CreateConstGEP2_32(own->getAllocatedType(), shared, 0, i));
    }
    llvm::Value* ran = b.CreateIsNotNull(call.getArgOperand(5));
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(ran, &call, false);
    llvm::IRBuilder<>(then).CreateCall(copies, {shared, own})->setDebugLoc(call.getDebugLoc());
    b.SetInsertPoint(&call);
    call_barrier(b, module);
    then = llvm::SplitBlockAndInsertIfThen(b.CreateNot(ran), &call, false);
    llvm::IRBuilder<>(then).CreateCall(copies, {own, shared})->setDebugLoc(call.getDebugLoc());
    b.SetInsertPoint(&call);
    call_barrier(b, module);
    call.eraseFromParent();
    return true;
}

}  // namespace tapestry::hls
