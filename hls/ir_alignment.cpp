// SPDX-License-Identifier: Apache-2.0
// A memory is read and written in whole words, so an access must not cross a word boundary. Arrays
// of the kernel are aligned to a word; accesses that may be misaligned are split.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

// The vector of pieces into which an access of `type` is split; null if it stays whole.
llvm::FixedVectorType* pieces_of(llvm::Type* type, llvm::Align align,
                                 const llvm::DataLayout& layout) {
    if (type->isPointerTy() || layout.getTypeSizeInBits(type).isScalable()) return nullptr;
    const std::uint64_t bits = layout.getTypeSizeInBits(type).getFixedValue();
    const std::uint64_t piece = align.value() * 8;
    if (bits <= piece || bits % piece != 0 || layout.getTypeStoreSizeInBits(type) != bits)
        return nullptr;
    auto* integer = llvm::IntegerType::get(type->getContext(), static_cast<unsigned>(piece));
    return llvm::FixedVectorType::get(integer, static_cast<unsigned>(bits / piece));
}

void split_load(llvm::LoadInst& load, llvm::FixedVectorType& pieces) {
    llvm::IRBuilder<> b(&load);
    llvm::Value* whole = llvm::PoisonValue::get(&pieces);
    for (unsigned i = 0; i < pieces.getNumElements(); ++i) {
        llvm::Value* at =
            b.CreateConstInBoundsGEP1_32(pieces.getElementType(), load.getPointerOperand(), i);
        whole = b.CreateInsertElement(
            whole, b.CreateAlignedLoad(pieces.getElementType(), at, load.getAlign()), i);
    }
    load.replaceAllUsesWith(b.CreateBitCast(whole, load.getType()));
    load.eraseFromParent();
}

void split_store(llvm::StoreInst& store, llvm::FixedVectorType& pieces) {
    llvm::IRBuilder<> b(&store);
    llvm::Value* whole = b.CreateBitCast(store.getValueOperand(), &pieces);
    for (unsigned i = 0; i < pieces.getNumElements(); ++i)
        b.CreateAlignedStore(
            b.CreateExtractElement(whole, i),
            b.CreateConstInBoundsGEP1_32(pieces.getElementType(), store.getPointerOperand(), i),
            store.getAlign());
    store.eraseFromParent();
}

}  // namespace

void align_arrays(llvm::Function& f) {
    const llvm::Align kWidestWord(64);
    for (llvm::Instruction& i : llvm::instructions(f))
        if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&i))
            array->setAlignment(std::max(array->getAlign(), kWidestWord));
}

void split_accesses(llvm::Function& f) {
    const llvm::DataLayout& layout = f.getParent()->getDataLayout();
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& i : llvm::instructions(f)) all.push_back(&i);
    for (llvm::Instruction* i : all) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(i)) {
            if (auto* pieces = pieces_of(load->getType(), load->getAlign(), layout))
                split_load(*load, *pieces);
        } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(i)) {
            if (auto* pieces =
                    pieces_of(store->getValueOperand()->getType(), store->getAlign(), layout))
                split_store(*store, *pieces);
        }
    }
}

}  // namespace tapestry::hls
