// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <set>

#include "hls/call_hints.h"
#include "hls/ir.h"
#include "hls/ir_orders.h"
#include "hls/ir_reader.h"
#include "hls/library.h"

namespace tapestry::hls {

SourcePlace place_of(const llvm::Instruction& instruction) {
    SourcePlace place;
    const llvm::DILocation* at = instruction.getDebugLoc().get();
    if (!at) return place;
    // What a header of ours does stands where the program asks for it.
    while (at->getInlinedAt() && is_library_header(at->getFilename().str()))
        at = at->getInlinedAt();
    place.at = {at->getFilename().str(), at->getLine()};
    // The functions that clang outlines for one pragma call each other on its line.
    for (at = at->getInlinedAt(); at; at = at->getInlinedAt()) {
        const Place from{at->getFilename().str(), at->getLine()};
        if (from.line > 0 && (place.inlined_at.empty() || !is_same(place.inlined_at.back(), from)))
            place.inlined_at.push_back(from);
    }
    return place;
}

Value IrReader::value(const llvm::Value* v) {
    if (const auto it = values_.find(v); it != values_.end()) return it->second;
    if (const auto* c = llvm::dyn_cast<llvm::Constant>(v)) {
        llvm::APInt bits;
        if (!c->getType()->isPointerTy() && bits_of(c, bits)) return constant(bits);
        if (c->getType()->isPointerTy()) return memories_.address_of(c);
    }
    refuse("a value of this kind is not hardware",
           "use integers, floats, structs of them, and arrays");
    return constant(std::max(1U, width_of(v->getType())), 0);
}

// The address: base pointer plus the byte offsets of all indices.
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

void IrReader::add_argument(llvm::Argument& a, bool is_memory) {
    Argument argument;
    argument.name = unique_name(a);
    argument.width = width_of(a.getType());
    if (argument.width == 0)
        refuse("an argument of this type is not hardware", "pass numbers and pointers");
    argument.is_pointer = is_memory;
    argument.is_float = a.getType()->isFloatingPointTy();
    argument.memory = is_memory ? memories_.memory_of(&a) : -1;
    argument.parameter = static_cast<int>(a.getArgNo());
    const Value v = add(OpKind::argument, argument.width, {});
    made_.ops.back().offset = static_cast<unsigned>(made_.arguments.size());
    made_.arguments.push_back(argument);
    values_[&a] = v;
}

bool IrReader::is_stream_argument(const llvm::Argument& a) const {
    return kernel_.is_process && !kernel_.is_number[a.getArgNo()] &&
           kernel_.objects[a.getArgNo()].kind != NetworkObject::Kind::memory;
}

void IrReader::add_stream(llvm::Argument& a) {
    const NetworkObject& object = kernel_.objects[a.getArgNo()];
    Stream stream;
    stream.name = unique_name(a);
    stream.bits = object.bits;
    stream.is_register = object.kind == NetworkObject::Kind::reg;
    stream.parameter = static_cast<int>(a.getArgNo());
    made_.streams.push_back(stream);
}

// A stream that a process has for itself is told from those of others by the name of the process.
std::string IrReader::queue_key(const llvm::Value& pointer) const {
    const std::string name = queue_name(pointer);
    const bool is_own = llvm::isa<llvm::AllocaInst>(pointer.stripInBoundsOffsets());
    return is_own && !name.empty() ? made_.c_name + "." + name : name;
}

namespace {

// A static stream is called what the program calls it.
std::string name_in_program(const llvm::Value& pointer) {
    const std::string key = queue_name(pointer);
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer.stripInBoundsOffsets());
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> said;
    if (global) global->getDebugInfo(said);
    if (said.empty()) return stream_words(key);
    return stream_words(said.front()->getVariable()->getName().str() +
                        key.substr(global->getName().size()));
}

}  // namespace

int IrReader::queue_end(const llvm::Value& pointer, unsigned bits, bool is_written) {
    const std::string queue = queue_key(pointer);
    if (queue.empty()) return -1;
    for (std::size_t s = 0; s < made_.streams.size(); ++s)
        if (made_.streams[s].queue == queue && made_.streams[s].is_written == is_written)
            return static_cast<int>(s);
    Stream stream;
    stream.queue = queue;
    stream.bits = std::max(8U, bits);
    (is_written ? stream.is_written : stream.is_read) = true;
    const llvm::Value* base = pointer.stripInBoundsOffsets();
    const auto* a = llvm::dyn_cast<llvm::Argument>(base);
    stream.parameter = a ? static_cast<int>(a->getArgNo()) : -1;
    llvm::APInt bytes(64, 0);
    pointer.stripAndAccumulateConstantOffsets(function_.getParent()->getDataLayout(), bytes, true);
    stream.element = static_cast<unsigned>(bytes.getZExtValue() / kStreamBytes);
    stream.is_local = queue.starts_with(kLocalQueue) || llvm::isa<llvm::AllocaInst>(base);
    stream.c_name = name_in_program(pointer);
    stream.name = unique_name(verilog_name(stream.c_name) + (is_written ? "_out" : "_in"));
    made_.streams.push_back(stream);
    return static_cast<int>(made_.streams.size()) - 1;
}

int IrReader::stream_of(const llvm::Value* pointer) const {
    const auto* a = llvm::dyn_cast<llvm::Argument>(pointer->stripPointerCasts());
    for (std::size_t s = 0; a && s < made_.streams.size(); ++s)
        if (made_.streams[s].parameter == static_cast<int>(a->getArgNo()))
            return static_cast<int>(s);
    return -1;
}

std::string IrReader::unique_name(const llvm::Argument& a) {
    return unique_name(
        verilog_name(a.hasName() ? a.getName().str() : fmt::format("arg{}", a.getArgNo())));
}

std::string IrReader::unique_name(std::string name) {
    while (!argument_names_.insert(name).second) name += "x";
    return name;
}

void IrReader::read_arguments() {
    for (llvm::Argument& a : function_.args()) {
        const bool is_used = a.getType()->isPointerTy() ? is_accessed(a) : !a.use_empty();
        if (!kernel_.part_of.empty() && !is_used) continue;
        if (is_stream_argument(a))
            add_stream(a);
        else
            add_argument(a, a.getType()->isPointerTy() &&
                                !(kernel_.is_process && kernel_.is_number[a.getArgNo()]));
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
        made_.result_is_float = ret->getReturnValue()->getType()->isFloatingPointTy();
    } else if (!llvm::isa<llvm::UnreachableInst>(i)) {
        refuse(fmt::format("'{}' is not hardware", words_of_instruction(i.getOpcodeName())),
               "use if, switch and loops");
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

// An operation without a line takes the line of an operation that uses it.
void IrReader::fill_places() {
    for (int round = 0; round < 4; ++round)
        for (const Op& user : made_.ops)
            for (const Value v : user.operands) {
                Op& op = made_.ops[static_cast<std::size_t>(v)];
                if (op.place.at.line == 0 && user.place.at.line > 0) op.place = user.place;
            }
}

Result<Done> IrReader::read() {
    if (const llvm::DISubprogram* where = function_.getSubprogram())
        made_.place.at = {where->getFilename().str(), where->getLine()};
    memories_.find();
    if (failed()) return *failure_;
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
                read_instruction(*this, i);
        }
    }
    read_phis();
    fill_places();
    OrderAnalyses analyses(function_);
    find_orders(function_, analyses, access_, made_);
    find_loops(analyses, blocks_, made_);
    find_nest_orders(function_, analyses, access_, made_);
    if (failed()) return *failure_;
    return Done{};
}

Result<Kernel> read_kernel(KernelFunction& kernel, Diagnostics& diagnostics) {
    Kernel made;
    made.name = verilog_name(kernel.name);
    made.c_name = kernel.name;
    made.link_name = kernel.function->getName().str();
    if (kernel.is_region) made.symbol = "." + kernel.function->getName().str() + ".region_id";
    made.threads = kernel.threads;
    made.is_number_checked = kernel.is_number_checked;
    made.claims_apart = kernel.claims_apart;
    made.is_process = kernel.is_process;
    made.part_of = kernel.part_of;
    made.is_task = kernel.is_task;
    made.begins_anew = kernel.begins_anew;
    if (!kernel.link_name.empty()) made.link_name = kernel.link_name;
    for (const llvm::Argument& a : kernel.function->args())
        made.parameters.push_back(
            {width_of(a.getType()), a.getType()->isPointerTy(), a.getType()->isFloatingPointTy()});
    made.locks = kernel.locks;
    IrReader reader(kernel, made, diagnostics);
    if (const auto done = reader.read(); !done) return done.failure();
    if (kernel.place.line > 0) made.place.at = kernel.place;
    return made;
}

}  // namespace tapestry::hls
