// SPDX-License-Identifier: Apache-2.0
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/DependenceAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>

#include "hls/ir_fuse.h"
#include "hls/ir_reader.h"

namespace tapestry::hls {

namespace {

// What may not overtake what, in one iteration and from one to the next.
class OrderFinder {
public:
    OrderFinder(llvm::Function& f, const std::map<const llvm::Instruction*, Value>& access,
                Kernel& made)
        : access_(access),
          made_(made),
          tlii_(llvm::Triple(f.getParent()->getTargetTriple())),
          tli_(tlii_),
          assumptions_(f),
          dominators_(f),
          loops_(dominators_),
          se_(f, tli_, assumptions_, dominators_, loops_),
          basic_(f.getParent()->getDataLayout(), f, tli_, assumptions_, &dominators_),
          aa_(tli_),
          dependences_(&f, &aa_, &se_, &loops_) {
        aa_.addAAResult(basic_);
    }

    // Blocks that run one after the other: one block, or the body of an innermost
    // loop.
    void find(const std::vector<llvm::BasicBlock*>& blocks, bool is_loop) {
        std::vector<llvm::Instruction*> found;
        for (llvm::BasicBlock* block : blocks)
            for (llvm::Instruction& i : *block)
                if (access_.count(&i)) found.push_back(&i);
        for (std::size_t k = 0; k < found.size(); ++k)
            for (std::size_t n = k; n < found.size(); ++n)
                add(*found[k], *found[n], k == n, is_loop);
    }

    // The innermost loop around a block, if it has no loop inside.
    const llvm::Loop* innermost(const llvm::BasicBlock* block) const {
        const llvm::Loop* loop = loops_.getLoopFor(block);
        return loop && loop->isInnermost() ? loop : nullptr;
    }

private:
    bool is_ordered(const Op& a, const Op& b) const {
        if (is_sync(a.kind) || is_sync(b.kind)) return true;
        if (is_stream(a.kind) || is_stream(b.kind)) return is_outside(a) && is_outside(b);
        return a.memory == b.memory && (a.kind == OpKind::store || b.kind == OpKind::store);
    }

    // What others can see: streams, and memory that is not the kernel's own.
    bool is_outside(const Op& op) const {
        return is_stream(op.kind) ||
               made_.memories[static_cast<std::size_t>(op.memory)].where == Memory::Where::external;
    }

    bool stands_alone(const llvm::Instruction& i) const {
        const OpKind kind = made_.op(access_.at(&i)).kind;
        return is_sync(kind) || is_stream(kind);
    }

    void add(llvm::Instruction& first, llvm::Instruction& second, bool same, bool is_loop) {
        const Value a = access_.at(&first), b = access_.at(&second);
        if (!is_ordered(made_.op(a), made_.op(b))) return;
        if (is_memory(made_.op(a).kind) && is_memory(made_.op(b).kind) &&
            are_apart(first, second, se_, loops_))
            return;
        if (!same && may_meet(first, second)) made_.orders.push_back({a, b, 0});
        if (is_loop && !stands_alone(first) && !stands_alone(second)) carry(first, second, a, b);
        const bool is_same_stream =
            is_stream(made_.op(a).kind) && made_.op(a).stream == made_.op(b).stream;
        if (is_loop && is_same_stream) made_.orders.push_back({b, a, 1});
    }

    bool may_meet(llvm::Instruction& a, llvm::Instruction& b) {
        if (stands_alone(a) || stands_alone(b)) return true;
        return !aa_.isNoAlias(llvm::MemoryLocation::get(&a), llvm::MemoryLocation::get(&b));
    }

    void carry(llvm::Instruction& first, llvm::Instruction& second, Value a, Value b) {
        const auto dependence = dependences_.depends(&first, &second, true);
        if (!dependence) return;
        const llvm::SCEV* steps = dependence->isConfused() || dependence->getLevels() == 0
                                      ? nullptr
                                      : dependence->getDistance(dependence->getLevels());
        const auto* fixed = llvm::dyn_cast_or_null<llvm::SCEVConstant>(steps);
        const std::int64_t n = fixed ? fixed->getAPInt().getSExtValue() : 0;
        if (fixed && n == 0) return;
        if (!fixed || n > 0)
            made_.orders.push_back(
                {a, b, fixed ? static_cast<unsigned>(std::min<std::int64_t>(n, 1 << 20)) : 1});
        if (!fixed || n < 0)
            made_.orders.push_back(
                {b, a, fixed ? static_cast<unsigned>(std::min<std::int64_t>(-n, 1 << 20)) : 1});
    }

    const std::map<const llvm::Instruction*, Value>& access_;
    Kernel& made_;
    llvm::TargetLibraryInfoImpl tlii_;
    llvm::TargetLibraryInfo tli_;
    llvm::AssumptionCache assumptions_;
    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    llvm::ScalarEvolution se_;
    llvm::BasicAAResult basic_;
    llvm::AAResults aa_;
    llvm::DependenceInfo dependences_;
};

}  // namespace

void find_orders(llvm::Function& function, const std::map<const llvm::Instruction*, Value>& access,
                 Kernel& made) {
    OrderFinder finder(function, access, made);
    std::map<const llvm::Loop*, std::vector<llvm::BasicBlock*>> bodies;
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (llvm::BasicBlock* b : order) {
        if (const llvm::Loop* loop = finder.innermost(b))
            bodies[loop].push_back(b);
        else
            finder.find({b}, false);
    }
    for (llvm::BasicBlock* b : order) {
        const llvm::Loop* loop = finder.innermost(b);
        if (loop && loop->getHeader() == b) finder.find(bodies[loop], true);
    }
}

void find_loops(llvm::Function& function, const std::map<const llvm::BasicBlock*, int>& blocks,
                Kernel& made) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* l : loops.getLoopsInPreorder()) {
        Loop loop;
        loop.header = blocks.at(l->getHeader());
        for (const llvm::BasicBlock* b : l->blocks()) loop.blocks.push_back(blocks.at(b));
        loop.depth = l->getLoopDepth();
        if (const llvm::DebugLoc where = l->getStartLoc())
            loop.place.at = {where->getFilename().str(), where.getLine()};
        made.loops.push_back(loop);
    }
}

}  // namespace tapestry::hls
