// SPDX-License-Identifier: Apache-2.0
#include "hls/flatten.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "hls/if_convert.h"
#include "hls/nest.h"
#include "hls/schedule_kernel.h"

namespace tapestry::hls {

namespace {

// Rewrites a nest into one loop:
//
//     header: begins ? before : body     before: … body     body: last ? after : tail
//     after: … leaves, or tail           tail: header
class Flattener {
public:
    Flattener(Kernel& kernel, const Nest& nest) : k_(kernel), n_(nest) {
        for (const Loop& l : k_.loops) level_ += l.flattened_into == static_cast<int>(n_.inner);
        inside_.insert(n_.after.begin(), n_.after.end());
        inside_.insert(n_.before.begin(), n_.before.end());
    }

    bool flatten() {
        split_header();
        add_tail();
        choose_start();
        hand_on_outer();
        hold_values();
        hand_on_inner();
        Loop &outer = k_.loops[n_.outer], &inner = k_.loops[n_.inner];
        outer.blocks = {n_.header};
        outer.blocks.insert(outer.blocks.end(), n_.before.begin(), n_.before.end());
        outer.blocks.push_back(n_.body);
        outer.blocks.insert(outer.blocks.end(), n_.after.begin(), n_.after.end());
        outer.blocks.push_back(tail_);
        const std::size_t had = k_.ops.size();
        if (!make_one_block(k_, outer)) return false;
        for (std::size_t v = had; v < k_.ops.size(); ++v) k_.ops[v].around = level_;
        outer.flattened_into = static_cast<int>(n_.inner);
        outer.begins = begins_;
        for (Loop& l : k_.loops)
            if (&l == &inner || l.flattened_into == outer.flattened_into) {
                l.header = outer.header;
                l.blocks = outer.blocks;
            }
        inner.trip_count = n_.may_skip ? 0 : inner.trip_count * outer.trip_count;
        for (Order& o : k_.orders)
            if (o.nest == static_cast<int>(n_.outer)) o.nest = -1;
        remove_unreached(k_);
        return true;
    }

private:
    Block& block(int b) { return k_.blocks[static_cast<std::size_t>(b)]; }
    Op& op(Value v) { return k_.ops[static_cast<std::size_t>(v)]; }

    int add_block() {
        k_.blocks.emplace_back();
        k_.blocks.back().place = k_.loops[n_.outer].place;
        return static_cast<int>(k_.blocks.size()) - 1;
    }

    Value constant(unsigned width, const char* digits) {
        Op made;
        made.width = width;
        made.digits = digits;
        k_.ops.push_back(made);
        return static_cast<Value>(k_.ops.size()) - 1;
    }

    Value make(int b, OpKind kind, unsigned width, std::vector<Value> operands,
               const SourcePlace& place) {
        Op made;
        made.kind = kind;
        made.width = width;
        made.operands = std::move(operands);
        made.block = b;
        made.place = place;
        made.around = level_;
        k_.ops.push_back(made);
        return static_cast<Value>(k_.ops.size()) - 1;
    }

    // Adds a phi to the header: `start` on entry, `next` from the tail.
    Value hand_on(Value start, Value next, unsigned width, const SourcePlace& place) {
        const Value phi = make(n_.header, OpKind::phi, width, {start, next}, place);
        op(phi).from = {n_.entry, tail_};
        block(n_.header).ops.push_back(phi);
        return phi;
    }

    // Adds a phi to the tail: one value if the inner loop continues, the other if it has ended.
    Value either(Value goes_on, Value is_over, unsigned width, const SourcePlace& place) {
        const Value phi = make(tail_, OpKind::phi, width, {goes_on, is_over}, place);
        op(phi).from = {n_.body, n_.latch};
        block(tail_).ops.push_back(phi);
        return phi;
    }

    // Moves the header's operations, except its phis, into the first block before the inner loop.
    void split_header() {
        const int rest = add_block();
        Block& header = block(n_.header);
        block(rest).next = header.next;
        block(rest).condition = header.condition;
        block(rest).place = header.place;
        for (const Value v : header.ops)
            if (op(v).kind != OpKind::phi) {
                op(v).block = rest;
                block(rest).ops.push_back(v);
            }
        std::erase_if(header.ops, [&](Value v) { return op(v).kind != OpKind::phi; });
        for (Op& o : k_.ops) std::replace(o.from.begin(), o.from.end(), n_.header, rest);
        inside_.erase(n_.header);
        inside_.insert(rest);
        n_.before.front() = rest;
        for (const int b : inside_)
            for (const Value v : block(b).ops) op(v).around = level_;
    }

    void add_tail() {
        tail_ = add_block();
        block(tail_).next = {n_.header};
        std::vector<int>&back = block(n_.latch).next, &again = block(n_.body).next;
        std::replace(back.begin(), back.end(), n_.header, tail_);
        std::replace(again.begin(), again.end(), n_.body, tail_);
    }

    void choose_start() {
        const SourcePlace place = k_.loops[n_.outer].place;
        const Value yes = constant(1, "1"), no = constant(1, "0");
        begins_ = hand_on(yes, either(no, yes, 1, place), 1, place);
        block(n_.header).condition = begins_;
        block(n_.header).next = {n_.before.front(), n_.body};
    }

    // Values carried by the outer loop keep their value while the inner loop runs.
    void hand_on_outer() {
        for (const Value phi : block(n_.header).ops)
            for (std::size_t i = 0; i < op(phi).from.size(); ++i) {
                if (op(phi).from[i] != n_.latch) continue;
                const Value next = op(phi).operands[i];
                const Value kept =
                    next == phi ? phi : either(phi, next, op(phi).width, op(phi).place);
                op(phi).operands[i] = kept;
                op(phi).from[i] = tail_;
            }
    }

    // Values computed before the inner loop and used in or after it are held from the iteration
    // that computed them, unless every iteration can recompute the same value.
    void hold_values() {
        const std::set<int> before(n_.before.begin(), n_.before.end());
        std::map<Value, Value> held;
        for (const Value v : made_once())
            if (is_used_behind(v, before))
                held[v] = make(n_.body, OpKind::select, op(v).width, {}, op(v).place);
        use_instead(held, before);
        std::vector<Value> selects;
        for (const auto& [v, select] : held) {
            op(select).operands = {begins_, v, kNone};
            const Value nothing = constant(op(v).width, "0");
            const Value last = hand_on(nothing, select, op(v).width, op(v).place);
            op(select).operands[2] = last;
            selects.push_back(select);
        }
        std::vector<Value>& ops = block(n_.body).ops;
        const auto first = std::find_if(ops.begin(), ops.end(),
                                        [&](Value v) { return op(v).kind != OpKind::phi; });
        ops.insert(first, selects.begin(), selects.end());
    }

    // The values of the blocks that cannot be recomputed within an iteration of the outer loop:
    // loads, phis that depend on the path taken, and everything derived from those.
    std::vector<Value> made_once() {
        std::set<Value> once;
        std::vector<Value> found;
        for (const int b : n_.before)
            for (const Value v : block(b).ops) {
                const bool is_own = op(v).kind == OpKind::phi || is_memory(op(v).kind);
                const bool follows = std::any_of(op(v).operands.begin(), op(v).operands.end(),
                                                 [&](Value o) { return once.contains(o); });
                if (!is_own && !follows) continue;
                once.insert(v);
                if (op(v).kind != OpKind::store) found.push_back(v);
            }
        return found;
    }

    static bool is_direct(const Op& user, std::size_t operand, const std::set<int>& before) {
        return before.contains(user.kind == OpKind::phi ? user.from[operand] : user.block);
    }

    bool is_used_behind(Value v, const std::set<int>& before) {
        for (const Op& user : k_.ops) {
            if (user.predicate == v && !before.contains(user.block)) return true;
            for (std::size_t i = 0; i < user.operands.size(); ++i)
                if (user.operands[i] == v && !is_direct(user, i, before)) return true;
        }
        for (std::size_t b = 0; b < k_.blocks.size(); ++b)
            if (!before.contains(static_cast<int>(b)) &&
                (k_.blocks[b].condition == v || k_.blocks[b].result == v))
                return true;
        return false;
    }

    void use_instead(const std::map<Value, Value>& held, const std::set<int>& before) {
        auto change = [&](Value& v) {
            if (const auto it = held.find(v); it != held.end()) v = it->second;
        };
        for (Op& user : k_.ops) {
            if (!before.contains(user.block)) change(user.predicate);
            for (std::size_t i = 0; i < user.operands.size(); ++i)
                if (!is_direct(user, i, before)) change(user.operands[i]);
        }
        for (std::size_t b = 0; b < k_.blocks.size(); ++b) {
            if (before.contains(static_cast<int>(b))) continue;
            change(k_.blocks[b].condition);
            change(k_.blocks[b].result);
        }
    }

    // Values carried by the inner loop go through the header. An iteration that bypasses the inner
    // loop passes the initial value on, which is never used then.
    void hand_on_inner() {
        for (const Value phi : block(n_.body).ops) {
            if (op(phi).kind != OpKind::phi) break;
            Op made = op(phi);
            const auto self = std::find(made.from.begin(), made.from.end(), n_.body);
            const auto next = made.operands.begin() + (self - made.from.begin());
            const Value carried = hand_on(constant(made.width, "0"), *next, made.width, made.place);
            made.operands.erase(next);
            made.from.erase(self);
            if (made.from.size() == 1) {
                made.kind = OpKind::select;
                made.operands = {begins_, made.operands[0], carried};
                made.from.clear();
            } else {
                made.operands.insert(made.operands.begin(), carried);
                made.from.insert(made.from.begin(), n_.header);
            }
            op(phi) = made;
        }
    }

    Kernel& k_;
    Nest n_;
    unsigned level_ = 1;
    std::set<int> inside_;  // blocks of the outer loop only
    int tail_ = -1;
    Value begins_ = kNone;
};

// The cycles of a nest that is not flattened.
class NestCost {
public:
    NestCost(const Kernel& kernel, const HlsOptions& options, const Nest& nest)
        : k_(kernel), options_(options), n_(nest), inner_(plan_block(kernel, options, nest.body)) {
        for (const int b : n_.before) length_[b] = plan_block(k_, options_, b).length;
        for (const int b : n_.after) length_[b] = plan_block(k_, options_, b).length;
    }

    bool is_pipeline() const { return inner_.interval > 0; }

    // The largest interval of a flattened pipeline that can pay off.
    unsigned most() const {
        const std::uint64_t runs = k_.loops[n_.inner].trip_count;
        std::uint64_t most = inner_.interval;
        if (runs > 0) most += around() / runs;
        if (n_.may_skip_some) most = std::min<std::uint64_t>(most, shortest(false));
        return static_cast<unsigned>(std::min<std::uint64_t>(most, kMostInterval));
    }

    // Whether the flattened pipeline takes no longer for the shortest possible run of the outer
    // loop. More iterations cannot change the answer, because `most` bounds the cost of each.
    bool is_worth(const BlockPlan& one) const {
        const std::uint64_t iterations =
            n_.may_skip_some ? 1 : std::max<std::uint64_t>(1, k_.loops[n_.outer].trip_count);
        const std::uint64_t runs = std::max<std::uint64_t>(1, k_.loops[n_.inner].trip_count);
        return iterations * runs * one.interval + drain(one) <=
               iterations * (around() + runs * inner_.interval);
    }

private:
    // The cycles at the end of a pipeline in which no iteration starts.
    static std::uint64_t drain(const BlockPlan& plan) {
        const unsigned stages = (plan.length + plan.interval - 1) / plan.interval;
        return std::uint64_t{stages - 1} * plan.interval;
    }

    // A lower bound of the cycles per outer iteration in which no inner iteration starts.
    std::uint64_t around() const { return shortest(true) + drain(inner_); }

    // The cycles of the outer loop's blocks on its shortest path, through the inner loop or around
    // it.
    std::uint64_t shortest(bool through) const {
        std::map<int, std::uint64_t> to_end;
        for (auto b = n_.after.rbegin(); b != n_.after.rend(); ++b)
            to_end[*b] = length_.at(*b) + shortest_from(*b, to_end, true);
        if (through) to_end = {{n_.body, shortest_from(n_.body, to_end, true)}};
        for (auto b = n_.before.rbegin(); b != n_.before.rend(); ++b)
            to_end[*b] = length_.at(*b) + shortest_from(*b, to_end, !through);
        return to_end.at(n_.header);
    }

    // The shortest path from the block's end, given those of its successors; with `may_end` the
    // block may end the iteration itself.
    std::uint64_t shortest_from(int b, const std::map<int, std::uint64_t>& to_end,
                                bool may_end) const {
        std::uint64_t least = std::numeric_limits<std::uint32_t>::max();
        for (const int next : k_.blocks[static_cast<std::size_t>(b)].next) {
            const auto it = to_end.find(next);
            const bool is_inside = length_.contains(next) || next == n_.body;
            if (it != to_end.end())
                least = std::min(least, it->second);
            else if (may_end && (next == n_.header || !is_inside))
                least = 0;
        }
        return least;
    }

    const Kernel& k_;
    const HlsOptions& options_;
    const Nest& n_;
    BlockPlan inner_;
    std::map<int, unsigned> length_;
};

bool flatten_loop(Kernel& kernel, const HlsOptions& options, std::size_t outer) {
    const std::optional<Nest> nest = nest_of(kernel, outer);
    if (!nest) return false;
    const NestCost price(kernel, options, *nest);
    if (!price.is_pipeline() || price.most() == 0) return false;
    Kernel flat = kernel;
    if (!Flattener(flat, *nest).flatten()) return false;
    const BlockPlan plan = plan_block(flat, options, flat.loops[outer].header, price.most());
    if (plan.interval == 0 || !price.is_worth(plan)) return false;
    kernel = std::move(flat);
    return true;
}

}  // namespace

void flatten_loops(Kernel& kernel, const HlsOptions& options) {
    // Outer loops precede their inner loops.
    for (std::size_t i = kernel.loops.size(); i-- > 0;) flatten_loop(kernel, options, i);
}

}  // namespace tapestry::hls
