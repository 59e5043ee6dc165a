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

// The whole bytes in which the program keeps an integer of this width: as many as a power of two up
// to a word of 64 bits, then words. Null: it has these bytes already.
llvm::IntegerType* kept_in(llvm::Type* type) {
    constexpr unsigned kWord = 64;
    const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type);
    if (!integer) return nullptr;
    const unsigned bits = integer->getBitWidth();
    const unsigned kept = bits > kWord
                              ? (bits + kWord - 1) / kWord * kWord
                              : std::max(8U, static_cast<unsigned>(llvm::PowerOf2Ceil(bits)));
    return kept == bits ? nullptr : llvm::IntegerType::get(type->getContext(), kept);
}

// Words above 128 bits are aligned as one of them is.
llvm::Align align_of(const llvm::IntegerType& kept, llvm::Align align) {
    return kept.getBitWidth() > 128 ? std::min(align, llvm::Align(8)) : align;
}

// An integer of another width, as _BitInt(24), is read and written with the bytes it is kept in.
void widen_access(llvm::Instruction& i) {
    llvm::IRBuilder<> b(&i);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
        llvm::IntegerType* kept = kept_in(load->getType());
        if (!kept) return;
        llvm::LoadInst* whole = b.CreateAlignedLoad(
            kept, load->getPointerOperand(), align_of(*kept, load->getAlign()), load->isVolatile());
        load->replaceAllUsesWith(b.CreateTrunc(whole, load->getType()));
        load->eraseFromParent();
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        llvm::IntegerType* kept = kept_in(store->getValueOperand()->getType());
        if (!kept) return;
        b.CreateAlignedStore(b.CreateZExt(store->getValueOperand(), kept),
                             store->getPointerOperand(), align_of(*kept, store->getAlign()),
                             store->isVolatile());
        store->eraseFromParent();
    }
}

}  // namespace

void widen_accesses(llvm::Function& f) {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& i : llvm::instructions(f)) all.push_back(&i);
    for (llvm::Instruction* i : all) widen_access(*i);
}

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
