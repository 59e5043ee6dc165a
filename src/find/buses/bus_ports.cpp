// SPDX-License-Identifier: Apache-2.0
#include "find/buses/bus_ports.h"

namespace tapestry {

namespace {

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

VarId BusPorts::find(std::initializer_list<const char*> words, Side side,
                     std::uint32_t bits) const {
    for (const char* word : words) {
        for (const std::string& partner : name_.partners(word)) {
            const VarId found = names_.find("", partner);
            if (found == kNone || found == port_) continue;
            const Direction direction = on_.module.var(found).direction;
            const bool with = direction == on_.module.var(port_).direction;
            if (direction == Direction::none || with != (side == Side::with)) continue;
            if (bits == 0 || on_.width(found) == bits) return found;
        }
    }
    return kNone;
}

std::string BusPorts::name(const std::string& fallback) const {
    std::string stem = name_.spelled_like(on_.module.var(port_).name).prefix;
    for (const char* front : {"i_", "o_", "I_", "O_"}) {
        if (stem.starts_with(front)) stem.erase(0, 2);
    }
    while (!stem.empty() && stem.back() == '_') stem.pop_back();
    return stem.empty() ? fallback : stem;
}

std::optional<ValidName> split_at(const std::string& lower_name, const std::string& word) {
    const std::size_t at = lower_name.rfind(word);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t end = at + word.size();
    const bool alone = (at == 0 || !is_letter(lower_name[at - 1])) &&
                       (end == lower_name.size() || !is_letter(lower_name[end]));
    if (!alone) return std::nullopt;
    return ValidName{lower_name.substr(0, at), "", word, lower_name.substr(end)};
}

std::optional<FindingClock> clock_of_bus(const Subject& on, VarId driven, VarId other) {
    auto clock = on.clocking.of_var(on.id, driven);
    if (!clock) clock = on.clocking.of_var(on.id, other);
    return on.clocking.completed(on.id, clock);
}

}  // namespace tapestry
