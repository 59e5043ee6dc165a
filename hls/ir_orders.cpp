// SPDX-License-Identifier: Apache-2.0
#include "hls/ir_orders.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>

#include "hls/ir_fuse.h"

namespace tapestry::hls {

namespace {

// Finds the orders within an iteration and between iterations.
class OrderFinder {
public:
    OrderFinder(OrderAnalyses& on, const std::map<const llvm::Instruction*, Value>& access,
                Kernel& made)
        : access_(access),
          made_(made),
          loops_(on.loops),
          se_(on.se),
          aa_(on.aa),
          dependences_(on.dependences) {}

    // `blocks` execute in sequence: a single block, or the body of an innermost loop.
    void find(const std::vector<llvm::BasicBlock*>& blocks, bool is_loop) {
        std::vector<llvm::Instruction*> found;
        for (llvm::BasicBlock* block : blocks)
            for (llvm::Instruction& i : *block)
                if (access_.count(&i)) found.push_back(&i);
        for (std::size_t k = 0; k < found.size(); ++k)
            for (std::size_t n = k; n < found.size(); ++n)
                add(*found[k], *found[n], k == n, is_loop);
    }

    // The loop around a block if it is an innermost one.
    const llvm::Loop* innermost(const llvm::BasicBlock* block) const {
        const llvm::Loop* loop = loops_.getLoopFor(block);
        return loop && loop->isInnermost() ? loop : nullptr;
    }

private:
    bool stands_alone(const llvm::Instruction& i) const {
        const OpKind kind = made_.op(access_.at(&i)).kind;
        return is_sync(kind) || is_stream(kind);
    }

    void add(llvm::Instruction& first, llvm::Instruction& second, bool same, bool is_loop) {
        const Value a = access_.at(&first), b = access_.at(&second);
        if (!is_ordered(made_, made_.op(a), made_.op(b))) return;
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
    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& se_;
    llvm::AAResults& aa_;
    llvm::DependenceInfo& dependences_;
};

}  // namespace

OrderAnalyses::OrderAnalyses(llvm::Function& f)
    : tlii(llvm::Triple(f.getParent()->getTargetTriple())),
      tli(tlii),
      assumptions(f),
      dominators(f),
      loops(dominators),
      se(f, tli, assumptions, dominators, loops),
      basic(f.getParent()->getDataLayout(), f, tli, assumptions, &dominators),
      aa(tli),
      dependences(&f, &aa, &se, &loops) {
    aa.addAAResult(basic);
}

bool is_ordered(const Kernel& kernel, const Op& a, const Op& b) {
    // Effects visible to others: streams and external memory.
    auto is_outside = [&](const Op& op) {
        return is_stream(op.kind) || kernel.memories[static_cast<std::size_t>(op.memory)].where ==
                                         Memory::Where::external;
    };
    if (is_sync(a.kind) || is_sync(b.kind)) return true;
    if (is_stream(a.kind) || is_stream(b.kind)) return is_outside(a) && is_outside(b);
    return a.memory == b.memory && (a.kind == OpKind::store || b.kind == OpKind::store);
}

void find_orders(llvm::Function& function, OrderAnalyses& on,
                 const std::map<const llvm::Instruction*, Value>& access, Kernel& made) {
    OrderFinder finder(on, access, made);
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

void find_loops(OrderAnalyses& on, const std::map<const llvm::BasicBlock*, int>& blocks,
                Kernel& made) {
    for (const llvm::Loop* l : on.loops.getLoopsInPreorder()) {
        Loop loop;
        loop.header = blocks.at(l->getHeader());
        for (const llvm::BasicBlock* b : l->blocks()) loop.blocks.push_back(blocks.at(b));
        loop.depth = l->getLoopDepth();
        loop.trip_count = on.se.getSmallConstantTripCount(l);
        loop.asked_interval = asked_interval(*l);
        loop.must_be_plain = must_be_plain(*l);
        if (const llvm::DebugLoc where = l->getStartLoc())
            loop.place.at = {where->getFilename().str(), where.getLine()};
        made.loops.push_back(loop);
    }
}

}  // namespace tapestry::hls
