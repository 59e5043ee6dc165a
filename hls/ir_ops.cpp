// SPDX-License-Identifier: Apache-2.0
#include "hls/ir_ops.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace tapestry::hls {

unsigned width_of(const llvm::Type* type) {
    if (type->isPointerTy()) return 32;
    if (const auto* v = llvm::dyn_cast<llvm::FixedVectorType>(type))
        return v->getNumElements() * width_of(v->getElementType());
    if (type->isIntegerTy() || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy())
        return static_cast<unsigned>(type->getPrimitiveSizeInBits());
    return 0;
}

std::string name_of_type(const llvm::Type* type) {
    if (const auto* v = llvm::dyn_cast<llvm::VectorType>(type))
        return name_of_type(v->getElementType());
    if (type->isX86_FP80Ty()) return "long double";
    if (type->isFP128Ty()) return "__float128";
    if (type->isBFloatTy()) return "__bf16";
    if (type->isAggregateType()) return "struct";
    return "a type of this kind";
}

bool bits_of(const llvm::Constant* c, llvm::APInt& bits) {
    const unsigned width = width_of(c->getType());
    bits = llvm::APInt(width, 0);
    if (llvm::isa<llvm::UndefValue>(c) || c->isNullValue()) return width > 0;
    if (const auto* i = llvm::dyn_cast<llvm::ConstantInt>(c))
        bits = i->getValue();
    else if (const auto* f = llvm::dyn_cast<llvm::ConstantFP>(c))
        bits = f->getValueAPF().bitcastToAPInt();
    else if (const auto* v = llvm::dyn_cast<llvm::FixedVectorType>(c->getType())) {
        for (unsigned k = 0; k < v->getNumElements(); ++k) {
            llvm::APInt element;
            if (!bits_of(c->getAggregateElement(k), element)) return false;
            bits.insertBits(element, k * element.getBitWidth());
        }
    } else {
        return false;
    }
    return true;
}

Value OpMaker::add(OpKind kind, unsigned width, std::vector<Value> operands) {
    Op op;
    op.kind = kind;
    op.width = width;
    op.operands = std::move(operands);
    if (kind > OpKind::thread_number) {
        op.block = block_;
        op.place = place_;
        made_.blocks[static_cast<std::size_t>(block_)].ops.push_back(
            static_cast<Value>(made_.ops.size()));
    }
    made_.ops.push_back(op);
    return static_cast<Value>(made_.ops.size()) - 1;
}

Value OpMaker::constant(const llvm::APInt& bits) {
    llvm::SmallString<64> digits;
    bits.toStringUnsigned(digits, 16);
    const std::string key = fmt::format("{}'h{}", bits.getBitWidth(), std::string(digits));
    const auto it = constants_.find(key);
    if (it != constants_.end()) return it->second;
    const Value v = add(OpKind::constant, bits.getBitWidth(), {});
    made_.ops.back().digits = std::string(digits);
    return constants_[key] = v;
}

Value OpMaker::constant(unsigned width, std::uint64_t value) {
    return constant(llvm::APInt(width, value));
}

void OpMaker::refuse(const std::string& what, const std::string& hint) {
    const Place at = place_.at.line ? place_.at : made_.place.at;
    if (refused_.insert({at.line, what}).second)
        failure_ = refuse_source(diagnostics_, at, what, hint);
}

void OpMaker::refuse_type(const llvm::Type* type) {
    refuse(fmt::format("'{}' is not hardware", name_of_type(type)),
           type->isAggregateType() ? "pass and return its members one by one, or through a pointer"
                                   : "use float or double");
}

Value OpMaker::resized(Value v, unsigned width, bool is_signed) {
    const unsigned from = made_.op(v).width;
    if (from == width) return v;
    if (made_.op(v).kind == OpKind::constant) {
        const llvm::APInt bits(from, made_.op(v).digits, 16);
        return constant(is_signed ? bits.sextOrTrunc(width) : bits.zextOrTrunc(width));
    }
    return add(from > width ? OpKind::trunc : is_signed ? OpKind::sext : OpKind::zext, width, {v});
}

Value OpMaker::scaled(Value v, std::uint64_t stride) {
    if (stride == 1) return v;
    if ((stride & (stride - 1)) != 0) return add(OpKind::mul, 32, {v, constant(32, stride)});
    unsigned shift = 0;
    while ((std::uint64_t{1} << shift) < stride) ++shift;
    return add(OpKind::shl, 32, {v, constant(32, shift)});
}

}  // namespace tapestry::hls
