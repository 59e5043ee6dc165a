// SPDX-License-Identifier: Apache-2.0
// Hardware has no memcpy and no memset. Left to LLVM both would move a byte at a time; here they
// move as much at once as their addresses and their length are sure to be multiples of.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

constexpr std::uint64_t kWidestPiece = 64;
// Copies of more pieces are loops.
constexpr std::uint64_t kMostStraight = 32;

// An array of numbers stays as wide as its numbers: a wider word would cost every other access. Of
// a pointer nothing but the alignment is known, which clang takes from its type.
std::uint64_t widest_at(const llvm::Value* pointer, const llvm::DataLayout& layout) {
    const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
    llvm::Type* type = nullptr;
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(object))
        type = local->getAllocatedType();
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object))
        type = global->getValueType();
    if (!type || !type->isArrayTy()) return kWidestPiece;
    while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
    return type->isStructTy() ? kWidestPiece : layout.getTypeAllocSize(type).getFixedValue();
}

std::uint64_t piece_of(const llvm::MemIntrinsic& call, std::uint64_t align) {
    const llvm::DataLayout& layout = call.getModule()->getDataLayout();
    const unsigned zeros = llvm::computeKnownBits(call.getLength(), layout).countMinTrailingZeros();
    const std::uint64_t of_length = zeros < 6 ? std::uint64_t{1} << zeros : kWidestPiece;
    return std::min({align, of_length, widest_at(call.getRawDest(), layout), kWidestPiece});
}

// Calls `move` with the index of each piece, in a loop or one after the other.
template <class Move>
void for_pieces(llvm::MemIntrinsic& call, std::uint64_t piece, Move move) {
    llvm::IRBuilder<> b(&call);
    llvm::Value* length = call.getLength();
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(length);
    if (known && known->getZExtValue() / piece <= kMostStraight) {
        for (std::uint64_t i = 0; i < known->getZExtValue() / piece; ++i)
            move(b, llvm::ConstantInt::get(length->getType(), i));
        return;
    }
    // The loop is of those whose body is executed at least once.
    llvm::Value* count = b.CreateUDiv(length, llvm::ConstantInt::get(length->getType(), piece));
    llvm::Instruction* where = &call;
    if (!known) where = llvm::SplitBlockAndInsertIfThen(b.CreateIsNotNull(count), where, false);
    const auto [body, index] = llvm::SplitBlockAndInsertSimpleForLoop(count, where);
    llvm::IRBuilder<> inside(body);
    inside.SetCurrentDebugLocation(call.getDebugLoc());
    move(inside, index);
}

}  // namespace

void lower_guards(llvm::Module& module) {
    for (const char* name : {"__cxa_guard_acquire", "__cxa_guard_release"}) {
        llvm::Function* f = module.getFunction(name);
        if (!f || !f->isDeclaration()) continue;
        for (llvm::User* user : llvm::make_early_inc_range(f->users())) {
            auto* call = llvm::cast<llvm::CallInst>(user);
            llvm::IRBuilder<> b(call);
            llvm::Value* done = call->getArgOperand(0);
            if (call->getType()->isVoidTy())
                b.CreateStore(b.getInt8(1), done);
            else
                call->replaceAllUsesWith(b.CreateZExt(
                    b.CreateIsNull(b.CreateLoad(b.getInt8Ty(), done)), call->getType()));
            call->eraseFromParent();
        }
    }
}

void lower_copy(llvm::MemCpyInst& copy) {
    const llvm::DataLayout& layout = copy.getModule()->getDataLayout();
    const std::uint64_t align = std::min(copy.getDestAlign().valueOrOne().value(),
                                         copy.getSourceAlign().valueOrOne().value());
    const std::uint64_t piece =
        std::min(piece_of(copy, align), widest_at(copy.getRawSource(), layout));
    llvm::Type* type = llvm::IntegerType::get(copy.getContext(), static_cast<unsigned>(piece * 8));
    for_pieces(copy, piece, [&](llvm::IRBuilder<>& b, llvm::Value* index) {
        llvm::Value* from = b.CreateInBoundsGEP(type, copy.getRawSource(), index);
        llvm::Value* to = b.CreateInBoundsGEP(type, copy.getRawDest(), index);
        b.CreateAlignedStore(b.CreateAlignedLoad(type, from, llvm::Align(piece)), to,
                             llvm::Align(piece));
    });
    copy.eraseFromParent();
}

void lower_set(llvm::MemSetInst& set) {
    const std::uint64_t piece = piece_of(set, set.getDestAlign().valueOrOne().value());
    const auto bits = static_cast<unsigned>(piece * 8);
    llvm::Type* type = llvm::IntegerType::get(set.getContext(), bits);
    llvm::IRBuilder<> before(&set);
    // The byte, over and over.
    llvm::Value* value =
        before.CreateMul(before.CreateZExt(set.getValue(), type),
                         llvm::ConstantInt::get(type, llvm::APInt::getSplat(bits, {8, 1})));
    for_pieces(set, piece, [&](llvm::IRBuilder<>& b, llvm::Value* index) {
        b.CreateAlignedStore(value, b.CreateInBoundsGEP(type, set.getRawDest(), index),
                             llvm::Align(piece));
    });
    set.eraseFromParent();
}

}  // namespace tapestry::hls
