// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/vhdl_states.h"

namespace tapestry {

namespace {

using Tokens = std::vector<VhdlToken>;

std::string_view word(const Tokens& tokens, std::size_t i) {
    return i < tokens.size() ? std::string_view(tokens[i].word) : std::string_view();
}

// The position after the names of `a, b :`, which begin at `i`.
std::size_t take_names(const Tokens& tokens, std::size_t i, std::set<std::string>& names) {
    while (i < tokens.size() && word(tokens, i) != ":") {
        if (word(tokens, i) != ",") names.insert(tokens[i].word);
        ++i;
    }
    return i + 1;
}

// The ports in the brackets at `i`. An output cannot be read before VHDL-2008.
std::set<std::string> ports_in(const Tokens& tokens, std::size_t i) {
    std::set<std::string> ports;
    int depth = 1;
    ++i;
    while (i < tokens.size() && depth > 0) {
        if (word(tokens, i) == "signal") ++i;
        std::set<std::string> names;
        i = take_names(tokens, i, names);
        if (word(tokens, i) != "out") ports.merge(names);
        while (i < tokens.size() && depth > 0 && !(depth == 1 && word(tokens, i) == ";")) {
            depth += word(tokens, i) == "(" ? 1 : word(tokens, i) == ")" ? -1 : 0;
            ++i;
        }
        if (depth > 0) ++i;
    }
    return ports;
}

// Adds `signal a, b : type` declarations from `i` up to `end`, and aliases of known signals, but
// not parameters of subprograms.
void add_declared_signal(const Tokens& tokens, std::size_t i, std::size_t end,
                         std::set<std::string>& signals) {
    int depth = 0;
    for (; i < end; ++i) {
        depth += word(tokens, i) == "(" ? 1 : word(tokens, i) == ")" ? -1 : 0;
        if (depth != 0) continue;
        if (word(tokens, i) == "signal") i = take_names(tokens, i + 1, signals) - 1;
        // alias NAME : type is SIGNAL
        if (word(tokens, i) != "alias") continue;
        const std::string name(word(tokens, i + 1));
        while (i < end && word(tokens, i) != "is" && word(tokens, i) != ";") ++i;
        if (signals.contains(std::string(word(tokens, i + 1)))) signals.insert(name);
    }
}

bool begins(const Tokens& tokens, std::size_t i, std::string_view unit, std::size_t is_at) {
    return word(tokens, i) == unit && word(tokens, i + is_at) == "is" &&
           (i == 0 || word(tokens, i - 1) != "end");
}

std::size_t end_of_unit(const Tokens& tokens, std::size_t i) {
    while (i < tokens.size() && word(tokens, i) != "end") ++i;
    return i;
}

}  // namespace

void add_signals(const Tokens& tokens, VhdlSignals& known) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (begins(tokens, i, "entity", 2)) {
            const std::size_t end = end_of_unit(tokens, i);
            for (std::size_t k = i; k < end; ++k) {
                if (word(tokens, k) == "port" && word(tokens, k + 1) == "(")
                    known.ports[tokens[i + 1].word] = ports_in(tokens, k + 1);
            }
        }
        if (begins(tokens, i, "package", 2))
            add_declared_signal(tokens, i, end_of_unit(tokens, i), known.in_packages);
    }
}

std::set<std::string> signals_seen(const Tokens& tokens, std::size_t process,
                                   const VhdlSignals& known) {
    std::set<std::string> seen = known.in_packages;
    std::size_t architecture = process;
    while (architecture > 0 && !begins(tokens, architecture, "architecture", 4)) --architecture;
    const auto ports = known.ports.find(std::string(word(tokens, architecture + 3)));
    if (ports != known.ports.end()) seen.insert(ports->second.begin(), ports->second.end());
    add_declared_signal(tokens, architecture, process, seen);
    return seen;
}

}  // namespace tapestry
