// SPDX-License-Identifier: Apache-2.0
#include "show/export/program_names.h"

#include <sstream>

namespace tapestry {

namespace {

std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words(1);
    for (const char ch : line)
        if (ch == '\t')
            words.emplace_back();
        else
            words.back() += ch;
    return words;
}

struct RowName {
    std::string name, machine;
};

struct ProgramNames {
    std::map<std::string, RowName> rows;                                // by path
    std::map<std::pair<std::string, std::string>, std::string> states;  // by machine and state
};

ProgramNames names_in(const std::string& text) {
    ProgramNames names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> w = words_of(line);
        if (w.size() != 4) continue;
        if (w[0] == "row" && !w[2].empty()) names.rows[w[1]] = {w[2], w[3]};
        if (w[0] == "state" && !w[3].empty()) names.states[{w[1], w[2]}] = w[3];
    }
    return names;
}

}  // namespace

void use_program_names(Timeline& timeline) {
    const auto fact = timeline.facts.find("program_names");
    if (fact == timeline.facts.end()) return;
    const ProgramNames names = names_in(fact->second);
    // A block with a row keeps its scope, by which exporters look up that row.
    auto rename = [&](std::string& block) {
        const auto known = names.rows.find(block);
        if (known != names.rows.end() && !timeline.row_of_block.contains(block))
            block = known->second.name;
    };
    for (TimelineChannel& channel : timeline.channels) {
        rename(channel.producer);
        rename(channel.consumer);
    }
    for (TimelineRow& row : timeline.rows) {
        const auto known = names.rows.find(row.path);
        if (known == names.rows.end()) continue;
        row.path = known->second.name;
        for (RowState& state : row.states)
            if (const auto s = names.states.find({known->second.machine, state.name});
                s != names.states.end())
                state.name = s->second;
    }
}

}  // namespace tapestry
