// SPDX-License-Identifier: Apache-2.0
// Orders that must hold if a loop and its inner loop are flattened into one pipeline. A row is the
// sequence of pipeline iterations that make up one iteration of the outer loop. Code before the
// inner loop executes in the first iteration of the row, code after it in the last.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include <optional>
#include <set>

#include "hls/ir_orders.h"

namespace tapestry::hls {

namespace {

using llvm::Instruction;

// With more accesses than this, comparing all pairs takes too long.
constexpr std::size_t kMostAccesses = 64;

const llvm::Loop* inner_of(const llvm::Loop& loop) {
    return loop.getSubLoops().size() == 1 ? loop.getSubLoops().front() : nullptr;
}

class NestOrders {
public:
    NestOrders(OrderAnalyses& on, const llvm::Loop& outer, int number, Kernel& made)
        : on_(on), outer_(outer), inner_(*inner_of(outer)), number_(number), made_(made) {
        find_before();
        row_ = least_row(outer);
    }

    // `first` precedes `second` in the program.
    void add(Instruction& first, Value a, Instruction& second, Value b) {
        const auto dependence = on_.dependences.depends(&first, &second, true);
        if (!dependence) return;
        const llvm::Dependence& d = *dependence;
        for (unsigned level = 1; level < outer_.getLoopDepth(); ++level)
            if (!may(d, level, llvm::Dependence::DVEntry::EQ)) return;
        const unsigned level = outer_.getLoopDepth();
        const bool both_inside = is_inside(first) && is_inside(second);
        if (!both_inside && may(d, level, llvm::Dependence::DVEntry::EQ)) order(a, b, 0);
        if (may(d, level, llvm::Dependence::DVEntry::LT))
            order(a, b, distance(d, first, second, 1));
        if (may(d, level, llvm::Dependence::DVEntry::GT))
            order(b, a, distance(d, second, first, -1));
    }

private:
    bool is_inside(const Instruction& i) const { return inner_.contains(i.getParent()); }

    // Collects the blocks from which the inner loop is reached in the same iteration.
    void find_before() {
        std::vector<const llvm::BasicBlock*> open = {inner_.getHeader()};
        while (!open.empty()) {
            const llvm::BasicBlock* block = open.back();
            open.pop_back();
            for (const llvm::BasicBlock* from : llvm::predecessors(block))
                if (outer_.contains(from) && !inner_.contains(from) &&
                    before_.insert(from).second && from != outer_.getHeader())
                    open.push_back(from);
        }
    }

    // A lower bound of the iterations in a row.
    std::int64_t least_row(const llvm::Loop& loop) const {
        const llvm::Loop* inner = inner_of(loop);
        if (!inner || !loop.getLoopLatch() ||
            !on_.dominators.dominates(inner->getHeader(), loop.getLoopLatch()))
            return 1;
        return std::max(1U, on_.se.getSmallConstantTripCount(inner)) * least_row(*inner);
    }

    // The iterations in every row; nothing: unknown, or rows differ.
    std::optional<std::int64_t> each_row(const llvm::Loop& loop) const {
        const llvm::Loop* inner = inner_of(loop);
        if (!inner) return 1;
        const auto row = each_row(*inner);
        const bool is_same = row && on_.se.getSmallConstantTripCount(inner) > 0 &&
                             loop.getLoopLatch() &&
                             on_.dominators.dominates(inner->getHeader(), loop.getLoopLatch());
        return is_same ? std::optional(*row * on_.se.getSmallConstantTripCount(inner))
                       : std::nullopt;
    }

    static bool may(const llvm::Dependence& d, unsigned level, unsigned direction) {
        return d.isConfused() || d.getLevels() < level || (d.getDirection(level) & direction) != 0;
    }

    static std::optional<std::int64_t> steps(const llvm::Dependence& d, unsigned level) {
        if (d.isConfused() || d.getLevels() < level) return std::nullopt;
        const auto* fixed = llvm::dyn_cast_or_null<llvm::SCEVConstant>(d.getDistance(level));
        return fixed ? std::optional(fixed->getAPInt().getSExtValue()) : std::nullopt;
    }

    // A lower bound of the pipeline iterations between `from` and `to` in a later row. The
    // dependence gives distances from `from` to `to` if `sign` is 1, else from `to` to `from`.
    std::int64_t distance(const llvm::Dependence& d, const Instruction& from, const Instruction& to,
                          int sign) const {
        const auto known = steps(d, outer_.getLoopDepth());
        const std::int64_t rows = known ? std::max<std::int64_t>(1, sign * *known) : 1;
        if (is_inside(from) && is_inside(to)) {
            const auto within = steps_inside(d);
            const auto row = each_row(outer_);
            return within && row ? std::max<std::int64_t>(1, rows * *row + sign * *within) : 1;
        }
        const bool begins = before_.count(from.getParent()) > 0;
        const bool ends = !is_inside(to) && before_.count(to.getParent()) == 0;
        return (begins ? row_ : 1) + (rows - 1) * row_ + (ends ? row_ - 1 : 0);
    }

    // For a dependence within the inner loop: the pipeline iterations between both accesses if they
    // were in the same row.
    std::optional<std::int64_t> steps_inside(const llvm::Dependence& d) const {
        std::int64_t sum = 0;
        for (const llvm::Loop* loop = &inner_; loop; loop = inner_of(*loop)) {
            if (d.getLevels() < loop->getLoopDepth()) break;
            const auto row = each_row(*loop), step = steps(d, loop->getLoopDepth());
            if (!row || !step) return std::nullopt;
            sum += *row * *step;
        }
        return sum;
    }

    void order(Value before, Value after, std::int64_t iterations) {
        made_.orders.push_back({before, after,
                                static_cast<unsigned>(std::min<std::int64_t>(iterations, 1 << 20)),
                                number_});
    }

    OrderAnalyses& on_;
    const llvm::Loop& outer_;
    const llvm::Loop& inner_;
    int number_;
    Kernel& made_;
    std::set<const llvm::BasicBlock*> before_;
    std::int64_t row_ = 1;
};

// Whether every loop inside, down to the innermost, has at most one inner loop.
bool is_chain(const llvm::Loop& loop) {
    for (const llvm::Loop* at = &loop; !at->isInnermost(); at = inner_of(*at))
        if (!inner_of(*at)) return false;
    return !loop.isInnermost();
}

}  // namespace

void find_nest_orders(llvm::Function& function, OrderAnalyses& on,
                      const std::map<const Instruction*, Value>& access, Kernel& made) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    int number = -1;
    for (const llvm::Loop* loop : on.loops.getLoopsInPreorder()) {
        ++number;
        if (!is_chain(*loop)) continue;
        std::vector<std::pair<Instruction*, Value>> found;
        bool is_plain = true;
        for (llvm::BasicBlock* block : order)
            for (Instruction& i : *block)
                if (const auto it = access.find(&i); it != access.end() && loop->contains(block)) {
                    is_plain &= is_memory(made.op(it->second).kind);
                    found.emplace_back(&i, it->second);
                }
        if (!is_plain || found.size() > kMostAccesses) continue;
        made.loops[static_cast<std::size_t>(number)].has_nest_orders = true;
        NestOrders orders(on, *loop, number, made);
        for (std::size_t k = 0; k < found.size(); ++k)
            for (std::size_t n = k + 1; n < found.size(); ++n)
                if (is_ordered(made, made.op(found[k].second), made.op(found[n].second)))
                    orders.add(*found[k].first, found[k].second, *found[n].first, found[n].second);
    }
}

}  // namespace tapestry::hls
