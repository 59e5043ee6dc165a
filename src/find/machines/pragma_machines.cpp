// SPDX-License-Identifier: Apache-2.0
#include "find/machines/pragma_machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/codes/pragmas.h"
#include "base/letter_case.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

// Makes the findings of one site.
class PragmaMachine {
public:
    PragmaMachine(const Design& design, const PragmaSite& site, Clocking& clocking)
        : site_(site),
          block_(site.block),
          module_(design.modules[site.module]),
          var_(module_.var(site.signal)),
          in_users_text_(design.files[var_.place.file] == block_.file),
          clocking_(clocking) {}

    void add_to(Findings& findings, Diagnostics& diagnostics) {
        const auto clock = this->clock();
        if (!clock || site_.is_raced) {
            const std::string why =
                !clock ? "its clock is not a signal of this module"
                       : "its conditions follow a register that a clocked process assigns with '='";
            findings.rejected.push_back(
                {site_.module, var_.scope, site_.name, TapKind::fsm, why, var_.place});
            diagnostics.report(code::unsupported_state_pragma, {block_.file, block_.first_line},
                               why);
            return;
        }
        Finding machine = common(*clock);
        machine.own = MachinePart{block_.width, false, {}};
        machine.name = site_.name;
        machine.observe = {{"state", site_.signal_text}};
        machine.reason =
            fmt::format("{} states that pragmas name in lines {} to {}{}", block_.states.size(),
                        block_.first_line, block_.last_line, next_text(block_));
        for (const PragmaState& state : block_.states) machine.found_states.push_back(found(state));
        findings.taken.push_back(std::move(machine));
        for (const PragmaState& state : block_.states) {
            if (state.held_bit >= 0) findings.taken.push_back(overlap(state, *clock));
        }
    }

private:
    Finding common(const FindingClock& clock) const {
        Finding f;
        f.module = site_.module;
        f.scope = var_.scope;
        f.place = line_place(block_.first_line);
        f.clock = clock;
        f.confidence = 1;
        f.state = site_.signal;
        return f;
    }

    FindingState found(const PragmaState& state) const {
        return {Constant(block_.width, state.code), state.pragma.name,
                line_place(state.pragma.line)};
    }

    // Counts cycles in which the state held but another overrode it.
    Finding overlap(const PragmaState& state, const FindingClock& clock) const {
        Finding f = common(clock);
        f.own = EventPart{};
        f.name = overlap_name(site_.name, state.pragma.name);
        f.place = line_place(state.pragma.line);
        f.observe = {
            {"event", fmt::format("{}[{}] && {} != {}'d{}", site_.held_text, state.held_bit,
                                  site_.signal_text, block_.width, state.code)}};
        f.reason = "a later pragma may win over this state";
        return f;
    }

    SourcePlace line_place(std::uint32_t line) const { return {var_.place.file, line, 0, 0}; }

    // The clock of the process; for a combinational process that of most registers it reads.
    std::optional<FindingClock> clock() const {
        // Line numbers are comparable only if the elaborated text is the user's.
        for (const ProcessId i : module_.processes.ids()) {
            const Process& p = module_.processes[i];
            if (in_users_text_ && p.kind == Process::Kind::clocked &&
                p.place.file == var_.place.file && p.place.line >= block_.first_line &&
                p.place.line <= block_.last_line)
                return clocking_.of_process(site_.module, i);
        }
        std::map<std::string, std::pair<int, FindingClock>> votes;
        for (const VarId v : site_.reads) {
            const auto clock = clocking_.of_register(site_.module, v);
            if (!clock) continue;
            auto& [count, known] = votes[clock->clock_text];
            // Prefer a clock with a reset.
            if (count == 0 || !clock->reset_text.empty()) known = *clock;
            ++count;
        }
        const auto most = std::max_element(
            votes.begin(), votes.end(),
            [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
        std::optional<FindingClock> clock =
            most != votes.end() ? most->second.second : clocking_.of_module(site_.module);
        clock = clocking_.completed(site_.module, clock);
        if (clock && passes_over(clock->reset_text)) clock->reset_text.clear();
        return clock;
    }

    // True if a clocked process never tests the reset, so that it continues while others are reset.
    bool passes_over(const std::string& reset) const {
        const std::set<std::string>& words = block_.clocked_words;
        const std::string name = reset.substr(reset.starts_with("!") ? 1 : 0);
        const bool is_read = std::any_of(site_.reads.begin(), site_.reads.end(), [&](VarId v) {
            return spelled(module_.var(v).name) == name;
        });
        return !words.empty() && !words.contains(in_lower_case(name)) && !is_read;
    }

    const PragmaSite& site_;
    const PragmaBlock& block_;
    const Module& module_;
    const Var& var_;
    const bool in_users_text_;
    Clocking& clocking_;
};

}  // namespace

void add_pragma_machines(const Design& design, const std::vector<PragmaSite>& sites,
                         const IdTable<ModuleId, bool>& reachable, Clocking& clocking,
                         Findings& findings, Diagnostics& diagnostics) {
    for (const PragmaSite& site : sites) {
        if (reachable[site.module])
            PragmaMachine(design, site, clocking).add_to(findings, diagnostics);
    }
}

}  // namespace tapestry
