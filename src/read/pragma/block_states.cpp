// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/block_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/codes/pragmas.h"

namespace tapestry {

namespace {

void add_pragmas(const ProcessStatement& statement, std::vector<std::size_t>& found) {
    if (statement.kind == ProcessStatement::Kind::pragma) found.push_back(statement.pragma);
    for (const ProcessStatement& part : statement.parts) add_pragmas(part, found);
}

PragmaState* find_state(PragmaBlock& block, const std::string& name) {
    const auto at = std::find_if(block.states.begin(), block.states.end(),
                                 [&](const PragmaState& s) { return s.pragma.name == name; });
    return at == block.states.end() ? nullptr : &*at;
}

// If a second pragma with the same name repeats a property, it must agree.
std::string contradiction(const Pragma& first, const Pragma& second) {
    if (first.parts[0].category != second.parts[0].category)
        return fmt::format("'{}' is {} here and {} in line {}", first.name, second.parts[0].word,
                           first.parts[0].word, first.line);
    return {};
}

void join(Pragma& first, const Pragma& second) {
    for (const PragmaPart& part : second.parts) {
        const bool known = std::any_of(first.parts.begin(), first.parts.end(), [&](const auto& p) {
            return p.word == part.word && p.peer == part.peer && p.purpose == part.purpose;
        });
        if (!known) first.parts.push_back(part);
    }
    if (first.next.empty() || second.next.empty()) return first.next.clear();
    for (const std::string& name : second.next) {
        if (std::find(first.next.begin(), first.next.end(), name) == first.next.end())
            first.next.push_back(name);
    }
}

}  // namespace

Result<Done> fill_states(const ProcessStatement& body, const std::vector<PragmaComment>& pragmas,
                         Language language, PragmaBlock& block, Diagnostics& diagnostics) {
    std::vector<std::size_t> found;
    add_pragmas(body, found);
    Result<Done> good = Done{};
    const auto refuse = [&](const Pragma& pragma, const std::string& why) {
        const bool verilog = language == Language::verilog;
        good = diagnostics.report(code::state_pragma_malformed, {block.file, pragma.line}, why,
                                  verilog ? "//" : "--", verilog ? "!ack" : "ack = '0'");
    };
    for (const std::size_t i : found) {
        const Pragma& pragma = pragmas[i].pragma;
        if (!pragma.condition.empty()) block.conditions.push_back({pragma.line, pragma.condition});
        PragmaState* const known = find_state(block, pragma.name);
        if (!known) {
            block.states.push_back({pragma, block.states.size() + 1, -1});
            continue;
        }
        if (const std::string why = contradiction(known->pragma, pragma); !why.empty())
            refuse(pragma, why);
        join(known->pragma, pragma);
    }
    for (const std::size_t i : found) {
        for (const std::string& next : pragmas[i].pragma.next) {
            if (!find_state(block, next) && next != "other")
                refuse(pragmas[i].pragma,
                       fmt::format("no pragma of this process names the state '{}'", next));
        }
    }
    int bit = 0;
    const std::set<std::string> overlapping = overlapping_states(body, pragmas);
    for (PragmaState& state : block.states) {
        if (overlapping.contains(state.pragma.name)) state.held_bit = bit++;
    }
    block.width = static_cast<std::uint32_t>(std::bit_width(block.states.size()));
    if (bit > 0) block.held_signal = block.signal + "_held";
    return good;
}

const PragmaState& state_named(const PragmaBlock& block, const std::string& name) {
    const auto at = std::find_if(block.states.begin(), block.states.end(),
                                 [&](const PragmaState& s) { return s.pragma.name == name; });
    CHECK(at != block.states.end());
    return *at;
}

std::size_t held_bits(const PragmaBlock& block) {
    return static_cast<std::size_t>(
        std::count_if(block.states.begin(), block.states.end(),
                      [](const PragmaState& s) { return s.held_bit >= 0; }));
}

}  // namespace tapestry
