// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include "hls/ir_reader.h"

namespace tapestry::hls {

using llvm::Instruction;

Value IrReader::read_binary(const llvm::BinaryOperator& i) {
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
        refuse(fmt::format("'{}' is not hardware", i.getOpcodeName()),
               "write it with other operators");
        return constant(width_of(i.getType()), 0);
    }
    return add(it->second, width_of(i.getType()), {value(i.getOperand(0)), value(i.getOperand(1))});
}

Value IrReader::read_float_compare(const llvm::CmpInst& i) {
    using P = llvm::CmpInst::Predicate;
    const Value a = value(i.getOperand(0)), b = value(i.getOperand(1));
    auto test = [&](OpKind kind, bool swap = false) {
        return add(kind, 1, {swap ? b : a, swap ? a : b});
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
            return add(OpKind::bit_or, 1, {test(OpKind::flt), test(OpKind::flt, true)});
        case P::FCMP_ORD:
            return negated(test(OpKind::funord));
        case P::FCMP_UNO:
            return test(OpKind::funord);
        case P::FCMP_UEQ:
            return add(OpKind::bit_or, 1, {test(OpKind::feq), test(OpKind::funord)});
        case P::FCMP_UNE:
            return negated(test(OpKind::feq));
        case P::FCMP_ULT:
            return negated(test(OpKind::fle, true));
        case P::FCMP_ULE:
            return negated(test(OpKind::flt, true));
        case P::FCMP_UGT:
            return negated(test(OpKind::fle));
        case P::FCMP_UGE:
            return negated(test(OpKind::flt));
        default:
            return constant(1, i.getPredicate() == P::FCMP_TRUE ? 1 : 0);
    }
}

Value IrReader::read_compare(const llvm::CmpInst& i) {
    using P = llvm::CmpInst::Predicate;
    if (i.isFPPredicate()) return read_float_compare(i);
    const Value a = value(i.getOperand(0)), b = value(i.getOperand(1));
    switch (i.getPredicate()) {
        case P::ICMP_EQ:
            return add(OpKind::eq, 1, {a, b});
        case P::ICMP_NE:
            return add(OpKind::ne, 1, {a, b});
        case P::ICMP_ULT:
            return add(OpKind::ult, 1, {a, b});
        case P::ICMP_ULE:
            return add(OpKind::ule, 1, {a, b});
        case P::ICMP_UGT:
            return add(OpKind::ult, 1, {b, a});
        case P::ICMP_UGE:
            return add(OpKind::ule, 1, {b, a});
        case P::ICMP_SLT:
            return add(OpKind::slt, 1, {a, b});
        case P::ICMP_SLE:
            return add(OpKind::sle, 1, {a, b});
        case P::ICMP_SGT:
            return add(OpKind::slt, 1, {b, a});
        default:
            return add(OpKind::sle, 1, {b, a});
    }
}

Value IrReader::read_cast(const llvm::CastInst& i) {
    const Value a = value(i.getOperand(0));
    const unsigned width = width_of(i.getType());
    switch (i.getOpcode()) {
        case Instruction::SExt:
            return resized(a, width, true);
        case Instruction::ZExt:
        case Instruction::Trunc:
        case Instruction::PtrToInt:
        case Instruction::IntToPtr:
            return resized(a, width, false);
        case Instruction::BitCast:
            return a;
        case Instruction::FPToSI:
            return add(OpKind::float_to_int, width, {a});
        case Instruction::FPToUI:
            return add(OpKind::float_to_uint, width, {a});
        case Instruction::SIToFP:
            return add(OpKind::int_to_float, width, {a});
        case Instruction::UIToFP:
            return add(OpKind::uint_to_float, width, {a});
        case Instruction::FPExt:
        case Instruction::FPTrunc:
            return add(OpKind::float_resize, width, {a});
        default:
            break;
    }
    refuse(fmt::format("'{}' is not hardware", i.getOpcodeName()), "convert between numbers only");
    return constant(std::max(1U, width), 0);
}

// Elements of vectors are slices of a wide value.
Value IrReader::read_element(const llvm::Instruction& i) {
    const bool inserts = llvm::isa<llvm::InsertElementInst>(i);
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(inserts ? 2 : 1));
    const Value whole = value(i.getOperand(0));
    const auto* type = llvm::cast<llvm::FixedVectorType>(i.getOperand(0)->getType());
    const unsigned width = width_of(type->getElementType()), all = width * type->getNumElements();
    if (index) {
        const auto offset = static_cast<unsigned>(index->getZExtValue()) * width;
        const Value v = inserts ? add(OpKind::insert, all, {whole, value(i.getOperand(1))})
                                : add(OpKind::slice, width, {whole});
        made_.ops[static_cast<std::size_t>(v)].offset = offset;
        return v;
    }
    const Value at =
        add(OpKind::mul, all,
            {resized(value(i.getOperand(inserts ? 2 : 1)), all, false), constant(all, width)});
    if (!inserts) return add(OpKind::trunc, width, {add(OpKind::lshr, all, {whole, at})});
    const Value ones = constant(llvm::APInt::getLowBitsSet(all, width));
    const Value mask = add(OpKind::shl, all, {ones, at});
    const Value keep =
        add(OpKind::bit_and, all,
            {whole, add(OpKind::bit_xor, all, {mask, constant(llvm::APInt::getAllOnes(all))})});
    const Value put = add(OpKind::shl, all, {resized(value(i.getOperand(1)), all, false), at});
    return add(OpKind::bit_or, all, {keep, put});
}

Value IrReader::read_intrinsic(const llvm::IntrinsicInst& i) {
    const unsigned width = width_of(i.getType());
    auto operand = [&](unsigned k) { return value(i.getArgOperand(k)); };
    auto least = [&](OpKind less, bool smaller) {
        const Value a = operand(0), b = operand(1);
        const Value chosen = add(less, 1, {a, b});
        return add(OpKind::select, width, {chosen, smaller ? a : b, smaller ? b : a});
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
            const Value a = operand(0), zero = constant(width, 0);
            return add(OpKind::select, width,
                       {add(OpKind::slt, 1, {a, zero}), add(OpKind::sub, width, {zero, a}), a});
        }
        case llvm::Intrinsic::fshl:
        case llvm::Intrinsic::fshr: {
            const bool left = i.getIntrinsicID() == llvm::Intrinsic::fshl;
            const auto* by = llvm::dyn_cast<llvm::ConstantInt>(i.getArgOperand(2));
            if (!by) break;
            const auto shift = by->getZExtValue() % width;
            if (shift == 0) return operand(left ? 0 : 1);
            const std::uint64_t up = left ? shift : width - shift;
            return add(OpKind::bit_or, width,
                       {add(OpKind::shl, width, {operand(0), constant(width, up)}),
                        add(OpKind::lshr, width, {operand(1), constant(width, width - up)})});
        }
        case llvm::Intrinsic::fabs:
            return add(OpKind::bit_and, width,
                       {operand(0), constant(llvm::APInt::getSignedMaxValue(width))});
        case llvm::Intrinsic::copysign:
            return add(OpKind::bit_or, width,
                       {add(OpKind::bit_and, width,
                            {operand(0), constant(llvm::APInt::getSignedMaxValue(width))}),
                        add(OpKind::bit_and, width,
                            {operand(1), constant(llvm::APInt::getSignMask(width))})});
        case llvm::Intrinsic::sqrt:
            return add(OpKind::fsqrt, width, {operand(0)});
        default:
            break;
    }
    refuse(fmt::format("'{}' is not hardware", i.getCalledFunction()->getName().str()),
           "write it out in C");
    return width ? constant(width, 0) : kNone;
}

Value IrReader::read_call(const llvm::CallInst& i) {
    const llvm::Function* callee = i.getCalledFunction();
    const unsigned width = width_of(i.getType());
    const std::string name = callee ? callee->getName().str() : "";
    if (name == "hls_thread")
        return kernel_.threads > 1 ? add(OpKind::thread_number, 32, {}) : constant(32, 0);
    if (name == "hls_threads") return constant(32, kernel_.threads);
    if (name == "hls_lock" || name == "hls_unlock" || name == "hls_barrier") {
        if (kernel_.threads <= 1) return kNone;
        const Value v = add(name == "hls_lock"     ? OpKind::lock
                            : name == "hls_unlock" ? OpKind::unlock
                                                   : OpKind::barrier,
                            0, {});
        if (name != "hls_barrier")
            made_.ops.back().offset = static_cast<unsigned>(
                llvm::cast<llvm::ConstantInt>(i.getArgOperand(0))->getZExtValue());
        else
            made_.has_barrier = true;
        return v;
    }
    if (name == "sqrtf" || name == "sqrt")
        return add(OpKind::fsqrt, width, {value(i.getArgOperand(0))});
    if (name.empty())
        refuse("a call through a pointer to a function is not hardware",
               "call the function by its name");
    else if (callee->isDeclaration())
        refuse(fmt::format("'{}' is called and not defined", name),
               "give its file too, or write it in C; malloc, printf and the like are not hardware");
    else
        refuse(fmt::format("'{}' calls itself", name), "write the recursion as a loop");
    return width ? constant(width, 0) : kNone;
}

Value IrReader::read_value(Instruction& i) {
    const unsigned width = width_of(i.getType());
    if (auto* b = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return read_binary(*b);
    if (auto* c = llvm::dyn_cast<llvm::CmpInst>(&i)) return read_compare(*c);
    if (auto* c = llvm::dyn_cast<llvm::CastInst>(&i)) return read_cast(*c);
    if (auto* g = llvm::dyn_cast<llvm::GetElementPtrInst>(&i))
        return read_gep(llvm::cast<llvm::GEPOperator>(*g));
    if (llvm::isa<llvm::ExtractElementInst>(i) || llvm::isa<llvm::InsertElementInst>(i))
        return read_element(i);
    if (auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) return read_intrinsic(*c);
    if (auto* c = llvm::dyn_cast<llvm::CallInst>(&i)) return read_call(*c);
    if (llvm::isa<llvm::FreezeInst>(i)) return value(i.getOperand(0));
    if (i.getOpcode() == Instruction::FNeg)
        return add(OpKind::bit_xor, width,
                   {value(i.getOperand(0)), constant(llvm::APInt::getSignMask(width))});
    if (auto* s = llvm::dyn_cast<llvm::SelectInst>(&i))
        return add(OpKind::select, width,
                   {value(s->getCondition()), value(s->getTrueValue()), value(s->getFalseValue())});
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
        const Value v = add(OpKind::phi, width, {});
        phis_.emplace_back(phi, v);
        return v;
    }
    refuse(fmt::format("'{}' is not hardware", i.getOpcodeName()), "write it in plainer C");
    return width ? constant(width, 0) : kNone;
}

void IrReader::read_instruction(Instruction& i) {
    if (const auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
        c && (c->isAssumeLikeIntrinsic() || c->isLifetimeStartOrEnd()))
        return;
    if (llvm::isa<llvm::AllocaInst>(i)) {
        values_[&i] = constant(32, base_[&i]);
        return;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        Value data = value(store->getValueOperand());
        const unsigned bits = made_.op(data).width;
        if (bits % 8 != 0) data = resized(data, (bits + 7) / 8 * 8, false);
        const Value v =
            add(OpKind::store, made_.op(data).width, {value(store->getPointerOperand()), data});
        made_.ops[static_cast<std::size_t>(v)].memory = memory_of(store->getPointerOperand());
        access_[&i] = v;
        return;
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
        const unsigned bits = width_of(load->getType());
        const Value v = add(OpKind::load, (bits + 7) / 8 * 8, {value(load->getPointerOperand())});
        made_.ops[static_cast<std::size_t>(v)].memory = memory_of(load->getPointerOperand());
        values_[&i] = v;
        access_[&i] = v;
        if (bits % 8 != 0) values_[&i] = resized(v, bits, false);
        return;
    }
    const Value v = read_value(i);
    values_[&i] = v;
    if (v != kNone && is_sync(made_.op(v).kind)) access_[&i] = v;
}

}  // namespace tapestry::hls
