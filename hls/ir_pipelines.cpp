// SPDX-License-Identifier: Apache-2.0
// `#pragma HLS PIPELINE` arrives as clang's request for an initiation interval. A loop that is a
// pipeline has no loop inside: those whose iterations can be counted are unrolled, as Vitis does.
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "hls/co_pragmas.h"
#include "hls/ir.h"

namespace tapestry::hls {

namespace {

constexpr const char* kInterval = "llvm.loop.pipeline.initiationinterval";

// Copies of a body beyond these would not become a pipeline in reasonable time: such loops stay.
constexpr unsigned kMostCopies = 32;

// The copies of the innermost bodies, if the loop and all loops inside are unrolled; 0: the
// iterations of one of them cannot be counted, or there are too many.
unsigned copies_of(llvm::Loop& loop, llvm::ScalarEvolution& se) {
    const unsigned trips = se.getSmallConstantTripCount(&loop);
    if (trips == 0 || trips > kMostCopies) return 0;
    unsigned inside = loop.getSubLoops().empty() ? 1 : 0;
    for (llvm::Loop* inner : loop.getSubLoops()) {
        const unsigned copies = copies_of(*inner, se);
        if (copies == 0) return 0;
        inside += copies;
    }
    return trips * inside > kMostCopies ? 0 : trips * inside;
}

// An array outside of the chip is accessed once in a cycle: copies of a loop that accesses one
// would take turns, and the loop as it is takes as long.
bool stays_on_chip(const llvm::Loop& loop) {
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& i : *block) {
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&i);
            if (!pointer) continue;
            const llvm::Value* array = llvm::getUnderlyingObject(pointer, 0);
            if (!llvm::isa<llvm::AllocaInst>(array) && !llvm::isa<llvm::GlobalVariable>(array))
                return false;
        }
    return true;
}

void unroll_whole(llvm::Loop& loop) {
    llvm::LLVMContext& context = loop.getHeader()->getContext();
    llvm::MDNode* const full =
        llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.full"));
    loop.setLoopID(llvm::makePostTransformationMetadata(context, loop.getLoopID(),
                                                        {"llvm.loop.unroll."}, {full}));
    for (llvm::Loop* inner : loop.getSubLoops()) unroll_whole(*inner);
}

}  // namespace

namespace {

// As the pragma says it (co_pragmas.h); 0: it says nothing.
unsigned said_interval(const llvm::Loop& loop) {
    const llvm::MDNode* said = llvm::findOptionMDForLoop(&loop, kInterval);
    if (!said || said->getNumOperands() < 2) return 0;
    const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(said->getOperand(1));
    return number ? static_cast<unsigned>(number->getZExtValue()) : 0;
}

}  // namespace

unsigned asked_interval(const llvm::Loop& loop) {
    const unsigned said = said_interval(loop);
    return said == kIntervalOpen || said == kIntervalOff ? 0 : said;
}

bool must_be_plain(const llvm::Loop& loop) {
    return said_interval(loop) == kIntervalOff ||
           llvm::findOptionMDForLoop(&loop, "llvm.loop.pipeline.disable") != nullptr;
}

void unroll_in_pipelines(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    llvm::ScalarEvolution& se = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (asked_interval(*loop) == 0 || loop->getSubLoops().empty()) continue;
        unsigned copies = 0;
        bool can = true;
        for (llvm::Loop* inner : loop->getSubLoops()) {
            const unsigned some = copies_of(*inner, se);
            can &= some > 0 && stays_on_chip(*inner);
            copies += some;
        }
        if (!can || copies > kMostCopies) continue;
        for (llvm::Loop* inner : loop->getSubLoops()) unroll_whole(*inner);
    }
}

}  // namespace tapestry::hls
