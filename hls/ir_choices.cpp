// SPDX-License-Identifier: Apache-2.0
// A stream of an array of streams, whose index is known only when the program runs: each access
// becomes one for each of the streams, of which one executes.
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

constexpr std::uint64_t kMostStreams = 64;

// A stream, and when it is meant; the last one of several is meant otherwise.
struct Alternative {
    llvm::Value* condition;
    llvm::Value* stream;
};

// `base` + scale * `index` + constant, in bytes.
struct StreamAddress {
    llvm::Value* base = nullptr;
    llvm::Value* index = nullptr;
    llvm::APInt scale, constant;
};

bool find_stream(llvm::Value* pointer, const llvm::DataLayout& layout, StreamAddress& address) {
    address.scale = address.constant = llvm::APInt(64, 0);
    while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
        llvm::MapVector<llvm::Value*, llvm::APInt> indices;
        if (!gep->collectOffset(layout, 64, indices, address.constant)) return false;
        for (const auto& [index, scale] : indices) {
            if (address.index && address.index != index) return false;
            address.index = index;
            address.scale += scale;
        }
        pointer = gep->getPointerOperand();
    }
    address.base = pointer;
    return address.index != nullptr;
}

// How many streams there are behind the base: as many as its array has, or as the index can mean.
std::uint64_t streams_at(const StreamAddress& address, const llvm::DataLayout& layout,
                         llvm::ScalarEvolution& se) {
    if (const auto* array = llvm::dyn_cast<llvm::GlobalVariable>(address.base))
        return layout.getTypeAllocSize(array->getValueType()).getFixedValue() / kStreamBytes;
    const llvm::APInt last = se.getUnsignedRangeMax(se.getSCEV(address.index)).zextOrTrunc(64);
    if (last.uge(kMostStreams) || address.constant.isNegative()) return 0;
    return ((address.scale * last + address.constant).getZExtValue()) / kStreamBytes + 1;
}

std::vector<Alternative> alternatives_at(llvm::CallInst& call, llvm::ScalarEvolution& se) {
    llvm::IRBuilder<> b(&call);
    if (auto* either = llvm::dyn_cast<llvm::SelectInst>(call.getArgOperand(0)))
        return {{either->getCondition(), either->getTrueValue()},
                {nullptr, either->getFalseValue()}};
    const llvm::DataLayout& layout = call.getModule()->getDataLayout();
    StreamAddress address;
    if (!find_stream(call.getArgOperand(0), layout, address)) return {};
    const std::uint64_t streams = streams_at(address, layout, se);
    if (streams < 2 || streams > kMostStreams) return {};
    llvm::Type* const bytes = b.getInt64Ty();
    llvm::Value* const offset =
        b.CreateAdd(b.CreateMul(b.CreateSExtOrTrunc(address.index, bytes), b.getInt(address.scale)),
                    b.getInt(address.constant));
    std::vector<Alternative> made;
    for (std::uint64_t i = 0; i < streams; ++i)
        made.push_back(
            {b.CreateICmpEQ(offset, b.getInt64(i * kStreamBytes)),
             b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), address.base, i * kStreamBytes)});
    return made;
}

// Calls with the alternative that is meant, before `at`; the value that the call gives.
llvm::Value* call_one(const llvm::CallInst& call, llvm::ArrayRef<Alternative> among,
                      llvm::Instruction* at, std::vector<llvm::CallInst*>& made) {
    const auto add = [&](llvm::Instruction* where) {
        auto* one = llvm::cast<llvm::CallInst>(call.clone());
        one->setArgOperand(0, among.front().stream);
        one->insertBefore(where);
        made.push_back(one);
        return one;
    };
    if (among.size() == 1) return add(at);
    llvm::Instruction *yes = nullptr, *no = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(among.front().condition, at, &yes, &no);
    llvm::Value* const first = add(yes);
    llvm::Value* const other = call_one(call, among.drop_front(), no, made);
    if (call.getType()->isVoidTy()) return nullptr;
    llvm::PHINode* phi = llvm::PHINode::Create(call.getType(), 2, "", at);
    phi->addIncoming(first, yes->getParent());
    phi->addIncoming(other, no->getParent());
    return phi;
}

std::vector<llvm::CallInst*> queue_calls(llvm::Function& f) {
    std::vector<llvm::CallInst*> found;
    for (llvm::Instruction& i : llvm::instructions(f)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
        const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
        if (callee && callee->getName().starts_with("hls_queue_") && call->arg_size() > 0)
            found.push_back(call);
    }
    return found;
}

}  // namespace

void choose_streams(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    std::vector<llvm::CallInst*> left = queue_calls(function);
    while (!left.empty()) {
        llvm::CallInst* call = left.back();
        left.pop_back();
        if (!queue_name(*call->getArgOperand(0)).empty()) continue;
        auto& se = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
        const std::vector<Alternative> among = alternatives_at(*call, se);
        if (among.empty()) continue;
        llvm::Value* value = call_one(*call, among, call, left);
        if (value) call->replaceAllUsesWith(value);
        call->eraseFromParent();
        analyses.invalidate(function, llvm::PreservedAnalyses::none());
    }
}

}  // namespace tapestry::hls
