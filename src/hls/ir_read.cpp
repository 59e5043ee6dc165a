// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "hls/ir.h"
#include "hls/ir_reader.h"

namespace tapestry::hls {

SourcePlace place_of(const llvm::Instruction& instruction) {
    SourcePlace place;
    const llvm::DILocation* at = instruction.getDebugLoc().get();
    if (!at) return place;
    place.at = {at->getFilename().str(), at->getLine()};
    for (at = at->getInlinedAt(); at; at = at->getInlinedAt())
        if (at->getLine() > 0) place.inlined_at.push_back({at->getFilename().str(), at->getLine()});
    return place;
}

unsigned IrReader::width_of(const llvm::Type* type) const {
    if (type->isPointerTy()) return 32;
    if (const auto* v = llvm::dyn_cast<llvm::FixedVectorType>(type))
        return v->getNumElements() * width_of(v->getElementType());
    if (type->isIntegerTy() || type->isFloatTy() || type->isDoubleTy())
        return static_cast<unsigned>(type->getPrimitiveSizeInBits());
    return 0;
}

Value IrReader::add(OpKind kind, unsigned width, std::vector<Value> operands) {
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

Value IrReader::constant(const llvm::APInt& bits) {
    llvm::SmallString<64> digits;
    bits.toStringUnsigned(digits, 16);
    const std::string key = fmt::format("{}'h{}", bits.getBitWidth(), std::string(digits));
    const auto it = constants_.find(key);
    if (it != constants_.end()) return it->second;
    const Value v = add(OpKind::constant, bits.getBitWidth(), {});
    made_.ops.back().digits = std::string(digits);
    return constants_[key] = v;
}

Value IrReader::constant(unsigned width, std::uint64_t value) {
    return constant(llvm::APInt(width, value));
}

// The bits of any constant; false when it is an address.
bool IrReader::bits_of(const llvm::Constant* c, llvm::APInt& bits) const {
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

Value IrReader::value(const llvm::Value* v) {
    if (const auto it = values_.find(v); it != values_.end()) return it->second;
    if (const auto* c = llvm::dyn_cast<llvm::Constant>(v)) {
        llvm::APInt bits;
        if (!c->getType()->isPointerTy() && bits_of(c, bits)) return constant(bits);
        if (c->getType()->isPointerTy()) return address_of(c);
    }
    refuse("a value of this kind is not hardware",
           "use integers, floats, structs of them, and arrays");
    return constant(std::max(1U, width_of(v->getType())), 0);
}

void IrReader::refuse(const std::string& what, const std::string& hint) {
    refuse_source(diagnostics_, place_.at.line ? place_.at : made_.place.at, what, hint);
    failed_ = true;
}

Value IrReader::resized(Value v, unsigned width, bool is_signed) {
    const unsigned from = made_.op(v).width;
    if (from == width) return v;
    if (made_.op(v).kind == OpKind::constant) {
        const llvm::APInt bits(from, made_.op(v).digits, 16);
        return constant(is_signed ? bits.sextOrTrunc(width) : bits.zextOrTrunc(width));
    }
    return add(from > width ? OpKind::trunc : is_signed ? OpKind::sext : OpKind::zext, width, {v});
}

// A pointer plus what its indices add, in bytes.
Value IrReader::read_gep(const llvm::GEPOperator& gep) {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    Value sum = value(gep.getPointerOperand());
    std::uint64_t fixed = 0;
    for (auto it = llvm::gep_type_begin(gep); it != llvm::gep_type_end(gep); ++it) {
        if (llvm::StructType* type = it.getStructTypeOrNull()) {
            const auto field = llvm::cast<llvm::ConstantInt>(it.getOperand())->getZExtValue();
            fixed += layout.getStructLayout(type)
                         ->getElementOffset(static_cast<unsigned>(field))
                         .getFixedValue();
            continue;
        }
        const std::uint64_t stride = it.getSequentialElementStride(layout).getFixedValue();
        if (const auto* n = llvm::dyn_cast<llvm::ConstantInt>(it.getOperand())) {
            fixed += static_cast<std::uint64_t>(n->getSExtValue()) * stride;
            continue;
        }
        sum =
            add(OpKind::add, 32, {sum, scaled(resized(value(it.getOperand()), 32, true), stride)});
    }
    if (static_cast<std::uint32_t>(fixed) == 0) return sum;
    if (made_.op(sum).kind == OpKind::constant)
        return constant(
            32, static_cast<std::uint32_t>(std::stoull(made_.op(sum).digits, nullptr, 16) + fixed));
    return add(OpKind::add, 32, {sum, constant(32, static_cast<std::uint32_t>(fixed))});
}

Value IrReader::scaled(Value v, std::uint64_t stride) {
    if (stride == 1) return v;
    if ((stride & (stride - 1)) != 0) return add(OpKind::mul, 32, {v, constant(32, stride)});
    unsigned shift = 0;
    while ((std::uint64_t{1} << shift) < stride) ++shift;
    return add(OpKind::shl, 32, {v, constant(32, shift)});
}

void IrReader::read_arguments() {
    for (llvm::Argument& a : function_.args()) {
        Argument argument;
        argument.name =
            verilog_name(a.hasName() ? a.getName().str() : fmt::format("arg{}", a.getArgNo()));
        argument.width = width_of(a.getType());
        if (argument.width == 0)
            refuse("an argument of this type is not hardware", "pass numbers and pointers");
        argument.memory = a.getType()->isPointerTy() ? memory_of(&a) : -1;
        const Value v = add(OpKind::argument, argument.width, {});
        made_.ops.back().offset = static_cast<unsigned>(made_.arguments.size());
        made_.arguments.push_back(argument);
        values_[&a] = v;
    }
}

void IrReader::read_terminator(const llvm::Instruction& i) {
    Block& block = made_.blocks[static_cast<std::size_t>(block_)];
    block.place = place_of(i);
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&i)) {
        if (branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
            const Value condition = value(branch->getCondition());
            made_.blocks[static_cast<std::size_t>(block_)].condition = condition;
            made_.blocks[static_cast<std::size_t>(block_)].next = {
                blocks_.at(branch->getSuccessor(0)), blocks_.at(branch->getSuccessor(1))};
        } else {
            block.next = {blocks_.at(branch->getSuccessor(0))};
        }
    } else if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&i)) {
        if (!ret->getReturnValue()) return;
        const Value result = value(ret->getReturnValue());
        made_.blocks[static_cast<std::size_t>(block_)].result = result;
        made_.result_width = made_.op(result).width;
    } else if (!llvm::isa<llvm::UnreachableInst>(i)) {
        refuse(fmt::format("'{}' is not hardware", i.getOpcodeName()), "use if, switch and loops");
    }
}

void IrReader::read_phis() {
    for (const auto& [phi, v] : phis_) {
        for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
            const int from =
                blocks_.count(phi->getIncomingBlock(k)) ? blocks_.at(phi->getIncomingBlock(k)) : -1;
            if (from < 0) continue;
            const Value incoming = value(phi->getIncomingValue(k));
            made_.ops[static_cast<std::size_t>(v)].operands.push_back(incoming);
            made_.ops[static_cast<std::size_t>(v)].from.push_back(from);
        }
    }
}

// An operation without a line takes that of whoever uses it.
void IrReader::fill_places() {
    for (int round = 0; round < 4; ++round)
        for (const Op& user : made_.ops)
            for (const Value v : user.operands) {
                Op& op = made_.ops[static_cast<std::size_t>(v)];
                if (op.place.at.line == 0 && user.place.at.line > 0) op.place = user.place;
            }
}

bool IrReader::read() {
    if (const llvm::DISubprogram* where = function_.getSubprogram())
        made_.place.at = {where->getFilename().str(), where->getLine()};
    find_memories();
    if (failed_) return false;
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* b : order) {
        blocks_[b] = static_cast<int>(made_.blocks.size());
        made_.blocks.emplace_back();
    }
    read_arguments();
    for (llvm::BasicBlock* b : order) {
        block_ = blocks_[b];
        for (llvm::Instruction& i : *b) {
            place_ = place_of(i);
            if (i.isTerminator())
                read_terminator(i);
            else
                read_instruction(i);
        }
    }
    read_phis();
    fill_places();
    read_orders();
    read_loops();
    return !failed_;
}

Result<Kernel> read_kernel(KernelFunction& kernel, Diagnostics& diagnostics) {
    Kernel made;
    made.name = kernel.name;
    if (kernel.is_region) made.symbol = "." + kernel.function->getName().str() + ".region_id";
    made.threads = kernel.threads;
    made.locks = kernel.locks;
    IrReader reader(kernel, made, diagnostics);
    if (!reader.read()) return failure;
    return made;
}

}  // namespace tapestry::hls
