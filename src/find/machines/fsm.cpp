// SPDX-License-Identifier: Apache-2.0
#include "find/machines/fsm.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "find/logic/leaves.h"
#include "find/machines/state_mentions.h"
#include "find/module/next_value.h"
#include "find/module/subject.h"

namespace tapestry {

namespace {

// The states of a machine: the constants assigned to it, those it reaches by counting, and the
// items of its enumeration. Each has its name from the source facts, or the name that the author
// uses most for it.

// A register, or a slice of one, that may be a state machine.
struct FsmCandidate {
    Slice slice;
    std::string name;  // local name with members: state_q, r.state
    TypeId enumeration = kNone;
};

constexpr std::size_t kFewestNames = 3;      // named states assigned to a counting machine
constexpr std::uint64_t kLongestCount = 64;  // states that a machine reaches by counting

struct Entry {
    std::map<std::string, int> names;  // occurrences of each name
    SourcePlace place;
    bool has_case_place = false;
};
using Entries = std::map<Constant, Entry>;

// The code's name from the source facts, or "".
std::string known_name(const Subject& on, const FsmCandidate& candidate, const Constant& code) {
    return on.names.state_name ? on.names.state_name(on.module.source_name, candidate.name, code)
                               : std::string();
}

// The name written at an occurrence; empty if elaboration created it.
std::string written_name(const Subject& on, const Mention& m) {
    return m.place.line == 0 ? std::string() : on.names.name_at(m.place);
}

// The code's known name, or the one written at this occurrence.
std::string name_of(const Subject& on, const FsmCandidate& candidate, const Mention& m) {
    const std::string known = known_name(on, candidate, m.code);
    return known.empty() ? written_name(on, m) : known;
}

// A value that is tested but never assigned is reached by counting, and so are the values before
// it.
void add_counted(const std::vector<Mention>& all, Entries& entries) {
    for (const Mention& m : all) {
        const auto last = m.code.to_u64();
        if (!m.is_tested || !last || entries.contains(m.code)) continue;
        std::uint64_t first = *last;
        while (first > 0 && *last - first < kLongestCount &&
               !entries.contains(Constant(m.code.width(), first - 1)))
            --first;
        for (std::uint64_t code = first; code <= *last; ++code)
            entries[Constant(m.code.width(), code)];
    }
}

// A state's source line is its `case` item; without one, its first occurrence.
void note_mention(const Subject& on, const Mention& m, Entries& entries) {
    const auto known = entries.find(m.code);
    if (known == entries.end()) return;
    Entry& entry = known->second;
    const std::string name = written_name(on, m);
    // A test is of this module; what is assigned may be the reset value of a flop module.
    if (!name.empty()) entry.names[name] += m.is_tested ? 2 : 1;
    if (entry.place.line == 0 || (m.is_case_item && !entry.has_case_place)) {
        entry.place = m.place;
        entry.has_case_place = m.is_case_item;
    }
}

const std::vector<EnumItem>& items_of(const Design& design, TypeId enumeration) {
    static const std::vector<EnumItem> none;
    return enumeration == kNone ? none : design.types[enumeration].items;
}

std::string best_name(const Constant& code, const std::map<std::string, int>& names,
                      const std::vector<EnumItem>& items) {
    for (const EnumItem& item : items) {
        if (item.value == code) return item.name;
    }
    std::string best;
    int most = 0;
    for (const auto& [name, count] : names) {
        if (count > most) best = name;
        most = std::max(most, count);
    }
    return best.empty() ? code.decimal() : best;
}

void add_enum_items(const std::vector<EnumItem>& items, const SourcePlace& place,
                    std::vector<FindingState>& states) {
    if (items.empty()) return;
    for (const EnumItem& item : items) {
        const bool known = std::any_of(states.begin(), states.end(),
                                       [&](const FindingState& s) { return s.code == item.value; });
        if (!known) states.push_back({item.value, item.name, place});
    }
    std::sort(states.begin(), states.end(),
              [](const FindingState& a, const FindingState& b) { return a.code < b.code; });
}

// Two codes with one name would look like one state.
void make_unique(std::vector<FindingState>& states) {
    std::set<std::string> used;
    for (FindingState& state : states) {
        if (!used.insert(state.name).second) state.name += "_" + state.code.decimal();
        used.insert(state.name);
    }
}

std::vector<FindingState> states_of(const Subject& on, const FsmCandidate& candidate,
                                    const NextValue& next, const StateMentions& mentions) {
    Entries entries;
    for (const Mention& m : next.leaves()) entries[m.code];
    for (const Mention& m : next.bit_writes()) entries[m.code];
    const std::vector<Mention> all = mentions.of(next);
    if (next.counts()) add_counted(all, entries);
    for (const Mention& m : all) note_mention(on, m, entries);
    if (!next.bit_writes().empty()) entries.erase(Constant(candidate.slice.width, 0));
    const std::vector<EnumItem>& items = items_of(on.design, candidate.enumeration);
    std::vector<FindingState> states;
    for (const auto& [code, entry] : entries) {
        const std::string known = known_name(on, candidate, code);
        states.push_back(
            {code, known.empty() ? best_name(code, entry.names, items) : known, entry.place});
    }
    add_enum_items(items, on.module.var(candidate.slice.var).place, states);
    make_unique(states);
    return states;
}

// True if it is one bit whose two values both have names.
bool is_named_bit(const Subject& on, const FsmCandidate& candidate) {
    if (candidate.slice.width != 1) return false;
    if (items_of(on.design, candidate.enumeration).size() == 2) return true;
    return !known_name(on, candidate, Constant(1, 0)).empty() &&
           !known_name(on, candidate, Constant(1, 1)).empty();
}

// How many of the assigned constants have names.
std::size_t named_states(const Subject& on, const FsmCandidate& candidate, const NextValue& next) {
    std::set<std::string> names;
    for (const Mention& m : next.leaves()) {
        const std::string name = name_of(on, candidate, m);
        if (!name.empty()) names.insert(name);
    }
    return names.size();
}

// True if every bit that is written alone has a name: those of a one-hot machine have, those of a
// shift register do not.
bool names_all_bits(const Subject& on, const NextValue& next) {
    return std::ranges::all_of(next.bit_writes(),
                               [&](const Mention& m) { return !written_name(on, m).empty(); });
}

// True for a machine that advances by adding one. In contrast to a counter it is assigned several
// named values and compared with several.
bool steps_by_name(const Subject& on, const FsmCandidate& candidate, const NextValue& next,
                   const StateMentions& mentions) {
    if (named_states(on, candidate, next) < kFewestNames) return false;
    std::set<std::string> tested;
    for (const Mention& m : mentions.of(next)) {
        if (m.is_tested && !name_of(on, candidate, m).empty()) tested.insert(m.code.hex());
    }
    return tested.size() >= 2;
}

class FsmSearch {
public:
    explicit FsmSearch(const Subject& on) : on_(on), mentions_(on.module) {}

    void run() {
        for (const VarId v : on_.vars()) {
            const Var& var = on_.module.var(v);
            const Type* type = on_.type_of(v);
            if (var.is_parameter || !type || !on_.index.is_register(v)) continue;
            if (var.is_local)
                reject_local(v, *type);
            else if (type->kind == Type::Kind::unpacked_array)
                reject_array(v);
            else if (type->kind == Type::Kind::structure)
                examine_members(v, *type, 0, on_.text(v));
            else if (!examine({{v, 0, type->width}, on_.text(v), var.enumeration}))
                examine_fields(v);
        }
    }

private:
    void examine_members(VarId v, const Type& type, std::uint32_t base, const std::string& prefix) {
        for (const StructMember& member : type.members) {
            const std::string name = prefix + (is_element(member) ? "" : ".") + member.name;
            const Type* inner = member.type == kNone ? nullptr : &on_.design.types[member.type];
            if (inner && inner->kind == Type::Kind::structure)
                examine_members(v, *inner, base + member.lsb, name);
            else
                examine({{v, base + member.lsb, member.width}, name, kNone});
        }
    }

    void examine_fields(VarId v) {
        if (on_.type_of(v)->element != kNone) return;  // bits of a vector of vectors have no text
        for (const auto& [lsb, width] : mentions_.compared_fields(v))
            examine({{v, lsb, width}, on_.text(v) + range_text(v, lsb, width), kNone});
    }

    // The bits of a vector as its declaration counts them.
    std::string range_text(VarId v, std::uint32_t lsb, std::uint32_t width) const {
        const Type& type = *on_.type_of(v);
        const bool falls = type.left >= type.right;
        const std::int64_t last = falls ? type.right + lsb : type.right - std::int64_t{lsb};
        const std::int64_t first = falls ? last + width - 1 : last - std::int64_t{width} + 1;
        return fmt::format("[{}:{}]", first, last);
    }

    // A machine that is declared inside a process.
    void reject_local(VarId v, const Type& type) {
        const FsmCandidate candidate{
            {v, 0, type.width}, on_.text(v), on_.module.var(v).enumeration};
        if (type.kind == Type::Kind::structure || type.kind == Type::Kind::unpacked_array) return;
        const NextValue next(on_.index, candidate.slice, named_bits(candidate));
        if (why_no_machine(candidate, next).empty())
            on_.reject(TapKind::fsm, v, candidate.name,
                       "it is declared inside a process, where no tap can look at it");
    }

    // An array that was not taken apart, though it is assigned constants only, as machines are.
    void reject_array(VarId v) {
        std::set<std::string> codes;
        for (const AssignmentId id : on_.index.drivers(v)) {
            const Expr& value = on_.module.expr(on_.index.assignment(id).value);
            if (value.op != Op::constant) return;
            codes.insert(value.value.hex());
        }
        if (codes.size() > 1)
            on_.reject(TapKind::fsm, v, on_.text(v), "its elements have indices that vary");
    }

    // Takes the candidate and returns true, or rejects it.
    bool examine(const FsmCandidate& candidate) {
        const NextValue next(on_.index, candidate.slice, named_bits(candidate));
        const auto clock = on_.clocking.of_register(
            on_.id, candidate.slice.var, BitRange{candidate.slice.lsb, candidate.slice.width});
        std::string why = why_no_machine(candidate, next);
        if (why.empty() && !clock) why = "its clock is not a signal of this module";
        if (!why.empty()) {
            on_.reject(TapKind::fsm, candidate.slice.var, candidate.name, why);
            return false;
        }
        take(candidate, next, *clock);
        return true;
    }

    // Empty if the candidate is not a named bit.
    IsNamedBit named_bits(const FsmCandidate& candidate) const {
        if (!is_named_bit(on_, candidate)) return {};
        return [this](VarId v) {
            return is_named_bit(on_,
                                {{v, 0, on_.width(v)}, on_.text(v), on_.module.var(v).enumeration});
        };
    }

    std::string why_no_machine(const FsmCandidate& candidate, const NextValue& next) const {
        if (!next.trouble().empty()) return next.trouble();
        if (next.counts() && !steps_by_name(on_, candidate, next, mentions_)) return "it counts";
        std::set<std::string> codes;
        for (const Mention& m : next.leaves()) codes.insert(m.code.hex());
        for (const Mention& m : next.bit_writes()) codes.insert(m.code.hex());
        if (codes.size() < 2) return "it takes fewer than two different constant values";
        if (next.computes_bits() && !names_all_bits(on_, next))
            return "its bits are written apart from each other";
        if (!next.decides_on_itself()) return "no condition of its next value depends on itself";
        const std::size_t names =
            is_named_bit(on_, candidate) ? 2 : named_states(on_, candidate, next);
        if (candidate.enumeration == kNone && names == 0 && !mentions_.is_tested(next))
            return "its values have no names and are never told apart";
        if (candidate.slice.width == 1 && names < 2) return "one bit whose values have no names";
        return {};
    }

    void take(const FsmCandidate& candidate, const NextValue& next, const FindingClock& clock) {
        const Var& var = on_.module.var(candidate.slice.var);
        Finding finding;
        finding.own = MachinePart{candidate.slice.width, false, {}};
        finding.module = on_.id;
        finding.scope = var.scope;
        finding.name = candidate.name;
        finding.place = var.place;
        finding.clock = clock;
        finding.observe = {{"state", observed(candidate)}};
        finding.state = candidate.slice.var;
        finding.state_lsb = candidate.slice.lsb;
        finding.found_states = states_of(on_, candidate, next, mentions_);
        explain(next, finding);
        on_.findings.taken.push_back(std::move(finding));
    }

    // An element of an array, s(0), is observed as its bits.
    std::string observed(const FsmCandidate& candidate) const {
        const auto& [var, lsb, width] = candidate.slice;
        const std::string text = on_.text(var);
        if (candidate.name.find('(', text.size()) == std::string::npos) return candidate.name;
        return width == 1 ? fmt::format("{}[{}]", text, lsb)
                          : fmt::format("{}[{}:{}]", text, lsb + width - 1, lsb);
    }

    static void explain(const NextValue& next, Finding& finding) {
        const auto& states = finding.found_states;
        finding.one_hot = finding.machine().width > 2 &&
                          std::all_of(states.begin(), states.end(),
                                      [](const FindingState& s) { return s.code.is_one_hot(); });
        const bool named = std::any_of(states.begin(), states.end(), [](const FindingState& s) {
            return s.name != s.code.decimal();
        });
        finding.confidence = named ? 0.98 : 0.9;
        finding.reason = fmt::format(
            "register of {} bits with {} states ({}{}), all leaves of its next value are constants "
            "and its next value depends on itself{}",
            finding.machine().width, states.size(), finding.one_hot ? "one-hot" : "binary",
            named ? ", named" : "",
            next.helpers().size() > 1 ? " through a next-state signal" : "");
    }

    const Subject& on_;
    const StateMentions mentions_;
};

}  // namespace

void find_fsms(const Subject& on) { FsmSearch(on).run(); }

}  // namespace tapestry
