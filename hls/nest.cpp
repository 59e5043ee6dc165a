// SPDX-License-Identifier: Apache-2.0
#include "hls/nest.h"

#include <algorithm>
#include <set>

namespace tapestry::hls {

namespace {

bool contains(const std::vector<int>& blocks, int b) {
    return std::find(blocks.begin(), blocks.end(), b) != blocks.end();
}

class Finder {
public:
    Finder(const Kernel& kernel, std::size_t outer) : k_(kernel), loop_(kernel.loops[outer]) {
        nest_.outer = outer;
        nest_.header = loop_.header;
    }

    std::optional<Nest> find() {
        if (loop_.flattened_into >= 0 || !loop_.has_nest_orders || !find_inner() || !find_ends() ||
            !can_move())
            return std::nullopt;
        visit(loop_.header);
        part();
        return nest_;
    }

private:
    const Block& block(int b) const { return k_.blocks[static_cast<std::size_t>(b)]; }

    // Requires exactly one inner loop, which is a single block that can be a pipeline.
    bool find_inner() {
        std::size_t inside = 0;
        for (std::size_t i = 0; i < k_.loops.size(); ++i) {
            const Loop& other = k_.loops[i];
            if (i == nest_.outer || other.flattened_into >= 0 ||
                !contains(loop_.blocks, other.header))
                continue;
            nest_.inner = i;
            nest_.body = other.header;
            ++inside;
        }
        return inside == 1 && nest_.body != loop_.header && is_self_loop(k_, nest_.body) &&
               block(nest_.body).next.size() == 2 && block(nest_.body).condition != kNone &&
               k_.op(block(nest_.body).condition).block == nest_.body;
    }

    // Requires a single entry edge and a single back edge.
    bool find_ends() {
        std::size_t found = 0;
        for (std::size_t b = 0; b < k_.blocks.size(); ++b) {
            const int from = static_cast<int>(b);
            if (!contains(block(from).next, loop_.header)) continue;
            (contains(loop_.blocks, from) ? nest_.latch : nest_.entry) = from;
            ++found;
        }
        return found == 2 && nest_.entry >= 0 && nest_.latch >= 0 && nest_.latch != nest_.body;
    }

    // Operations that wait for other threads must not move: those would wait for iterations that
    // run ahead.
    bool can_move() const {
        for (const int b : loop_.blocks)
            for (const Value v : block(b).ops)
                if (is_sync(k_.op(v).kind) || is_stream(k_.op(v).kind)) return false;
        return true;
    }

    // Post-order: a block is recorded after all its successors.
    void visit(int b) {
        if (!seen_.insert(b).second) return;
        for (const int next : block(b).next)
            if (next != loop_.header && contains(loop_.blocks, next)) visit(next);
        noted_.push_back(b);
    }

    void part() {
        std::set<int> leads;  // to the inner loop
        for (const int b : noted_) {
            const auto& next = block(b).next;
            const bool leads_there =
                b != nest_.body && std::any_of(next.begin(), next.end(), [&](int n) {
                    return n == nest_.body || leads.contains(n);
                });
            if (leads_there) leads.insert(b);
        }
        for (auto b = noted_.rbegin(); b != noted_.rend(); ++b) {
            if (*b == nest_.body) continue;
            (leads.contains(*b) ? nest_.before : nest_.after).push_back(*b);
        }
        for (const int b : nest_.before)
            for (const int next : block(b).next)
                if (next != nest_.body && !leads.contains(next)) note_skip(b);
    }

    // All iterations take the same path if a single block decides, by a value computed outside the
    // loop.
    void note_skip(int b) {
        const int made_in = k_.op(block(b).condition).block;
        nest_.may_skip_some |= nest_.may_skip || contains(loop_.blocks, made_in);
        nest_.may_skip = true;
    }

    const Kernel& k_;
    const Loop& loop_;
    Nest nest_;
    std::set<int> seen_;
    std::vector<int> noted_;
};

}  // namespace

std::optional<Nest> nest_of(const Kernel& kernel, std::size_t outer) {
    return Finder(kernel, outer).find();
}

}  // namespace tapestry::hls
