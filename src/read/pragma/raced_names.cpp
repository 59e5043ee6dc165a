// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/raced_names.h"

#include <algorithm>
#include <array>

#include "read/pragma/verilog_process.h"

namespace tapestry {

namespace {

bool mentions(const ProcessStatement& s, const std::string& name) {
    return s.reads.contains(name) ||
           std::any_of(s.parts.begin(), s.parts.end(),
                       [&](const ProcessStatement& part) { return mentions(part, name); });
}

// The opposite edge of the clock, which is the edge signal that the process does not test.
std::string other_edge(const ProcessTree& process) {
    std::pair<std::string, std::string> clock = process.edges.front();
    for (const auto& edge : process.edges) {
        if (mentions(process.body, edge.second)) continue;
        clock = edge;
        break;
    }
    return (clock.first == "posedge" ? "negedge " : "posedge ") + clock.second;
}

}  // namespace

bool starts_process(std::string_view word) {
    constexpr std::array<std::string_view, 4> kWords = {"always", "always_ff", "always_comb",
                                                        "always_latch"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::map<std::string, std::string> raced_names(std::string_view text, std::string_view masked,
                                               const std::vector<VerilogToken>& tokens,
                                               std::size_t at) {
    std::map<std::string, std::string> raced;
    for (; at < tokens.size() && tokens[at].text != "endmodule"; ++at) {
        if (!starts_process(tokens[at].text)) continue;
        const ProcessTree process = read_verilog_process(text, masked, tokens, at, {});
        if (!process.why_not.empty() || process.edges.empty()) continue;
        const std::string other = other_edge(process);
        for (const std::string& name : names_assigned(process.body)) {
            if (!process.declared.contains(name)) raced.emplace(name, other);
        }
    }
    return raced;
}

}  // namespace tapestry
