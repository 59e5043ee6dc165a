// SPDX-License-Identifier: Apache-2.0
#include "hls/if_convert.h"

#include <algorithm>
#include <map>
#include <set>

namespace tapestry::hls {

namespace {

constexpr std::size_t kMostOps = 400;

class Converter {
public:
    Converter(Kernel& kernel, Loop& loop) : k_(kernel), loop_(loop) {
        // Blocks are numbered so that all edges but the one back go to higher
        // numbers.
        std::sort(loop_.blocks.begin(), loop_.blocks.end());
        inside_.insert(loop_.blocks.begin(), loop_.blocks.end());
    }

    bool can_convert() {
        std::size_t ops = 0;
        latch_ = loop_.blocks.back();
        exit_ = leaves_from(loop_.header) ? loop_.header : latch_;
        for (const int b : loop_.blocks) {
            for (const int next : block(b).next) {
                const bool leaves = !inside_.contains(next), returns = next == loop_.header;
                if ((leaves && b != exit_) || (returns && b != latch_)) return false;
                if (!leaves && !returns && next <= b) return false;
            }
            ops += block(b).ops.size();
            for (const Value v : block(b).ops)
                if (is_sync(k_.op(v).kind)) return false;
        }
        const std::vector<int>& ends = block(latch_).next;
        return loop_.blocks.size() > 1 && ops <= kMostOps && block(exit_).next.size() == 2 &&
               std::find(ends.begin(), ends.end(), loop_.header) != ends.end();
    }

    void convert() {
        runs_[loop_.header] = kNone;
        for (const int b : loop_.blocks) {
            if (b != loop_.header) {
                runs_[b] = when_entered(b);
                take_phis(b);
            }
            move_ops(b);
            note_edges(b);
        }
        // Left at its beginning, the last iteration does nothing behind that; all of it has
        // conditions.
        Block& header = block(loop_.header);
        header.condition = block(exit_).condition;
        header.next = block(exit_).next;
        for (int& next : header.next)
            if (inside_.contains(next)) next = loop_.header;
        rename_edges();
        for (const int b : loop_.blocks)
            if (b != loop_.header) block(b) = Block();
        loop_.blocks = {loop_.header};
    }

private:
    bool leaves_from(int b) {
        const std::vector<int>& next = block(b).next;
        return std::any_of(next.begin(), next.end(), [&](int n) { return !inside_.contains(n); });
    }

    Block& block(int b) { return k_.blocks[static_cast<std::size_t>(b)]; }

    Value add(OpKind kind, unsigned width, std::vector<Value> operands, const SourcePlace& place) {
        Op op;
        op.kind = kind;
        op.width = width;
        op.operands = std::move(operands);
        op.block = loop_.header;
        op.place = place;
        k_.ops.push_back(op);
        moved_.push_back(static_cast<Value>(k_.ops.size()) - 1);
        return moved_.back();
    }

    Value one() {
        for (std::size_t i = 0; i < k_.ops.size(); ++i)
            if (k_.ops[i].kind == OpKind::constant && k_.ops[i].width == 1 &&
                k_.ops[i].digits == "1")
                return static_cast<Value>(i);
        Op op;
        op.width = 1;
        op.digits = "1";
        k_.ops.push_back(op);
        return static_cast<Value>(k_.ops.size()) - 1;
    }

    // A condition that is kNone always holds.
    Value both(Value a, Value b, const SourcePlace& place) {
        if (a == kNone || b == kNone) return a == kNone ? b : a;
        return add(OpKind::bit_and, 1, {a, b}, place);
    }

    // When each edge out of `b` is taken.
    void note_edges(int b) {
        const std::vector<int> next = block(b).next;
        const SourcePlace place = block(b).place;
        if (b == latch_) return;
        if (next.size() == 1) {
            edges_[{b, next[0]}] = runs_[b];
            return;
        }
        const Value condition = block(b).condition;
        const Value otherwise = add(OpKind::bit_xor, 1, {condition, one()}, place);
        edges_[{b, next[0]}] = both(runs_[b], condition, place);
        edges_[{b, next[1]}] = both(runs_[b], otherwise, place);
    }

    Value when_entered(int b) {
        // The last block always runs when the loop is left nowhere else.
        if (b == latch_ && exit_ == latch_) return kNone;
        Value any = kNone;
        bool is_first = true;
        for (const auto& [edge, taken] : edges_) {
            if (edge.second != b) continue;
            if (taken == kNone) return kNone;
            any = is_first ? taken : add(OpKind::bit_or, 1, {any, taken}, block(b).place);
            is_first = false;
        }
        return any;
    }

    // Where ways meet, the value of the way that was taken is chosen.
    void take_phis(int b) {
        for (const Value v : block(b).ops) {
            if (k_.op(v).kind != OpKind::phi) break;
            const Op phi = k_.op(v);
            Value chosen = phi.operands[0];
            for (std::size_t i = 1; i < phi.operands.size(); ++i) {
                const Value taken = edges_.at({phi.from[i], b});
                if (i + 1 < phi.operands.size() && taken != kNone)
                    chosen =
                        add(OpKind::select, phi.width, {taken, phi.operands[i], chosen}, phi.place);
                else if (i + 1 == phi.operands.size())
                    become_select(v, taken, phi.operands[i], chosen);
            }
            if (phi.operands.size() == 1) become_select(v, one(), chosen, chosen);
        }
    }

    void become_select(Value v, Value taken, Value then, Value otherwise) {
        Op& op = k_.ops[static_cast<std::size_t>(v)];
        op.kind = OpKind::select;
        op.from.clear();
        op.operands = {taken == kNone ? one() : taken, then, otherwise};
    }

    void move_ops(int b) {
        for (const Value v : block(b).ops) {
            Op& op = k_.ops[static_cast<std::size_t>(v)];
            op.block = loop_.header;
            if (is_memory(op.kind) || is_stream(op.kind)) op.predicate = runs_[b];
            moved_.push_back(v);
        }
        block(loop_.header).ops = moved_;
        if (b != loop_.header) block(b).ops.clear();
    }

    void rename_edges() {
        block(loop_.header).ops = moved_;
        for (Op& op : k_.ops)
            for (int& from : op.from)
                if (from == latch_) from = loop_.header;
    }

    Kernel& k_;
    Loop& loop_;
    int latch_ = -1;
    int exit_ = -1;  // the one block that leaves the loop: its first, or the latch
    std::set<int> inside_;
    std::vector<Value> moved_;
    std::map<int, Value> runs_;                   // when a block runs
    std::map<std::pair<int, int>, Value> edges_;  // when an edge is taken
};

bool is_innermost(const Kernel& kernel, const Loop& loop) {
    return std::none_of(kernel.loops.begin(), kernel.loops.end(), [&](const Loop& other) {
        return other.header != loop.header &&
               std::find(loop.blocks.begin(), loop.blocks.end(), other.header) != loop.blocks.end();
    });
}

// Leaves out blocks that nothing leads to any more.
void remove_unreached(Kernel& k) {
    std::vector<int> number(k.blocks.size(), -1);
    std::vector<int> open = {0};
    std::set<int> reached;
    while (!open.empty()) {
        const int b = open.back();
        open.pop_back();
        if (!reached.insert(b).second) continue;
        for (const int next : k.blocks[static_cast<std::size_t>(b)].next) open.push_back(next);
    }
    std::vector<Block> kept;
    for (const int b : reached) {
        number[static_cast<std::size_t>(b)] = static_cast<int>(kept.size());
        kept.push_back(k.blocks[static_cast<std::size_t>(b)]);
    }
    auto renumber = [&](int& b) { b = b < 0 ? b : number[static_cast<std::size_t>(b)]; };
    for (Block& b : kept)
        for (int& next : b.next) renumber(next);
    for (Op& op : k.ops) {
        renumber(op.block);
        for (int& from : op.from) renumber(from);
    }
    for (Loop& l : k.loops) {
        renumber(l.header);
        for (int& b : l.blocks) renumber(b);
        std::erase(l.blocks, -1);
    }
    k.blocks = std::move(kept);
}

}  // namespace

void if_convert(Kernel& kernel) {
    for (Loop& loop : kernel.loops) {
        if (!is_innermost(kernel, loop)) continue;
        Converter converter(kernel, loop);
        if (converter.can_convert()) converter.convert();
    }
    remove_unreached(kernel);
}

}  // namespace tapestry::hls
