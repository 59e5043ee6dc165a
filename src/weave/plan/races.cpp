// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/races.h"

#include <algorithm>

#include "base/verilog_text.h"

namespace tapestry {

bool is_assigned_blocking(const Hierarchy& hierarchy, const Spot& spot, std::string text) {
    const Module& module = hierarchy.module_of(spot.node);
    if (text.starts_with('!')) text.erase(0, 1);
    const std::string name =
        text.starts_with('\\') ? plain(text) : text.substr(0, text.find_first_of(".["));
    VarId var = hierarchy.find_var(spot.finding->module, joined(spot.finding->scope, name));
    if (var == kNone) var = hierarchy.find_var(spot.finding->module, name);
    return var != kNone &&
           std::any_of(module.assignments.begin(), module.assignments.end(),
                       [&](const Assignment& a) {
                           return a.target == var && a.blocking && a.process != kNone &&
                                  module.processes[static_cast<std::size_t>(a.process)].kind ==
                                      Process::Kind::clocked;
                       });
}

bool would_be_a_race(const Hierarchy& hierarchy, const Spot& spot) {
    // A stream, its trace, and bus timing evaluate expressions.
    const bool computed = spot.finding->is(TapKind::stream) ||
                          (spot.finding->is(TapKind::trace) && spot.finding->valid != kNone) ||
                          !spot.finding->bus().name.empty();
    if (!computed) return false;
    for (const auto& [port, text] : spot.finding->observe) {
        const std::vector<VerilogWord> words = words_of(text);
        if (words.size() < 2) continue;
        for (const VerilogWord& word : words) {
            if (is_assigned_blocking(hierarchy, spot, std::string(word.text))) return true;
        }
    }
    return false;
}

}  // namespace tapestry
