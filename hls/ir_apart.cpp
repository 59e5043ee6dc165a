// SPDX-License-Identifier: Apache-2.0
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "hls/ir_fuse.h"

namespace tapestry::hls {

namespace {

namespace match = llvm::PatternMatch;
using Terms = llvm::MapVector<llvm::Value*, llvm::APInt>;

// base + constant + sum of value * factor.
struct Address {
    const llvm::Value* base = nullptr;
    llvm::APInt constant;
    Terms terms;
    std::uint64_t bytes = 0;
};

Address address_of(llvm::Instruction& access) {
    const llvm::DataLayout& layout = access.getModule()->getDataLayout();
    Address a;
    a.base = llvm::getLoadStorePointerOperand(&access);
    a.bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(&access));
    const unsigned bits = layout.getIndexTypeSizeInBits(a.base->getType());
    a.constant = llvm::APInt(bits, 0);
    while (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(a.base)) {
        if (!gep->collectOffset(layout, bits, a.terms, a.constant)) break;
        a.base = gep->getPointerOperand();
    }
    return a;
}

// A value modulo 2^bits, as another value plus a constant.
struct Residue {
    const llvm::Value* value = nullptr;
    std::uint64_t plus = 0;
};

Residue residue_of(const llvm::Value* v, unsigned bits) {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    Residue r{v, 0};
    for (bool again = true; again && r.value->getType()->isIntegerTy();) {
        const llvm::Value* inner = nullptr;
        const llvm::APInt* n = nullptr;
        auto low = [&] { return n->getBitWidth() < bits ? 0 : n->extractBitsAsZExtValue(bits, 0); };
        again = true;
        if (match::match(r.value, match::m_ZExtOrSExt(match::m_Value(inner))) ||
            match::match(r.value, match::m_Freeze(match::m_Value(inner))) ||
            match::match(r.value, match::m_Trunc(match::m_Value(inner)))) {
        } else if (match::match(r.value, match::m_Add(match::m_Value(inner), match::m_APInt(n)))) {
            r.plus += low();
        } else if (match::match(r.value, match::m_And(match::m_Value(inner), match::m_APInt(n)))) {
            again = low() == mask;
        } else if (match::match(r.value, match::m_SRem(match::m_Value(inner), match::m_APInt(n))) ||
                   match::match(r.value, match::m_URem(match::m_Value(inner), match::m_APInt(n)))) {
            again = low() == 0 && n->isPowerOf2();
        } else if (bits == 1 &&  // Modulo 2, -x is x, and x ^ 1 is x + 1.
                   (match::match(r.value, match::m_Sub(match::m_APInt(n), match::m_Value(inner))) ||
                    match::match(r.value,
                                 match::m_Xor(match::m_Value(inner), match::m_APInt(n))))) {
            r.plus += low();
        } else {
            again = false;
        }
        if (again && inner->getType()->getIntegerBitWidth() < bits) again = false;
        if (again) r.value = inner;
    }
    r.plus &= mask;
    return r;
}

// Whether two values always differ in their low bits.
bool never_equal(const llvm::Value* a, const llvm::Value* b) {
    for (unsigned bits = 1; bits <= 4; ++bits) {
        const Residue x = residue_of(a, bits), y = residue_of(b, bits);
        if (x.value == y.value && x.plus != y.plus) return true;
    }
    return false;
}

// A row number that varies within the access's innermost loop proves nothing.
bool is_fixed(const llvm::Value* v, const llvm::Instruction& access, const llvm::LoopInfo& loops) {
    const llvm::Loop* loop = loops.getLoopFor(access.getParent());
    return !loop || !loop->isInnermost() || loop->isLoopInvariant(v);
}

// Whether the access, without the term of `except`, lies in [0, size).
bool lies_within(const Address& a, const llvm::Value* except, std::uint64_t size,
                 llvm::ScalarEvolution& se) {
    if (a.constant.isNegative()) return false;
    std::uint64_t most = a.constant.getZExtValue() + a.bytes;
    for (const auto& [v, factor] : a.terms) {
        if (v == except) continue;
        const llvm::APInt high = se.getUnsignedRangeMax(se.getSCEV(v));
        if (factor.isNegative() || !high.isIntN(24) || !factor.isIntN(24)) return false;
        most += high.getZExtValue() * factor.getZExtValue();
    }
    return most <= size;
}

// Whether row number times row size is far from overflow.
bool stays_small(const llvm::Value* row, std::uint64_t size, llvm::ScalarEvolution& se) {
    const llvm::ConstantRange range = se.getSignedRange(se.getSCEV(const_cast<llvm::Value*>(row)));
    const std::uint64_t most = (std::uint64_t{1} << 30) / size;
    return range.getSignedMax().getSExtValue() < static_cast<std::int64_t>(most) &&
           range.getSignedMin().getSExtValue() > -static_cast<std::int64_t>(most);
}

}  // namespace

bool are_apart(llvm::Instruction& a, llvm::Instruction& b, llvm::ScalarEvolution& se,
               const llvm::LoopInfo& loops) {
    const Address x = address_of(a), y = address_of(b);
    if (x.base != y.base) return false;
    for (const auto& [row, size] : x.terms)
        for (const auto& [other, other_size] : y.terms) {
            if (size != other_size || !size.isStrictlyPositive() || !size.isIntN(24)) continue;
            const std::uint64_t bytes = size.getZExtValue();
            if (is_fixed(row, a, loops) && is_fixed(other, b, loops) && never_equal(row, other) &&
                lies_within(x, row, bytes, se) && lies_within(y, other, bytes, se) &&
                stays_small(row, bytes, se) && stays_small(other, bytes, se))
                return true;
        }
    return false;
}

}  // namespace tapestry::hls
