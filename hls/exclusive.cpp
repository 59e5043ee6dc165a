// SPDX-License-Identifier: Apache-2.0
#include "hls/exclusive.h"

#include <algorithm>

namespace tapestry::hls {

namespace {

// A condition with more ways than this is not taken apart.
constexpr std::size_t kMostWays = 24;

bool is_one(const Op& op) { return op.kind == OpKind::constant && op.digits == "1"; }

// The operand that a one-bit operation negates; kNone: it does not negate.
Value negated_by(const Kernel& kernel, const Op& op) {
    if (op.kind != OpKind::bit_xor || op.width != 1) return kNone;
    if (is_one(kernel.op(op.operands[1]))) return op.operands[0];
    return is_one(kernel.op(op.operands[0])) ? op.operands[1] : kNone;
}

}  // namespace

bool Exclusions::are_exclusive(Value a, Value b) {
    const Value p = kernel_.op(a).predicate, q = kernel_.op(b).predicate;
    if (p == kNone || q == kNone || p == q) return false;
    const std::vector<Way> ones = ways(p), others = ways(q);
    return std::all_of(ones.begin(), ones.end(), [&](const Way& x) {
        return std::all_of(others.begin(), others.end(),
                           [&](const Way& y) { return contradict(x, y); });
    });
}

const std::vector<Exclusions::Way>& Exclusions::ways(Value condition) {
    const auto it = ways_.find(condition);
    if (it != ways_.end()) return it->second;
    return ways_[condition] = find_ways(condition, true);
}

// !(a && b) is !a || !b, and !(a || b) is !a && !b.
std::vector<Exclusions::Way> Exclusions::find_ways(Value condition, bool holds) {
    const Op& op = kernel_.op(condition);
    std::vector<Way> found = {{}};
    const bool joins = op.kind == OpKind::bit_and || op.kind == OpKind::bit_or;
    if (const Value inner = negated_by(kernel_, op); inner != kNone) {
        found = find_ways(inner, !holds);
    } else if (joins && op.width == 1) {
        const std::vector<Way> a = find_ways(op.operands[0], holds);
        const std::vector<Way> b = find_ways(op.operands[1], holds);
        if ((op.kind == OpKind::bit_and) == holds) {
            found = both(a, b);
        } else {
            found = a;
            found.insert(found.end(), b.begin(), b.end());
        }
    }
    if (found.size() > kMostWays) found = {{}};
    for (Way& way : found) way[condition] = holds;
    return found;
}

// Every way of one with every way of the other, without those that contradict themselves.
std::vector<Exclusions::Way> Exclusions::both(const std::vector<Way>& a,
                                              const std::vector<Way>& b) {
    std::vector<Way> found;
    if (a.size() * b.size() > kMostWays) return {{}};
    for (const Way& x : a)
        for (const Way& y : b) {
            Way way = x;
            const bool fits = std::all_of(y.begin(), y.end(), [&](const auto& value) {
                return way.emplace(value).first->second == value.second;
            });
            if (fits) found.push_back(way);
        }
    return found;
}

// One value cannot be both, nor be equal to two constants.
bool Exclusions::contradict(const Way& a, const Way& b) const {
    for (const auto& [v, holds] : a) {
        if (const auto it = b.find(v); it != b.end() && it->second != holds) return true;
        const Op& x = kernel_.op(v);
        if (x.kind != OpKind::eq || !holds || kernel_.op(x.operands[1]).kind != OpKind::constant)
            continue;
        for (const auto& [w, also] : b) {
            const Op& y = kernel_.op(w);
            if (also && y.kind == OpKind::eq && y.operands[0] == x.operands[0] &&
                kernel_.op(y.operands[1]).kind == OpKind::constant &&
                kernel_.op(y.operands[1]).digits != kernel_.op(x.operands[1]).digits)
                return true;
        }
    }
    return false;
}

}  // namespace tapestry::hls
