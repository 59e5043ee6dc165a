// SPDX-License-Identifier: Apache-2.0
#include "find/module/register_resets.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "find/module/condition.h"
#include "model/name_words.h"
#include "model/reset_name.h"

namespace tapestry {

namespace {

constexpr int kMostCopies = 4;            // combinational wires on the way to the register
constexpr std::size_t kMostWires = 200;   // that are looked through for one register
constexpr std::uint32_t kMostBits = 256;  // of a register whose bits are asked for one by one

struct Part {
    VarId var = kNone;
    std::uint32_t lsb = 0;
    std::uint32_t width = 0;

    friend auto operator<=>(const Part&, const Part&) = default;
};

// What a register becomes: the value it has, a constant, one of these two, or anything.
struct Outcome {
    bool holds = false;
    std::optional<std::string> constant;  // its bits, the highest first
    bool anything = false;

    static Outcome held() { return {true, std::nullopt, false}; }
    static Outcome other() { return {false, std::nullopt, true}; }
    static Outcome of(std::string value) { return {false, std::move(value), false}; }
};

std::string bits_of(const Constant& value, std::uint32_t lsb, std::uint32_t width) {
    std::string bits;
    for (std::uint32_t i = lsb + width; i-- > lsb;)
        bits += value.is_unknown(i) ? 'x' : value.is_one(i) ? '1' : '0';
    return bits;
}

Outcome either(const Outcome& a, const Outcome& b) {
    if (a.anything || b.anything) return Outcome::other();
    if (a.constant && b.constant && *a.constant != *b.constant) return Outcome::other();
    return {a.holds || b.holds, a.constant ? a.constant : b.constant, false};
}

// The next value of one part of a register while a reset is active.
class UnderReset {
public:
    UnderReset(const ModuleIndex& index, Part root, ActiveReset reset)
        : index_(index),
          module_(index.module()),
          root_(root),
          conditions_(index, {{reset.var, !reset.active_low}}) {}

    Outcome outcome() { return after(root_, Outcome::held(), 0); }

private:
    // What may have been assigned last, and the guards that the reset does not decide.
    struct Write {
        std::vector<Guard> guards;
        Outcome outcome;
    };

    // The assignments to a part in the order of the text. One hides an earlier one if it is
    // executed whenever that one is.
    Outcome after(Part part, const Outcome& start, int copies) {
        std::vector<Write> writes;
        bool overwritten = false;
        for (const AssignmentId id : index_.drivers(part.var)) {
            const Assignment& a = index_.assignment(id);
            const bool apart =
                !a.whole && (a.lsb >= part.lsb + part.width || a.lsb + a.width <= part.lsb);
            if (apart || conditions_.of(a.guards) == false) continue;
            Write write{undecided(a.guards), assigned(a, part, copies)};
            std::erase_if(writes, [&](const Write& w) { return implies(w.guards, write.guards); });
            overwritten = overwritten || write.guards.empty();
            writes.push_back(std::move(write));
        }
        Outcome all = overwritten ? writes.front().outcome : start;
        for (const Write& write : writes) all = either(all, write.outcome);
        return all;
    }

    std::vector<Guard> undecided(const std::vector<Guard>& guards) {
        std::vector<Guard> rest;
        for (const Guard& guard : guards) {
            if (!conditions_.of(std::vector<Guard>{guard})) rest.push_back(guard);
        }
        return rest;
    }

    static bool implies(const std::vector<Guard>& all, const std::vector<Guard>& some) {
        return std::ranges::all_of(some, [&](const Guard& wanted) {
            return std::ranges::any_of(all, [&](const Guard& guard) {
                return guard.condition == wanted.condition && guard.holds == wanted.holds &&
                       guard.matches == wanted.matches && guard.earlier == wanted.earlier;
            });
        });
    }

    Outcome assigned(const Assignment& a, Part part, int copies) {
        const bool covers =
            a.whole || (a.lsb <= part.lsb && a.lsb + a.width >= part.lsb + part.width);
        if (!covers || a.dynamic || a.to_element) return Outcome::other();
        return value(a.value, a.whole ? part.lsb : part.lsb - a.lsb, part.width, copies);
    }

    Outcome value(ExprId id, std::uint32_t lsb, std::uint32_t width, int copies) {
        const Expr& e = module_.expr(id);
        if (e.width == 1) {
            if (const auto bit = conditions_.of(id)) return Outcome::of(*bit ? "1" : "0");
        }
        switch (e.op) {
            case Op::constant:
                return Outcome::of(bits_of(e.value, lsb, width));
            case Op::ref:
                return variable({e.var, lsb, width}, copies);
            case Op::conditional:
                return choice(e, lsb, width, copies);
            case Op::select: {
                const Expr& from = module_.expr(e.args[1]);
                const auto offset = from.op == Op::constant ? from.value.to_u64() : std::nullopt;
                if (!offset) return Outcome::other();
                return value(e.args[0], lsb + static_cast<std::uint32_t>(*offset), width, copies);
            }
            case Op::concatenate:
            case Op::extend:
                return joined(e, lsb, width, copies);
            default:
                return Outcome::other();
        }
    }

    Outcome variable(Part part, int copies) {
        if (part == root_) return Outcome::held();
        if (!index_.is_combinational(part.var) || copies == kMostCopies) return Outcome::other();
        return after(part, Outcome::other(), copies + 1);
    }

    Outcome choice(const Expr& e, std::uint32_t lsb, std::uint32_t width, int copies) {
        if (const auto condition = conditions_.of(e.args[0]))
            return value(e.args[*condition ? 1 : 2], lsb, width, copies);
        return either(value(e.args[1], lsb, width, copies), value(e.args[2], lsb, width, copies));
    }

    // A part of `{high, low}`, or of `low` with zeros above it.
    Outcome joined(const Expr& e, std::uint32_t lsb, std::uint32_t width, int copies) {
        const bool extends = e.op == Op::extend;
        const ExprId low = e.args[extends ? 0 : 1];
        const std::uint32_t border = module_.expr(low).width;
        auto high = [&](std::uint32_t from, std::uint32_t bits) {
            return extends ? Outcome::of(std::string(bits, '0'))
                           : value(e.args[0], from, bits, copies);
        };
        if (lsb >= border) return high(lsb - border, width);
        if (lsb + width <= border) return value(low, lsb, width, copies);
        const Outcome below = value(low, lsb, border - lsb, copies);
        const Outcome above = high(0, lsb + width - border);
        if (!below.constant || !above.constant || below.holds || above.holds)
            return Outcome::other();
        return Outcome::of(*above.constant + *below.constant);
    }

    const ModuleIndex& index_;
    const Module& module_;
    Part root_;
    ConditionValues conditions_;
};

// The parts that assignments write, without those that contain a smaller one; of a part that is
// written as a whole only the given bits.
std::vector<Part> parts_of(const ModuleIndex& index, VarId var, std::uint32_t width,
                           std::optional<BitRange> bits) {
    std::set<Part> all;
    for (const AssignmentId id : index.drivers(var)) {
        const Assignment& a = index.assignment(id);
        const Part part{var, a.whole ? 0 : a.lsb, a.whole ? width : a.width};
        if (!bits || (bits->lsb >= part.lsb && bits->lsb < part.lsb + part.width)) all.insert(part);
    }
    std::vector<Part> smallest;
    for (const Part& part : all) {
        const bool contains = std::ranges::any_of(all, [&](const Part& other) {
            return other.width < part.width && other.lsb >= part.lsb &&
                   other.lsb + other.width <= part.lsb + part.width;
        });
        if (contains) continue;
        const bool is_inside = bits && bits->lsb + bits->width <= part.lsb + part.width;
        smallest.push_back(is_inside ? Part{var, bits->lsb, bits->width} : part);
    }
    return smallest;
}

}  // namespace

bool RegisterResets::is_reset(VarId var) const {
    const Var& v = index_.module().var(var);
    return is_reset_name(v.name) || unnamed_.active_low(id_, var).has_value();
}

// Signals of one bit known as resets in the conditions and values of the register, and in those of
// the combinational wires in these.
std::vector<RegisterResets::Candidate> RegisterResets::candidates(VarId var) const {
    std::vector<Candidate> found;
    std::vector<VarId> wires = {var};
    std::set<VarId> seen = {var};
    for (int hops = 0; hops <= kMostCopies && !wires.empty(); ++hops) {
        std::vector<VarId> next;
        auto note = [&](VarId v, ExprId expr) {
            if (seen.size() > kMostWires || !seen.insert(v).second) return;
            if (index_.module().expr(expr).width == 1 && is_reset(v)) found.push_back({v, hops});
            if (index_.is_combinational(v)) next.push_back(v);
        };
        for (const VarId wire : wires) {
            for (const AssignmentId id : index_.drivers(wire)) {
                const Assignment& a = index_.assignment(id);
                for (const Guard& guard : a.guards) index_.for_each_ref(guard, note);
                index_.for_each_ref(a.value, note);
            }
        }
        wires = std::move(next);
    }
    return found;
}

RegisterResets::Hold RegisterResets::held(VarId var, BitRange bits, ActiveReset reset) const {
    const Outcome outcome = UnderReset(index_, {var, bits.lsb, bits.width}, reset).outcome();
    if (outcome.anything || !outcome.constant) return Hold::none;
    return outcome.holds ? Hold::nested : Hold::always;
}

// Of the two levels of a signal that one is active which overrides the register in more cases; if
// both do alike, the name decides. A single bit that both make a constant only follows the signal.
std::optional<RegisterResets::Override> RegisterResets::tried(const Candidate& candidate, VarId var,
                                                              std::optional<BitRange> bits) const {
    const std::string& name = index_.module().var(candidate.var).name;
    const bool low_name = unnamed_.active_low(id_, candidate.var).value_or(is_low_reset_name(name));
    Override named{{candidate.var, low_name}, Hold::none, candidate.hops};
    Override other{{candidate.var, !low_name}, Hold::none, candidate.hops};
    for (const Part& part : parts_of(index_, var, width_of(var), bits)) {
        const BitRange range{part.lsb, part.width};
        const Hold as_named = held(var, range, named.reset);
        const Hold as_other = held(var, range, other.reset);
        if (part.width == 1 && as_named == Hold::always && as_other == Hold::always) continue;
        named.hold = std::max(named.hold, as_named);
        other.hold = std::max(other.hold, as_other);
    }
    const Override& best = other.hold > named.hold ? other : named;
    return best.hold == Hold::none ? std::nullopt : std::optional(best);
}

std::vector<RegisterResets::Override> RegisterResets::overrides(
    VarId var, std::optional<BitRange> bits) const {
    std::vector<Override> all;
    for (const Candidate& candidate : candidates(var)) {
        if (const auto one = tried(candidate, var, bits)) all.push_back(*one);
    }
    return all;
}

int RegisterResets::votes(const ActiveReset& reset) {
    if (!votes_) {
        votes_.emplace();
        for (const VarId v : index_.module().vars.ids()) {
            if (!index_.is_register(v)) continue;
            for (const Override& one : overrides(v, std::nullopt)) ++(*votes_)[one.reset];
        }
    }
    const auto found = votes_->find(reset);
    return found == votes_->end() ? 0 : found->second;
}

// The strongest override; then the nearest signal, which may join several resets; then the one
// that overrides more of the module; then the one with the plainer name, `rst` before `soft_rst`.
std::optional<ActiveReset> RegisterResets::found(VarId var, std::optional<BitRange> bits) {
    const std::vector<Override> all = overrides(var, bits);
    if (all.empty()) return std::nullopt;
    if (all.size() == 1) return all[0].reset;
    auto rank = [&](const Override& one) {
        const auto words =
            words_of_name(index_.module().var(one.reset.var).name, Digits::part_words).size();
        return std::make_tuple(one.hold, -one.hops, votes(one.reset),
                               -static_cast<std::int64_t>(words));
    };
    return std::ranges::max_element(all, {}, rank)->reset;
}

std::optional<ActiveReset> RegisterResets::of(VarId var, std::optional<BitRange> bits) {
    const auto key = std::make_pair(var, bits);
    if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
    return memo_[key] = found(var, bits);
}

std::optional<ActiveReset> RegisterResets::of_a_part(VarId var) {
    const std::uint32_t width = width_of(var);
    if (width > kMostBits || candidates(var).empty()) return std::nullopt;
    for (std::uint32_t bit = 0; bit < width; ++bit)
        if (const auto reset = of(var, BitRange{bit, 1})) return reset;
    return std::nullopt;
}

}  // namespace tapestry
