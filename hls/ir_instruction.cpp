// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include "hls/call_hints.h"
#include "hls/ir_reader.h"

namespace tapestry::hls {

using llvm::Instruction;

namespace {

// Signed division by 2^n rounds towards zero: 2^n - 1 is added to a negative dividend before the
// shift. The remainder is (dividend + bias) mod 2^n, less the bias.
Value read_power_of_two(IrReader& r, const llvm::BinaryOperator& i, const llvm::APInt& divisor) {
    const unsigned width = divisor.getBitWidth(), n = divisor.logBase2();
    const Value a = r.value(i.getOperand(0)), low = r.constant(divisor - 1);
    const Value sign = r.add(OpKind::ashr, width, {a, r.constant(width, width - 1)});
    const Value more = r.add(OpKind::bit_and, width, {sign, low});
    const Value sum = r.add(OpKind::add, width, {a, more});
    if (i.getOpcode() == Instruction::SDiv)
        return r.add(OpKind::ashr, width, {sum, r.constant(width, n)});
    return r.add(OpKind::sub, width, {r.add(OpKind::bit_and, width, {sum, low}), more});
}

Value read_binary(IrReader& r, const llvm::BinaryOperator& i) {
    const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(1));
    const bool divides = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
    if (divides && divisor && divisor->getValue().isStrictlyPositive() &&
        divisor->getValue().isPowerOf2())
        return read_power_of_two(r, i, divisor->getValue());
    static const std::map<unsigned, OpKind> kinds = {
        {Instruction::Add, OpKind::add},   {Instruction::Sub, OpKind::sub},
        {Instruction::Mul, OpKind::mul},   {Instruction::UDiv, OpKind::udiv},
        {Instruction::SDiv, OpKind::sdiv}, {Instruction::URem, OpKind::urem},
        {Instruction::SRem, OpKind::srem}, {Instruction::And, OpKind::bit_and},
        {Instruction::Or, OpKind::bit_or}, {Instruction::Xor, OpKind::bit_xor},
        {Instruction::Shl, OpKind::shl},   {Instruction::LShr, OpKind::lshr},
        {Instruction::AShr, OpKind::ashr}, {Instruction::FAdd, OpKind::fadd},
        {Instruction::FSub, OpKind::fsub}, {Instruction::FMul, OpKind::fmul},
        {Instruction::FDiv, OpKind::fdiv}};
    const auto it = kinds.find(i.getOpcode());
    const bool bitwise =
        it != kinds.end() && it->second >= OpKind::bit_and && it->second <= OpKind::bit_xor;
    if (it == kinds.end() || (i.getType()->isVectorTy() && !bitwise)) {
        r.refuse(fmt::format("'{}' is not hardware", words_of_instruction(i.getOpcodeName())),
                 "write it with other operators");
        return r.constant(width_of(i.getType()), 0);
    }
    return r.add(it->second, width_of(i.getType()),
                 {r.value(i.getOperand(0)), r.value(i.getOperand(1))});
}

Value read_float_compare(IrReader& r, const llvm::CmpInst& i) {
    using P = llvm::CmpInst::Predicate;
    const Value a = r.value(i.getOperand(0)), b = r.value(i.getOperand(1));
    auto test = [&](OpKind kind, bool swap = false) {
        return r.add(kind, 1, {swap ? b : a, swap ? a : b});
    };
    switch (i.getPredicate()) {
        case P::FCMP_OEQ:
            return test(OpKind::feq);
        case P::FCMP_OLT:
            return test(OpKind::flt);
        case P::FCMP_OLE:
            return test(OpKind::fle);
        case P::FCMP_OGT:
            return test(OpKind::flt, true);
        case P::FCMP_OGE:
            return test(OpKind::fle, true);
        case P::FCMP_ONE:
            return r.add(OpKind::bit_or, 1, {test(OpKind::flt), test(OpKind::flt, true)});
        case P::FCMP_ORD:
            return r.negated(test(OpKind::funord));
        case P::FCMP_UNO:
            return test(OpKind::funord);
        case P::FCMP_UEQ:
            return r.add(OpKind::bit_or, 1, {test(OpKind::feq), test(OpKind::funord)});
        case P::FCMP_UNE:
            return r.negated(test(OpKind::feq));
        case P::FCMP_ULT:
            return r.negated(test(OpKind::fle, true));
        case P::FCMP_ULE:
            return r.negated(test(OpKind::flt, true));
        case P::FCMP_UGT:
            return r.negated(test(OpKind::fle));
        case P::FCMP_UGE:
            return r.negated(test(OpKind::flt));
        default:
            return r.constant(1, i.getPredicate() == P::FCMP_TRUE ? 1 : 0);
    }
}

Value read_compare(IrReader& r, const llvm::CmpInst& i) {
    using P = llvm::CmpInst::Predicate;
    if (i.isFPPredicate()) return read_float_compare(r, i);
    const Value a = r.value(i.getOperand(0)), b = r.value(i.getOperand(1));
    switch (i.getPredicate()) {
        case P::ICMP_EQ:
            return r.add(OpKind::eq, 1, {a, b});
        case P::ICMP_NE:
            return r.add(OpKind::ne, 1, {a, b});
        case P::ICMP_ULT:
            return r.add(OpKind::ult, 1, {a, b});
        case P::ICMP_ULE:
            return r.add(OpKind::ule, 1, {a, b});
        case P::ICMP_UGT:
            return r.add(OpKind::ult, 1, {b, a});
        case P::ICMP_UGE:
            return r.add(OpKind::ule, 1, {b, a});
        case P::ICMP_SLT:
            return r.add(OpKind::slt, 1, {a, b});
        case P::ICMP_SLE:
            return r.add(OpKind::sle, 1, {a, b});
        case P::ICMP_SGT:
            return r.add(OpKind::slt, 1, {b, a});
        default:
            return r.add(OpKind::sle, 1, {b, a});
    }
}

Value read_cast(IrReader& r, const llvm::CastInst& i) {
    const Value a = r.value(i.getOperand(0));
    const unsigned width = width_of(i.getType());
    switch (i.getOpcode()) {
        case Instruction::SExt:
            return r.resized(a, width, true);
        case Instruction::ZExt:
        case Instruction::Trunc:
        case Instruction::PtrToInt:
        case Instruction::IntToPtr:
            return r.resized(a, width, false);
        case Instruction::BitCast:
            return a;
        case Instruction::FPToSI:
            return r.add(OpKind::float_to_int, width, {a});
        case Instruction::FPToUI:
            return r.add(OpKind::float_to_uint, width, {a});
        case Instruction::SIToFP:
            return r.add(OpKind::int_to_float, width, {a});
        case Instruction::UIToFP:
            return r.add(OpKind::uint_to_float, width, {a});
        case Instruction::FPExt:
        case Instruction::FPTrunc:
            return r.add(OpKind::float_resize, width, {a});
        default:
            break;
    }
    r.refuse(fmt::format("'{}' is not hardware", words_of_instruction(i.getOpcodeName())),
             "convert between numbers only");
    return r.constant(std::max(1U, width), 0);
}

// Elements of a vector are slices of one wide value.
Value read_element(IrReader& r, const llvm::Instruction& i) {
    const bool inserts = llvm::isa<llvm::InsertElementInst>(i);
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(inserts ? 2 : 1));
    const Value whole = r.value(i.getOperand(0));
    const auto* type = llvm::cast<llvm::FixedVectorType>(i.getOperand(0)->getType());
    const unsigned width = width_of(type->getElementType()), all = width * type->getNumElements();
    if (index) {
        const auto offset = static_cast<unsigned>(index->getZExtValue()) * width;
        const Value v = inserts ? r.add(OpKind::insert, all, {whole, r.value(i.getOperand(1))})
                                : r.add(OpKind::slice, width, {whole});
        r.op(v).offset = offset;
        return v;
    }
    const Value at = r.add(
        OpKind::mul, all,
        {r.resized(r.value(i.getOperand(inserts ? 2 : 1)), all, false), r.constant(all, width)});
    if (!inserts) return r.add(OpKind::trunc, width, {r.add(OpKind::lshr, all, {whole, at})});
    const Value ones = r.constant(llvm::APInt::getLowBitsSet(all, width));
    const Value mask = r.add(OpKind::shl, all, {ones, at});
    const Value keep = r.add(
        OpKind::bit_and, all,
        {whole, r.add(OpKind::bit_xor, all, {mask, r.constant(llvm::APInt::getAllOnes(all))})});
    const Value put =
        r.add(OpKind::shl, all, {r.resized(r.value(i.getOperand(1)), all, false), at});
    return r.add(OpKind::bit_or, all, {keep, put});
}

// A funnel shift: the upper or lower word of two words shifted as one. b >> (width - n) is written
// as b >> 1 >> (n ^ (width - 1)), which is also right for n = 0.
Value read_rotation(IrReader& r, const llvm::IntrinsicInst& i, unsigned width) {
    const bool left = i.getIntrinsicID() == llvm::Intrinsic::fshl;
    const Value a = r.value(i.getArgOperand(0)), b = r.value(i.getArgOperand(1));
    const Value most = r.constant(width, width - 1), one = r.constant(width, 1);
    const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(i.getArgOperand(2));
    const std::uint64_t by = fixed ? fixed->getValue().urem(width) : 0;
    const Value n = fixed ? r.constant(width, by)
                          : r.add(OpKind::bit_and, width, {r.value(i.getArgOperand(2)), most});
    const Value rest =
        fixed ? r.constant(width, width - 1 - by) : r.add(OpKind::bit_xor, width, {n, most});
    auto shift = [&](OpKind kind, Value v, bool by_rest) {
        if (by_rest) v = r.add(kind, width, {v, one});
        return r.add(kind, width, {v, by_rest ? rest : n});
    };
    return r.add(OpKind::bit_or, width,
                 {shift(OpKind::shl, a, !left), shift(OpKind::lshr, b, left)});
}

// Computes the sum or difference with one more bit and clamps it to the range.
Value read_saturating(IrReader& r, const llvm::IntrinsicInst& i, unsigned width) {
    const auto id = i.getIntrinsicID();
    const bool adds = id == llvm::Intrinsic::uadd_sat || id == llvm::Intrinsic::sadd_sat;
    const bool is_signed = id == llvm::Intrinsic::sadd_sat || id == llvm::Intrinsic::ssub_sat;
    const unsigned wide = width + 2;
    auto widened = [&](unsigned k) {
        return r.resized(r.value(i.getArgOperand(k)), wide, is_signed);
    };
    Value v = r.add(adds ? OpKind::add : OpKind::sub, wide, {widened(0), widened(1)});
    const llvm::APInt low =
        is_signed ? llvm::APInt::getSignedMinValue(width).sext(wide) : llvm::APInt::getZero(wide);
    const llvm::APInt high = is_signed ? llvm::APInt::getSignedMaxValue(width).sext(wide)
                                       : llvm::APInt::getMaxValue(width).zext(wide);
    const Value least = r.constant(low), most = r.constant(high);
    v = r.add(OpKind::select, wide, {r.add(OpKind::slt, 1, {v, least}), least, v});
    v = r.add(OpKind::select, wide, {r.add(OpKind::slt, 1, {most, v}), most, v});
    return r.add(OpKind::trunc, width, {v});
}

// Floating-point classification. Read as integers, the numbers of one class and sign are
// contiguous, so each class is a range check.
Value read_class(IrReader& r, const llvm::IntrinsicInst& i) {
    const llvm::Type* type = i.getArgOperand(0)->getType();
    const llvm::fltSemantics& form = type->getFltSemantics();
    const unsigned width = width_of(type);
    const llvm::APInt sign = llvm::APInt::getSignMask(width);
    const llvm::APInt infinity = llvm::APFloat::getInf(form).bitcastToAPInt();
    struct Step {
        llvm::APInt from;
        unsigned positive, negative;
    };
    const std::vector<Step> steps = {
        {llvm::APInt(width, 0), llvm::fcPosZero, llvm::fcNegZero},
        {llvm::APInt(width, 1), llvm::fcPosSubnormal, llvm::fcNegSubnormal},
        {llvm::APFloat::getSmallestNormalized(form).bitcastToAPInt(), llvm::fcPosNormal,
         llvm::fcNegNormal},
        {infinity, llvm::fcPosInf, llvm::fcNegInf},
        {infinity + 1, llvm::fcSNan, llvm::fcSNan},
        {llvm::APFloat::getQNaN(form).bitcastToAPInt(), llvm::fcQNan, llvm::fcQNan},
        {sign, 0, 0}};
    const std::uint64_t wanted = llvm::cast<llvm::ConstantInt>(i.getArgOperand(1))->getZExtValue();
    const Value v = r.value(i.getArgOperand(0));
    Value any = r.constant(1, 0);
    for (std::size_t k = 0; k + 1 < steps.size(); ++k) {
        for (const bool negative : {false, true}) {
            const Step& s = steps[k];
            if (!(wanted & (negative ? s.negative : s.positive))) continue;
            const Value first = r.constant(negative ? s.from + sign : s.from);
            const Value count = r.constant(steps[k + 1].from - s.from);
            const Value is = r.add(OpKind::ult, 1, {r.add(OpKind::sub, width, {v, first}), count});
            any = r.add(OpKind::bit_or, 1, {any, is});
        }
    }
    return any;
}

// One of the two results of an operation that tells whether it overflows: computed with so many
// bits that it cannot, it differs from its low bits.
Value read_overflow(IrReader& r, const llvm::WithOverflowInst& i, bool asks) {
    static const std::map<unsigned, OpKind> kinds = {{Instruction::Add, OpKind::add},
                                                     {Instruction::Sub, OpKind::sub},
                                                     {Instruction::Mul, OpKind::mul}};
    const OpKind kind = kinds.at(i.getBinaryOp());
    const Value a = r.value(i.getLHS()), b = r.value(i.getRHS());
    const unsigned width = width_of(i.getLHS()->getType());
    if (!asks) return r.add(kind, width, {a, b});
    const unsigned wide = kind == OpKind::mul ? 2 * width : width + 1;
    const bool is_signed = i.isSigned();
    const Value all =
        r.add(kind, wide, {r.resized(a, wide, is_signed), r.resized(b, wide, is_signed)});
    return r.add(OpKind::ne, 1, {all, r.resized(r.resized(all, width, false), wide, is_signed)});
}

Value read_intrinsic(IrReader& r, const llvm::IntrinsicInst& i) {
    const unsigned width = width_of(i.getType());
    auto operand = [&](unsigned k) { return r.value(i.getArgOperand(k)); };
    auto least = [&](OpKind less, bool smaller) {
        const Value a = operand(0), b = operand(1);
        const Value chosen = r.add(less, 1, {a, b});
        return r.add(OpKind::select, width, {chosen, smaller ? a : b, smaller ? b : a});
    };
    switch (i.getIntrinsicID()) {
        case llvm::Intrinsic::smin:
            return least(OpKind::slt, true);
        case llvm::Intrinsic::smax:
            return least(OpKind::slt, false);
        case llvm::Intrinsic::umin:
            return least(OpKind::ult, true);
        case llvm::Intrinsic::umax:
            return least(OpKind::ult, false);
        case llvm::Intrinsic::abs: {
            const Value a = operand(0), zero = r.constant(width, 0);
            return r.add(
                OpKind::select, width,
                {r.add(OpKind::slt, 1, {a, zero}), r.add(OpKind::sub, width, {zero, a}), a});
        }
        case llvm::Intrinsic::fshl:
        case llvm::Intrinsic::fshr:
            if (!llvm::isPowerOf2_32(width)) break;
            return read_rotation(r, i, width);
        case llvm::Intrinsic::uadd_sat:
        case llvm::Intrinsic::usub_sat:
        case llvm::Intrinsic::sadd_sat:
        case llvm::Intrinsic::ssub_sat:
            return read_saturating(r, i, width);
        case llvm::Intrinsic::fabs:
            return r.add(OpKind::bit_and, width,
                         {operand(0), r.constant(llvm::APInt::getSignedMaxValue(width))});
        case llvm::Intrinsic::copysign:
            return r.add(OpKind::bit_or, width,
                         {r.add(OpKind::bit_and, width,
                                {operand(0), r.constant(llvm::APInt::getSignedMaxValue(width))}),
                          r.add(OpKind::bit_and, width,
                                {operand(1), r.constant(llvm::APInt::getSignMask(width))})});
        case llvm::Intrinsic::is_fpclass:
            if (i.getArgOperand(0)->getType()->isVectorTy()) break;
            return read_class(r, i);
        case llvm::Intrinsic::expect:
            return operand(0);
        case llvm::Intrinsic::sqrt:
            return r.add(OpKind::fsqrt, width, {operand(0)});
        case llvm::Intrinsic::fma:
            return r.add(OpKind::ffma, width, {operand(0), operand(1), operand(2)});
        default:
            break;
    }
    const std::string name = i.getCalledFunction()->getName().str();
    r.refuse(fmt::format("'{}' is not hardware", c_name_of_call(name)), call_hint(name));
    return width ? r.constant(width, 0) : kNone;
}

Value read_call(IrReader& r, const llvm::CallInst& i) {
    const llvm::Function* callee = i.getCalledFunction();
    const unsigned width = width_of(i.getType());
    const std::string name = callee ? callee->getName().str() : "";
    if (name.starts_with("hls_queue_")) return read_queue_call(r, i, name);
    if (name.starts_with("hls_stream_") || name.starts_with("hls_token_"))
        return read_stream_call(r, i, name);
    if (name == "hls_thread")
        return r.threads() > 1 ? r.add(OpKind::thread_number, 32, {}) : r.constant(32, 0);
    if (name == "hls_threads" || name == "hls_hardware_threads") return r.constant(32, r.threads());
    if (name == "hls_in_parallel") return r.constant(32, r.threads() > 1 ? 1 : 0);
    if (name == "hls_lock" || name == "hls_unlock" || name == "hls_barrier" || name == "hls_join") {
        if (r.threads() <= 1) return kNone;
        const Value v = r.add(name == "hls_lock"     ? OpKind::lock
                              : name == "hls_unlock" ? OpKind::unlock
                                                     : OpKind::barrier,
                              0, {});
        if (name == "hls_barrier" || name == "hls_join") {
            r.op(v).offset = name == "hls_join" ? kJoins : 0;
            r.made().has_barrier = true;
        } else {
            r.op(v).offset = static_cast<unsigned>(
                llvm::cast<llvm::ConstantInt>(i.getArgOperand(0))->getZExtValue());
        }
        return v;
    }
    if (name == "sqrtf" || name == "sqrt")
        return r.add(OpKind::fsqrt, width, {r.value(i.getArgOperand(0))});
    if (i.isInlineAsm())
        r.refuse("assembly is not hardware", "write it in C");
    else if (name.empty())
        r.refuse("a call through a pointer to a function is not hardware",
                 "call the function by its name");
    else if (callee->isDeclaration())
        r.refuse(call_complaint(name), call_hint(name));
    else
        r.refuse(fmt::format("'{}' calls itself", demangled(name)),
                 "write the recursion as a loop");
    return width ? r.constant(width, 0) : kNone;
}

// The first type among the result and the operands that has no hardware value; null: none.
const llvm::Type* type_without_width(const Instruction& i) {
    const auto is_missing = [](const llvm::Type* t) {
        return !t->isVoidTy() && !t->isMetadataTy() && !t->isLabelTy() && width_of(t) == 0;
    };
    if (is_missing(i.getType())) return i.getType();
    for (const llvm::Use& u : i.operands())
        if (!llvm::isa<llvm::Function>(u) && is_missing(u->getType())) return u->getType();
    return nullptr;
}

// Whether the address is that of a stream, which has none in hardware.
bool names_stream(const llvm::GetElementPtrInst& address) {
    return std::all_of(address.user_begin(), address.user_end(), [](const llvm::User* user) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
        return callee && callee->getName().starts_with("hls_queue_");
    });
}

Value read_value(IrReader& r, Instruction& i) {
    const unsigned width = width_of(i.getType());
    if (llvm::isa<llvm::WithOverflowInst>(i)) return kNone;  // read where its results are used
    if (const auto* x = llvm::dyn_cast<llvm::ExtractValueInst>(&i))
        if (const auto* o = llvm::dyn_cast<llvm::WithOverflowInst>(x->getAggregateOperand()))
            return read_overflow(r, *o, x->getIndices()[0] == 1);
    if (const llvm::Type* t = type_without_width(i)) {
        r.refuse_type(t);
        return width ? r.constant(width, 0) : kNone;
    }
    if (auto* b = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return read_binary(r, *b);
    if (auto* c = llvm::dyn_cast<llvm::CmpInst>(&i)) return read_compare(r, *c);
    if (auto* c = llvm::dyn_cast<llvm::CastInst>(&i)) return read_cast(r, *c);
    if (auto* g = llvm::dyn_cast<llvm::GetElementPtrInst>(&i); g && !g->use_empty())
        return names_stream(*g) ? kNone : r.read_gep(llvm::cast<llvm::GEPOperator>(*g));
    if (llvm::isa<llvm::ExtractElementInst>(i) || llvm::isa<llvm::InsertElementInst>(i))
        return read_element(r, i);
    if (auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) return read_intrinsic(r, *c);
    if (auto* c = llvm::dyn_cast<llvm::CallInst>(&i)) return read_call(r, *c);
    if (llvm::isa<llvm::FreezeInst>(i)) return r.value(i.getOperand(0));
    if (i.getOpcode() == Instruction::FNeg)
        return r.add(OpKind::bit_xor, width,
                     {r.value(i.getOperand(0)), r.constant(llvm::APInt::getSignMask(width))});
    if (auto* s = llvm::dyn_cast<llvm::SelectInst>(&i))
        return r.add(
            OpKind::select, width,
            {r.value(s->getCondition()), r.value(s->getTrueValue()), r.value(s->getFalseValue())});
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
        const Value v = r.add(OpKind::phi, width, {});
        r.note_phi(phi, v);
        return v;
    }
    r.refuse(fmt::format("'{}' is not hardware", words_of_instruction(i.getOpcodeName())),
             "write it in plainer C");
    return width ? r.constant(width, 0) : kNone;
}

}  // namespace

void read_instruction(IrReader& r, Instruction& i) {
    if (const auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
        c && (c->isAssumeLikeIntrinsic() || c->isLifetimeStartOrEnd()))
        return;
    if (const auto* array = llvm::dyn_cast<llvm::AllocaInst>(&i)) {
        if (!array->getAllocationSize(i.getModule()->getDataLayout()))
            r.refuse("an array whose length is known only when the program runs is not hardware",
                     "give it a constant length, the largest that is needed");
        r.set(i, r.constant(32, r.memories().base_of(&i)));
        return;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        Value data = r.value(store->getValueOperand());
        const unsigned bits = r.op(data).width;
        if (bits % 8 != 0) data = r.resized(data, (bits + 7) / 8 * 8, false);
        const Value v =
            r.add(OpKind::store, r.op(data).width, {r.value(store->getPointerOperand()), data});
        r.op(v).memory = r.memories().memory_of(store->getPointerOperand());
        r.note_access(i, v);
        return;
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
        const unsigned bits = width_of(load->getType());
        const Value v =
            r.add(OpKind::load, (bits + 7) / 8 * 8, {r.value(load->getPointerOperand())});
        r.op(v).memory = r.memories().memory_of(load->getPointerOperand());
        r.set(i, v);
        r.note_access(i, v);
        if (bits % 8 != 0) r.set(i, r.resized(v, bits, false));
        return;
    }
    const Value v = read_value(r, i);
    r.set(i, v);
    if (v != kNone && (is_sync(r.op(v).kind) || is_stream(r.op(v).kind))) r.note_access(i, v);
}

}  // namespace tapestry::hls
