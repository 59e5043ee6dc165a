// SPDX-License-Identifier: Apache-2.0
// Fuses two consecutive loops into one pipeline: it loads the next block of data while it works on
// the present one.
//
//     if (c) loop1; if (d) loop2;      becomes      for (i…) { if (c) body1; if (d) body2; }
#include "hls/ir_fuse.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <set>

namespace tapestry::hls {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;

// A larger loop would not become a pipeline (see if_convert.cpp).
constexpr std::size_t kMostInstructions = 180;

// A single-block loop with its guard.
struct GuardedLoop {
    llvm::Loop* loop = nullptr;
    BasicBlock* entry = nullptr;      // tests the guard; the preheader if there is none
    BasicBlock* preheader = nullptr;  // its only successor is the loop
    BasicBlock* body = nullptr;
    BasicBlock* exit = nullptr;
    BasicBlock* after = nullptr;  // the join after the loop, whether it ran or not
    unsigned trips = 0;
    bool is_guarded() const { return entry != preheader; }
};

// Follows jumps through empty blocks.
BasicBlock* skip_empty(BasicBlock* block) {
    for (int steps = 0; steps < 4; ++steps) {
        auto* jump = llvm::dyn_cast<llvm::BranchInst>(&block->front());
        if (!jump || jump->isConditional()) break;
        block = jump->getSuccessor(0);
    }
    return block;
}

std::optional<GuardedLoop> stretch_of(llvm::Loop* loop, llvm::ScalarEvolution& se) {
    GuardedLoop s;
    s.loop = loop;
    s.preheader = loop->getLoopPreheader();
    s.exit = loop->getExitBlock();
    s.trips = se.getSmallConstantTripCount(loop);
    if (loop->getNumBlocks() != 1 || !s.preheader || !s.exit || s.trips == 0) return std::nullopt;
    s.body = loop->getHeader();
    s.after = skip_empty(s.exit);
    s.entry = s.preheader;
    if (BasicBlock* guard = s.preheader->getSinglePredecessor()) {
        auto* branch = llvm::dyn_cast<llvm::BranchInst>(guard->getTerminator());
        if (branch && branch->isConditional()) {
            const unsigned other = branch->getSuccessor(0) == s.preheader ? 1 : 0;
            if (skip_empty(branch->getSuccessor(other)) == s.after) s.entry = guard;
        }
    }
    return s;
}

// Whether it is a load or store that is neither volatile nor atomic.
bool touches_memory(const Instruction& i) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) return load->isSimple();
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
    return store && store->isSimple();
}

class Fuser {
public:
    Fuser(llvm::AAResults& aa, llvm::ScalarEvolution& se, llvm::LoopInfo& loops, GuardedLoop first,
          GuardedLoop second)
        : aa_(aa), se_(se), loops_(loops), first_(first), second_(second) {}

    bool can_fuse() {
        return first_.after == second_.entry && first_.trips == second_.trips &&
               first_.body->size() + second_.body->size() <= kMostInstructions && leads_on() &&
               is_plain(first_) && is_plain(second_) && can_go_first() && are_independent();
    }

    void fuse() {
        llvm::Value* runs_first = condition_of(first_);
        llvm::Value* runs_second = condition_of(second_);
        hoist_preheader();
        BasicBlock* before = join_preheaders();
        make_loop(before, runs_first, runs_second);
    }

private:
    // Whether the second loop is reached from the first one only, and no value depends on the path.
    bool leads_on() const {
        for (BasicBlock* from : llvm::predecessors(first_.after))
            if (from != first_.entry && from != first_.body && from != first_.exit) return false;
        for (BasicBlock* from : llvm::predecessors(first_.exit))
            if (from != first_.body && first_.exit != first_.after) return false;
        return !llvm::isa<llvm::PHINode>(first_.after->front()) &&
               !llvm::isa<llvm::PHINode>(second_.after->front()) &&
               !llvm::isa<llvm::PHINode>(first_.exit->front()) &&
               !llvm::isa<llvm::PHINode>(second_.exit->front());
    }

    // Whether the body has only counters, loads, stores and arithmetic, and no value is used after
    // the loop.
    bool is_plain(const GuardedLoop& s) {
        for (Instruction& i : *s.body) {
            if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
                if (!counts(*phi, s)) return false;
            } else if (!i.isTerminator() && !touches_memory(i) &&
                       (i.mayHaveSideEffects() || i.mayReadFromMemory())) {
                return false;
            }
            for (const llvm::User* user : i.users())
                if (llvm::cast<Instruction>(user)->getParent() != s.body) return false;
        }
        return true;
    }

    bool counts(llvm::PHINode& phi, const GuardedLoop& s) {
        if (!phi.getType()->isIntegerTy() ||
            !llvm::isa<llvm::ConstantInt>(phi.getIncomingValueForBlock(s.preheader)))
            return false;
        const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(se_.getSCEV(&phi));
        return recurrence && recurrence->isAffine() &&
               llvm::isa<llvm::SCEVConstant>(recurrence->getStepRecurrence(se_));
    }

    // Both preheaders move before the fused loop. So the first one must be safe to execute even if
    // its loop does not run, and the second one must not read what the first loop writes.
    bool can_go_first() {
        for (Instruction& i : *first_.preheader)
            if (first_.is_guarded() && !i.isTerminator() &&
                (i.mayReadFromMemory() || !llvm::isSafeToSpeculativelyExecute(&i)))
                return false;
        std::set<BasicBlock*> between = {second_.entry, second_.preheader};
        for (BasicBlock* block : between)
            for (Instruction& i : *block) {
                if (i.isTerminator()) continue;
                if (i.mayHaveSideEffects() || (i.mayReadFromMemory() && !touches_memory(i)))
                    return false;
                if (touches_memory(i) && !is_apart_from_first(i)) return false;
            }
        return uses_stay();
    }

    // Whether values of the second preheader are used in its loop only.
    bool uses_stay() const {
        if (!second_.is_guarded()) return true;
        for (Instruction& i : *second_.preheader)
            for (const llvm::User* user : i.users()) {
                const BasicBlock* at = llvm::cast<Instruction>(user)->getParent();
                if (at != second_.preheader && at != second_.body) return false;
            }
        return true;
    }

    bool are_independent() {
        for (Instruction& i : *second_.body)
            if (touches_memory(i) && !is_apart_from_first(i)) return false;
        return true;
    }

    bool is_apart_from_first(Instruction& i) {
        for (Instruction& other : *first_.body) {
            if (!touches_memory(other) || (!i.mayWriteToMemory() && !other.mayWriteToMemory()))
                continue;
            if (!aa_.isNoAlias(anywhere(i), anywhere(other)) && !are_apart(i, other, se_, loops_))
                return false;
        }
        return true;
    }

    // Any address the access may reach in its object, because loops move through it.
    static llvm::MemoryLocation anywhere(const Instruction& i) {
        return llvm::MemoryLocation::getBeforeOrAfter(
            llvm::getUnderlyingObject(llvm::getLoadStorePointerOperand(&i)));
    }

    static llvm::Value* condition_of(const GuardedLoop& s) {
        llvm::IRBuilder<> b(s.entry->getTerminator());
        if (!s.is_guarded()) return b.getTrue();
        auto* branch = llvm::cast<llvm::BranchInst>(s.entry->getTerminator());
        llvm::Value* condition = branch->getCondition();
        return branch->getSuccessor(0) == s.preheader ? condition : b.CreateNot(condition);
    }

    // Bypasses the first loop, which becomes part of the second.
    void hoist_preheader() {
        Instruction* end = first_.entry->getTerminator();
        if (first_.is_guarded())
            while (!first_.preheader->front().isTerminator())
                first_.preheader->front().moveBefore(end);
        llvm::ReplaceInstWithInst(end, llvm::BranchInst::Create(second_.entry));
    }

    // Creates the preheader of the fused loop. Values of the second preheader are undefined where
    // it is bypassed, and unused there.
    BasicBlock* join_preheaders() {
        llvm::Function* f = second_.body->getParent();
        BasicBlock* join = BasicBlock::Create(f->getContext(), "fused.pre", f, second_.body);
        if (second_.is_guarded()) {
            move_arithmetic();
            for (Instruction& i : *second_.preheader) hand_over(i, join);
            auto* branch = llvm::cast<llvm::BranchInst>(second_.entry->getTerminator());
            for (unsigned k = 0; k < 2; ++k)
                if (branch->getSuccessor(k) != second_.preheader) branch->setSuccessor(k, join);
        }
        llvm::ReplaceInstWithInst(second_.preheader->getTerminator(),
                                  llvm::BranchInst::Create(join));
        return join;
    }

    // Hoists the arithmetic that is safe to execute speculatively.
    void move_arithmetic() {
        std::vector<Instruction*> all;
        for (Instruction& i : *second_.preheader) all.push_back(&i);
        for (Instruction* i : all) {
            bool can_move = !i->isTerminator() && !i->mayReadFromMemory() &&
                            llvm::isSafeToSpeculativelyExecute(i);
            for (const llvm::Value* operand : i->operands())
                if (const auto* made = llvm::dyn_cast<Instruction>(operand))
                    can_move &= made->getParent() != second_.preheader;
            if (can_move) i->moveBefore(second_.entry->getTerminator());
        }
    }

    void hand_over(Instruction& i, BasicBlock* join) {
        if (i.isTerminator() || i.getType()->isVoidTy()) return;
        auto* phi = llvm::PHINode::Create(i.getType(), 2, i.getName(), join);
        i.replaceUsesWithIf(phi, [&](const llvm::Use& use) {
            return llvm::cast<Instruction>(use.getUser())->getParent() == second_.body;
        });
        phi->addIncoming(&i, second_.preheader);
        phi->addIncoming(llvm::PoisonValue::get(i.getType()), second_.entry);
        phi->setDebugLoc(i.getDebugLoc());
    }

    void make_loop(BasicBlock* before, llvm::Value* runs_first, llvm::Value* runs_second) {
        llvm::LLVMContext& context = before->getContext();
        llvm::Function* f = before->getParent();
        auto block = [&](const char* name) {
            return BasicBlock::Create(context, name, f, second_.body);
        };
        BasicBlock *header = block("fused"), *one = block("fused.first"),
                   *middle = block("fused.middle"), *two = block("fused.second"),
                   *latch = block("fused.latch");
        llvm::MDNode* id = first_.loop->getLoopID();
        llvm::IRBuilder<> b(before);
        b.SetCurrentDebugLocation(first_.body->getTerminator()->getDebugLoc());
        b.CreateBr(header);
        b.SetInsertPoint(header);
        llvm::PHINode* counter = b.CreatePHI(b.getInt32Ty(), 2, "fused.i");
        count(first_, counter, b);
        count(second_, counter, b);
        b.CreateCondBr(runs_first, one, middle);
        move_body(first_, one, middle);
        b.SetInsertPoint(middle);
        b.CreateCondBr(runs_second, two, latch);
        move_body(second_, two, latch);
        b.SetInsertPoint(latch);
        llvm::Value* next = b.CreateAdd(counter, b.getInt32(1), "", true, true);
        auto* back =
            b.CreateCondBr(b.CreateICmpEQ(next, b.getInt32(first_.trips)), second_.exit, header);
        back->setMetadata(llvm::LLVMContext::MD_loop, id);
        counter->addIncoming(b.getInt32(0), before);
        counter->addIncoming(next, latch);
    }

    // Replaces the counters of a loop by functions of the fused loop's counter.
    void count(const GuardedLoop& s, llvm::PHINode* counter, llvm::IRBuilder<>& b) {
        while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&s.body->front())) {
            auto* start = llvm::cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(s.preheader));
            const auto* recurrence = llvm::cast<llvm::SCEVAddRecExpr>(se_.getSCEV(phi));
            const llvm::APInt step =
                llvm::cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(se_))->getAPInt();
            llvm::Value* v = b.CreateZExtOrTrunc(counter, phi->getType());
            if (!step.isOne()) v = b.CreateMul(v, b.getInt(step));
            if (!start->isZero()) v = b.CreateAdd(v, start);
            phi->replaceAllUsesWith(v);
            phi->eraseFromParent();
        }
    }

    static void move_body(const GuardedLoop& s, BasicBlock* to, BasicBlock* next) {
        s.body->getTerminator()->eraseFromParent();
        to->splice(to->end(), s.body);
        llvm::BranchInst::Create(next, to);
        new llvm::UnreachableInst(s.body->getContext(), s.body);
    }

    llvm::AAResults& aa_;
    llvm::ScalarEvolution& se_;
    llvm::LoopInfo& loops_;
    GuardedLoop first_, second_;
};

// Removes lifetime markers: they mean nothing to hardware and block the fusion.
void remove_lifetime_markers(llvm::Function& f) {
    std::vector<Instruction*> found;
    for (Instruction& i : llvm::instructions(f))
        if (i.isLifetimeStartOrEnd()) found.push_back(&i);
    for (Instruction* i : found) i->eraseFromParent();
}

bool fuse_once(llvm::Function& f, llvm::FunctionAnalysisManager& fam) {
    auto& loops = fam.getResult<llvm::LoopAnalysis>(f);
    auto& se = fam.getResult<llvm::ScalarEvolutionAnalysis>(f);
    auto& aa = fam.getResult<llvm::AAManager>(f);
    std::vector<GuardedLoop> found;
    for (llvm::Loop* loop : loops.getLoopsInPreorder())
        if (const auto s = stretch_of(loop, se)) found.push_back(*s);
    for (const GuardedLoop& first : found)
        for (const GuardedLoop& second : found) {
            Fuser fuser(aa, se, loops, first, second);
            if (first.loop == second.loop || !fuser.can_fuse()) continue;
            fuser.fuse();
            llvm::removeUnreachableBlocks(f);
            fam.invalidate(f, llvm::PreservedAnalyses::none());
            return true;
        }
    return false;
}

}  // namespace

void fuse_loops(llvm::Function& function, llvm::FunctionAnalysisManager& fam) {
    remove_lifetime_markers(function);
    fam.invalidate(function, llvm::PreservedAnalyses::none());
    while (fuse_once(function, fam)) {
    }
}

}  // namespace tapestry::hls
