// SPDX-License-Identifier: Apache-2.0
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <map>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

// Creates one alias scope for each array. `noalias` on the parameter would be too strong: it would
// let LLVM move accesses across a lock or barrier, which is a call without arguments.
class Separator {
public:
    explicit Separator(llvm::Function& f) : f_(f), builder_(f.getContext()) {
        domain_ = builder_.createAnonymousAliasScopeDomain(f.getName());
        for (llvm::Argument& a : f.args())
            if (a.getType()->isPointerTy()) add(&a);
        for (llvm::GlobalVariable& g : f.getParent()->globals()) add(&g);
    }

    void mark_all() {
        for (llvm::Instruction& i : llvm::instructions(f_))
            if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&i)) mark(i, pointer);
    }

private:
    void add(const llvm::Value* array) {
        scopes_[array] = builder_.createAnonymousAliasScope(domain_, array->getName());
        order_.push_back(array);
    }

    // Leaves an access unmarked if its pointer may have another origin.
    void mark(llvm::Instruction& access, const llvm::Value* pointer) {
        llvm::SmallVector<const llvm::Value*, 4> objects;
        llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
        std::vector<llvm::Metadata*> its, others;
        for (const llvm::Value* array : order_)
            (llvm::is_contained(objects, array) ? its : others).push_back(scopes_[array]);
        if (its.size() != objects.size()) return;
        llvm::LLVMContext& context = f_.getContext();
        access.setMetadata(llvm::LLVMContext::MD_alias_scope, llvm::MDNode::get(context, its));
        access.setMetadata(llvm::LLVMContext::MD_noalias, llvm::MDNode::get(context, others));
    }

    llvm::Function& f_;
    llvm::MDBuilder builder_;
    llvm::MDNode* domain_ = nullptr;
    std::map<const llvm::Value*, llvm::MDNode*> scopes_;
    std::vector<const llvm::Value*> order_;
};

}  // namespace

void separate_arrays(const KernelFunction& kernel) {
    if (kernel.has_separate_arrays()) Separator(*kernel.function).mark_all();
}

}  // namespace tapestry::hls
