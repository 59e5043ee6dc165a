// SPDX-License-Identifier: Apache-2.0
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

using IsOfKind = bool (*)(const llvm::Value* object);

bool is_argument(const llvm::Value* object) { return llvm::isa<llvm::Argument>(object); }
bool is_variable_of_all(const llvm::Value* object) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return global && !global->isConstant();
}

// The objects from which offsets, selects and phis derive a pointer.
std::set<const llvm::Value*> objects_of(const llvm::Value* pointer) {
    std::vector<const llvm::Value*> open = {pointer};
    std::set<const llvm::Value*> seen, objects;
    while (!open.empty()) {
        const llvm::Value* p = open.back();
        open.pop_back();
        if (llvm::isa<llvm::UndefValue>(p) || !seen.insert(p).second) continue;
        if (const auto* offset = llvm::dyn_cast<llvm::GetElementPtrInst>(p)) {
            open.push_back(offset->getPointerOperand());
        } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(p)) {
            open.insert(open.end(), {select->getTrueValue(), select->getFalseValue()});
        } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(p)) {
            open.insert(open.end(), phi->value_op_begin(), phi->value_op_end());
        } else {
            objects.insert(llvm::getUnderlyingObject(p));
        }
    }
    return objects;
}

// A pointer into one of two kinds of memory, as a selecting bit and one pointer for each kind.
struct Parts {
    llvm::Value* is_of_kind = nullptr;
    llvm::Value* of_kind = nullptr;
    llvm::Value* other = nullptr;
};

// Splits accesses whose pointer may point into memory of the given kind or into other memory.
class AccessSplitter {
public:
    AccessSplitter(llvm::Function& f, IsOfKind is_of_kind) : f_(f), is_of_kind_(is_of_kind) {}

    void part_all() {
        std::vector<llvm::Instruction*> accesses;
        for (llvm::Instruction& i : llvm::instructions(f_)) {
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&i);
            if (pointer && is_mixed(pointer)) accesses.push_back(&i);
        }
        for (llvm::Instruction* access : accesses) part(*access);
    }

private:
    bool is_mixed(const llvm::Value* pointer) const {
        const std::set<const llvm::Value*> objects = objects_of(pointer);
        const auto of_kind = std::count_if(objects.begin(), objects.end(), is_of_kind_);
        return of_kind != 0 && static_cast<std::size_t>(of_kind) != objects.size();
    }

    // Replaces the access by two, of which exactly one executes.
    void part(llvm::Instruction& access) {
        const Parts parts = parts_of(llvm::getLoadStorePointerOperand(&access));
        llvm::Instruction *then = nullptr, *otherwise = nullptr;
        llvm::SplitBlockAndInsertIfThenElse(parts.is_of_kind, &access, &then, &otherwise);
        llvm::Instruction* const first = copy_of(access, parts.of_kind, *then);
        llvm::Instruction* const second = copy_of(access, parts.other, *otherwise);
        if (!access.getType()->isVoidTy()) {
            llvm::PHINode* const value =
                llvm::PHINode::Create(access.getType(), 2, "", access.getIterator());
            value->addIncoming(first, then->getParent());
            value->addIncoming(second, otherwise->getParent());
            access.replaceAllUsesWith(value);
        }
        access.eraseFromParent();
    }

    static llvm::Instruction* copy_of(llvm::Instruction& access, llvm::Value* pointer,
                                      llvm::Instruction& before) {
        llvm::Instruction* const copy = access.clone();
        const unsigned operand = llvm::isa<llvm::LoadInst>(access)
                                     ? llvm::LoadInst::getPointerOperandIndex()
                                     : llvm::StoreInst::getPointerOperandIndex();
        copy->setOperand(operand, pointer);
        copy->insertBefore(before.getIterator());
        return copy;
    }

    Parts parts_of(llvm::Value* pointer) {
        if (!is_mixed(pointer)) return whole(pointer);
        const auto known = parts_.find(pointer);
        if (known != parts_.end()) return known->second;
        if (auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) return parts_of_phi(*phi);
        llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(pointer));
        Parts made;
        if (auto* select = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
            const Parts a = parts_of(select->getTrueValue()), b = parts_of(select->getFalseValue());
            const auto choose = [&](llvm::Value* x, llvm::Value* y) {
                return builder.CreateSelect(select->getCondition(), x, y);
            };
            made = {choose(a.is_of_kind, b.is_of_kind), choose(a.of_kind, b.of_kind),
                    choose(a.other, b.other)};
        } else {
            auto& offset = *llvm::cast<llvm::GetElementPtrInst>(pointer);
            const Parts from = parts_of(offset.getPointerOperand());
            made = {from.is_of_kind, moved(offset, from.of_kind), moved(offset, from.other)};
        }
        return parts_[pointer] = made;
    }

    // The same offset applied to another pointer.
    static llvm::Value* moved(llvm::GetElementPtrInst& offset, llvm::Value* from) {
        llvm::Instruction* const copy = offset.clone();
        copy->setOperand(0, from);
        copy->insertBefore(offset.getIterator());
        return copy;
    }

    Parts parts_of_phi(llvm::PHINode& phi) {
        const auto same_of = [&](llvm::Type* type) {
            return llvm::PHINode::Create(type, phi.getNumIncomingValues(), "", phi.getIterator());
        };
        llvm::PHINode* const bit = same_of(llvm::Type::getInt1Ty(f_.getContext()));
        llvm::PHINode* const of_kind = same_of(phi.getType());
        llvm::PHINode* const other = same_of(phi.getType());
        parts_[&phi] = {bit, of_kind,
                        other};  // entered before its operands, which may lead back to it
        for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
            const Parts from = parts_of(phi.getIncomingValue(k));
            bit->addIncoming(from.is_of_kind, phi.getIncomingBlock(k));
            of_kind->addIncoming(from.of_kind, phi.getIncomingBlock(k));
            other->addIncoming(from.other, phi.getIncomingBlock(k));
        }
        return {bit, of_kind, other};
    }

    // The parts of a pointer whose kind is known.
    Parts whole(llvm::Value* pointer) const {
        const std::set<const llvm::Value*> objects = objects_of(pointer);
        const bool is_of_kind = std::any_of(objects.begin(), objects.end(), is_of_kind_);
        llvm::Value* const nowhere = llvm::PoisonValue::get(pointer->getType());
        return {llvm::ConstantInt::getBool(f_.getContext(), is_of_kind),
                is_of_kind ? pointer : nowhere, is_of_kind ? nowhere : pointer};
    }

    llvm::Function& f_;
    const IsOfKind is_of_kind_;
    std::map<llvm::Value*, Parts> parts_;
};

}  // namespace

void part_accesses(llvm::Function& f) {
    AccessSplitter(f, is_argument).part_all();
    AccessSplitter(f, is_variable_of_all).part_all();
}

}  // namespace tapestry::hls
