// SPDX-License-Identifier: Apache-2.0
// `#pragma HLS ARRAY_PARTITION` asks for more accesses in a cycle. Each part of an array would have
// two ports; here the whole array is kept as often as it takes for as many reads. So no address
// needs to be known, and results cannot depend on it.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

constexpr const char* kPartitionSays = "# hls partition ";
constexpr const char* kPortsNote = "tapestry.read_ports";
// More copies of an array than these cost more than they bring.
constexpr std::uint64_t kMostReadPorts = 64;

// The elements along dimension `dimension`, counted from 1; of all of them if it is 0.
std::uint64_t elements_of(const llvm::Type* type, unsigned dimension) {
    std::uint64_t all = 1;
    for (unsigned at = 1; const auto* array = llvm::dyn_cast<llvm::ArrayType>(type); ++at) {
        if (at == dimension) return array->getNumElements();
        all *= std::max<std::uint64_t>(1, array->getNumElements());
        type = array->getElementType();
    }
    return dimension == 0 ? all : 1;
}

std::uint64_t number_of(const llvm::CallInst& call, unsigned argument) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
    return number ? number->getZExtValue() : 0;
}

// How many parts a pragma asks for of an array of this type. Its operands: array, factor,
// dimension.
std::uint64_t partitions_of(const llvm::CallInst& call, bool is_complete, const llvm::Type* type) {
    const std::uint64_t elements = elements_of(type, static_cast<unsigned>(number_of(call, 2)));
    return is_complete ? elements : std::min(elements, number_of(call, 1));
}

unsigned noted(const llvm::MDNode* node) {
    if (!node) return 0;
    const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0));
    return number ? static_cast<unsigned>(number->getZExtValue()) : 0;
}

// Several pragmas about one array are for several of its dimensions.
void note(llvm::Value& array, std::uint64_t parts) {
    llvm::LLVMContext& context = array.getContext();
    const std::uint64_t before = std::max(2U, asked_read_ports(array));
    const std::uint64_t ports =
        std::min(before * std::max<std::uint64_t>(1, parts), kMostReadPorts);
    llvm::MDNode* const node =
        llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                       llvm::Type::getInt32Ty(context), ports)));
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&array))
        local->setMetadata(kPortsNote, node);
    if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&array)) {
        global->eraseMetadata(context.getMDKindID(kPortsNote));
        global->addMetadata(kPortsNote, *node);
    }
}

}  // namespace

unsigned asked_read_ports(const llvm::Value& array) {
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&array))
        return noted(local->getMetadata(kPortsNote));
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&array))
        return noted(global->getMetadata(kPortsNote));
    return 0;
}

void note_partitions(llvm::Module& module) {
    for (llvm::Function& f : module)
        for (llvm::Instruction& i : llvm::make_early_inc_range(llvm::instructions(f))) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
            const auto* text =
                call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
            llvm::StringRef said = text ? llvm::StringRef(text->getAsmString()) : "";
            if (!said.consume_front(kPartitionSays) || call->arg_size() != 3) continue;
            llvm::Value* array = call->getArgOperand(0)->stripPointerCasts();
            const auto* local = llvm::dyn_cast<llvm::AllocaInst>(array);
            const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(array);
            llvm::Type* type = local ? local->getAllocatedType() : nullptr;
            if (global) type = global->getValueType();
            if (type && type->isArrayTy())
                note(*array, partitions_of(*call, said == "COMPLETE", type));
            call->eraseFromParent();
        }
}

}  // namespace tapestry::hls
