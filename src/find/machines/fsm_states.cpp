// SPDX-License-Identifier: Apache-2.0
#include "find/machines/fsm_states.h"

#include <algorithm>
#include <map>
#include <set>

namespace tapestry {

namespace {

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
    if (!name.empty()) ++entry.names[name];
    if (entry.place.line == 0 || (m.is_case_item && !entry.has_case_place)) {
        entry.place = m.place;
        entry.has_case_place = m.is_case_item;
    }
}

const std::vector<EnumItem>& items_of(const Design& design, TypeId enumeration) {
    static const std::vector<EnumItem> none;
    return enumeration == kNone ? none : design.types[static_cast<std::size_t>(enumeration)].items;
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

}  // namespace

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

bool is_named_bit(const Subject& on, const FsmCandidate& candidate) {
    if (candidate.slice.width != 1) return false;
    if (items_of(on.design, candidate.enumeration).size() == 2) return true;
    return !known_name(on, candidate, Constant(1, 0)).empty() &&
           !known_name(on, candidate, Constant(1, 1)).empty();
}

std::size_t named_states(const Subject& on, const FsmCandidate& candidate, const NextValue& next) {
    std::set<std::string> names;
    for (const Mention& m : next.leaves()) {
        const std::string name = name_of(on, candidate, m);
        if (!name.empty()) names.insert(name);
    }
    return names.size();
}

bool steps_by_name(const Subject& on, const FsmCandidate& candidate, const NextValue& next,
                   const StateMentions& mentions) {
    if (named_states(on, candidate, next) < kFewestNames) return false;
    std::set<std::string> tested;
    for (const Mention& m : mentions.of(next)) {
        if (m.is_tested && !name_of(on, candidate, m).empty()) tested.insert(m.code.hex());
    }
    return tested.size() >= 2;
}

}  // namespace tapestry
