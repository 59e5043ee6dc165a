// SPDX-License-Identifier: Apache-2.0
#include "hls/if_convert.h"

#include <algorithm>
#include <map>
#include <set>

namespace tapestry::hls {

namespace {

constexpr std::size_t kMostOps = 400;

// The operations of the single block that a loop becomes.
class Body {
public:
    Body(Kernel& kernel, int block) : k_(kernel), block_(block) {}

    Value add(OpKind kind, unsigned width, std::vector<Value> operands, const SourcePlace& place) {
        Op op;
        op.kind = kind;
        op.width = width;
        op.operands = std::move(operands);
        op.block = block_;
        op.place = place;
        k_.ops.push_back(op);
        ops.push_back(static_cast<Value>(k_.ops.size()) - 1);
        return ops.back();
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

    // The conjunction of two conditions; kNone is always true.
    Value both(Value a, Value b, const SourcePlace& place) {
        if (a == kNone || b == kNone) return a == kNone ? b : a;
        return add(OpKind::bit_and, 1, {a, b}, place);
    }

    std::vector<Value> ops;

private:
    Kernel& k_;
    int block_;
};

class Converter {
public:
    Converter(Kernel& kernel, Loop& loop) : k_(kernel), loop_(loop), body_(kernel, loop.header) {
        for (const int b : loop_.blocks) inside_.emplace(b, inside_.size());
    }

    bool can_convert() {
        latch_ = loop_.blocks.back();
        for (const int b : loop_.blocks) {
            for (const int next : block(b).next) {
                const bool leaves = !inside_.contains(next), returns = next == loop_.header;
                if (leaves) exits_.emplace_back(b, next);
                if (returns && b != latch_) return false;
                if (!leaves && !returns && inside_.at(next) <= inside_.at(b)) return false;
            }
        }
        const std::vector<int>& ends = block(latch_).next;
        return loop_.blocks.size() > 1 && !exits_.empty() && can_move_ops() &&
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
        if (is_left_once())
            keep_single_exit();
        else
            merge_exits();
        rename_edges();
        for (const int b : loop_.blocks)
            if (b != loop_.header) block(b) = Block();
        loop_.blocks = {loop_.header};
    }

    // Blocks that were added after the loop to select its exit.
    const std::vector<int>& choices() const { return choices_; }

private:
    using Edge = std::pair<int, int>;

    // Whether the only exit is in the header or the latch. Nearly all loops are like that and keep
    // their condition.
    bool is_left_once() const {
        return exits_.size() == 1 && (exits_[0].first == loop_.header || exits_[0].first == latch_);
    }

    // A token read from a stream is consumed even by an iteration that leaves the loop earlier. So
    // a loop with streams is converted only if it has that one exit.
    bool can_move_ops() {
        std::size_t ops = 0;
        for (const int b : loop_.blocks) {
            ops += block(b).ops.size();
            for (const Value v : block(b).ops) {
                const OpKind kind = k_.op(v).kind;
                if (is_sync(kind) || (is_stream(kind) && !is_left_once())) return false;
            }
        }
        return ops <= kMostOps;
    }

    // Keeps a single exit: its condition becomes that of the merged block. If the exit is in the
    // header, the last iteration's remaining accesses are disabled by their predicates.
    void keep_single_exit() {
        Block& header = block(loop_.header);
        header.condition = block(exits_[0].first).condition;
        header.next = block(exits_[0].first).next;
        for (int& next : header.next)
            if (inside_.contains(next)) next = loop_.header;
    }

    // With several exits, an iteration runs to its end with all accesses after the taken exit
    // disabled. Empty blocks behind the loop then branch to the target of that exit.
    void merge_exits() {
        std::map<int, Value> targets;  // with the condition under which each is taken
        const SourcePlace place = block(exits_[0].first).place;
        for (const Edge& exit : exits_) {
            const auto [it, is_new] = targets.emplace(exit.second, edges_.at(exit));
            if (!is_new) it->second = add(OpKind::bit_or, 1, {it->second, edges_.at(exit)}, place);
        }
        Value leaves = kNone;
        for (const auto& [target, taken] : targets)
            leaves = leaves == kNone ? taken : add(OpKind::bit_or, 1, {leaves, taken}, place);
        int from = loop_.header;
        block(from).condition = leaves;
        block(from).next = {targets.begin()->first, loop_.header};
        while (targets.size() > 1) {
            const auto [target, taken] = *targets.begin();
            const int choice = add_choice(from, taken, place);
            join_phis(target, choice);
            targets.erase(targets.begin());
            block(choice).next = {target, targets.begin()->first};
            from = choice;
        }
        join_phis(targets.begin()->first, from);
    }

    // Adds a block behind the loop that branches on `taken`. It belongs to every enclosing loop.
    int add_choice(int from, Value taken, const SourcePlace& place) {
        const int choice = static_cast<int>(k_.blocks.size());
        k_.blocks.emplace_back();
        block(choice).condition = taken;
        block(choice).place = place;
        (from == loop_.header ? block(from).next[0] : block(from).next[1]) = choice;
        choices_.push_back(choice);
        return choice;
    }

    // Replaces the incoming edges from the loop's blocks by one.
    void join_phis(int target, int from) {
        for (const Value v : block(target).ops) {
            if (k_.op(v).kind != OpKind::phi) break;
            const Op phi = k_.op(v);
            Op joined = phi;
            joined.operands.clear();
            joined.from.clear();
            Value chosen = kNone;
            for (std::size_t i = 0; i < phi.operands.size(); ++i) {
                const bool is_ours = inside_.contains(phi.from[i]);
                if (!is_ours) {
                    joined.operands.push_back(phi.operands[i]);
                    joined.from.push_back(phi.from[i]);
                } else if (chosen == kNone) {
                    chosen = phi.operands[i];
                } else if (chosen != phi.operands[i]) {
                    chosen =
                        add(OpKind::select, phi.width,
                            {edges_.at({phi.from[i], target}), phi.operands[i], chosen}, phi.place);
                }
            }
            if (chosen == kNone) continue;
            joined.operands.push_back(chosen);
            joined.from.push_back(from);
            k_.ops[static_cast<std::size_t>(v)] = joined;
        }
    }

    Block& block(int b) { return k_.blocks[static_cast<std::size_t>(b)]; }

    Value add(OpKind kind, unsigned width, std::vector<Value> operands, const SourcePlace& place) {
        return body_.add(kind, width, std::move(operands), place);
    }

    // Notes the condition under which each edge out of `b` is taken.
    void note_edges(int b) {
        const std::vector<int> next = block(b).next;
        const SourcePlace place = block(b).place;
        if (b == latch_ && is_left_once()) return;
        if (next.size() == 1) {
            edges_[{b, next[0]}] = runs_[b];
            return;
        }
        const Value condition = block(b).condition;
        const Value otherwise = add(OpKind::bit_xor, 1, {condition, body_.one()}, place);
        edges_[{b, next[0]}] = body_.both(runs_[b], condition, place);
        edges_[{b, next[1]}] = body_.both(runs_[b], otherwise, place);
    }

    // Whether the block is on every path through the loop: no edge bypasses it.
    bool always_runs(int b) {
        const std::size_t here = inside_.at(b);
        for (std::size_t i = 0; i < here; ++i)
            for (const int next : block(loop_.blocks[i]).next)
                if (!inside_.contains(next) || inside_.at(next) > here) return false;
        return true;
    }

    Value when_entered(int b) {
        if (always_runs(b)) return kNone;
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

    // Replaces phis at joins by selects on the condition of the edge taken.
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
            if (phi.operands.size() == 1) become_select(v, body_.one(), chosen, chosen);
        }
    }

    void become_select(Value v, Value taken, Value then, Value otherwise) {
        const Value condition = taken == kNone ? body_.one() : taken;
        Op& op = k_.ops[static_cast<std::size_t>(v)];
        op.kind = OpKind::select;
        op.from.clear();
        op.operands = {condition, then, otherwise};
    }

    void move_ops(int b) {
        std::map<Value, Value> both;  // by the predicate that an operation already has
        for (const Value v : block(b).ops) {
            const OpKind kind = k_.op(v).kind;
            if (is_memory(kind) || is_stream(kind)) {
                const Value had = k_.op(v).predicate;
                if (!both.contains(had)) both[had] = body_.both(runs_[b], had, block(b).place);
                k_.ops[static_cast<std::size_t>(v)].predicate = both[had];
            }
            k_.ops[static_cast<std::size_t>(v)].block = loop_.header;
            // What stands around a flattened loop is counted by the iterations of its own loop.
            if (runs_[b] != kNone && k_.op(v).around == 0)
                k_.ops[static_cast<std::size_t>(v)].is_conditional = true;
            body_.ops.push_back(v);
        }
        block(loop_.header).ops = body_.ops;
        if (b != loop_.header) block(b).ops.clear();
    }

    void rename_edges() {
        block(loop_.header).ops = body_.ops;
        for (Op& op : k_.ops)
            for (int& from : op.from)
                if (from == latch_) from = loop_.header;
    }

    Kernel& k_;
    Loop& loop_;
    int latch_ = -1;
    std::vector<Edge> exits_;
    std::vector<int> choices_;
    std::map<int, std::size_t> inside_;  // position of each block in the loop
    Body body_;
    std::map<int, Value> runs_;    // condition under which a block runs
    std::map<Edge, Value> edges_;  // condition under which an edge is taken
};

// A block added behind a loop belongs to those enclosing loops that it can stay in. The last one is
// decided first, because it may be the only successor of the others.
void join_loops_around(Kernel& k, const Loop& inner, const std::vector<int>& choices) {
    for (Loop& loop : k.loops) {
        auto has = [&](int b) {
            return std::find(loop.blocks.begin(), loop.blocks.end(), b) != loop.blocks.end();
        };
        if (loop.header == inner.header || !has(inner.header)) continue;
        for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
            const std::vector<int>& next = k.blocks[static_cast<std::size_t>(*choice)].next;
            if (std::any_of(next.begin(), next.end(), has)) loop.blocks.push_back(*choice);
        }
    }
}

}  // namespace

bool is_innermost(const Kernel& kernel, const Loop& loop) {
    return std::none_of(kernel.loops.begin(), kernel.loops.end(), [&](const Loop& other) {
        return other.header != loop.header &&
               std::find(loop.blocks.begin(), loop.blocks.end(), other.header) != loop.blocks.end();
    });
}

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

bool make_one_block(Kernel& kernel, Loop& loop) {
    Converter converter(kernel, loop);
    if (!converter.can_convert()) return false;
    converter.convert();
    join_loops_around(kernel, loop, converter.choices());
    return true;
}

}  // namespace tapestry::hls
