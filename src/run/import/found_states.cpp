// SPDX-License-Identifier: Apache-2.0
#include "run/import/found_states.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/constant.h"

namespace tapestry {

namespace {

std::string decimal_of(const Bits& value) {
    std::string hex;
    for (std::size_t i = value.ones.size(); i-- > 0;) hex += fmt::format("{:016x}", value.ones[i]);
    const auto constant = Constant::parse(fmt::format("{}'h{}", value.ones.size() * 64, hex));
    return constant ? constant->decimal() : "0";
}

std::string without_leading_zeros(std::string text) {
    text.erase(0, text.find_first_not_of('0'));
    return text;
}

std::string binary_of(const Bits& value) {
    std::string text;
    for (std::size_t i = value.ones.size(); i-- > 0;) text += fmt::format("{:064b}", value.ones[i]);
    return without_leading_zeros(std::move(text));
}

std::string name_of(const Bits& value, const WaveTable& table) {
    for (const auto& [code, name] : table.names) {
        if (without_leading_zeros(code) == binary_of(value)) return name;
    }
    return decimal_of(value);
}

// `other` has the number after the last state.
void renumber(std::uint64_t& state, std::uint64_t other) { state = std::min(state, other); }

}  // namespace

bool name_states(const StateCodes& found, const WaveTable& table, const PlannedTap& planned,
                 Imported& imported) {
    auto& records = imported.reading.records;
    if (found.is_full()) {
        std::erase_if(records, [&](const ReadingRecord& r) { return r.path == planned.path; });
        return false;
    }
    Tap& tap = imported.map.taps[static_cast<std::size_t>(planned.tap->tap)];
    std::vector<TapState>& states = tap.machine().states;
    for (const Bits& value : found.found())
        states.push_back({name_of(value, table), decimal_of(value), "", ""});
    const std::uint64_t other = states.size();
    for (ReadingRecord& record : records) {
        if (record.path != planned.path) continue;
        for (ReadingWord& word : record.words) {
            if (word.word == "state") renumber(word.numbers[0], other);
            if (word.word != "transition") continue;
            renumber(word.numbers[0], other);
            renumber(word.numbers[1], other);
        }
    }
    return true;
}

}  // namespace tapestry
