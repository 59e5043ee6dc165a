// SPDX-License-Identifier: Apache-2.0
#include "find/taps/custom.h"

#include <algorithm>
#include <cctype>

#include "base/codes/projects.h"
#include "base/verilog_text.h"
#include "find/taps/tap_expression.h"

namespace tapestry {

namespace {

bool has_balanced_brackets(const std::string& text) {
    std::string open;
    for (char c : text) {
        if (c == '(' || c == '[' || c == '{') open += c;
        const char wanted = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '\0';
        if (!wanted) continue;
        if (open.empty() || open.back() != wanted) return false;
        open.pop_back();
    }
    return open.empty();
}

std::string why_no_character(const std::string& expression) {
    constexpr std::string_view kAllowed = " \t_.'()[]{}!~&|^=<>+-*/%?:,";
    for (char c : expression) {
        const bool fine = std::isalnum(static_cast<unsigned char>(c)) ||
                          kAllowed.find(c) != std::string_view::npos;
        if (!fine) return std::string("'") + c + "' may not stand in an expression";
    }
    if (expression.find("//") != std::string::npos || expression.find("/*") != std::string::npos)
        return "a comment may not stand in an expression";
    return {};
}

// True if the first part of a dotted or indexed name is known.
bool is_known(const std::string& name, const ModuleIndex& index) {
    if (index.find(name) != kNone) return true;
    const auto& instances = index.module().instances;
    return std::any_of(instances.begin(), instances.end(),
                       [&](const Instance& i) { return i.name == name; });
}

// The user's settings for a tap, without its position.
Finding finding_of(const CustomTap& tap) {
    Finding f;
    static_cast<TapForm&>(f) = tap;
    f.name = tap.name;
    f.reason = "asked for in " + tap.file;
    f.confidence = 1;
    if (auto* stream = std::get_if<StreamPart>(&f.own)) {
        stream->protocol = "valid_ready";
        if (!f.observed("keep").empty()) stream->bytes_per_keep = bytes_of_keep_bit(0, 1);
    }
    if (auto* call = std::get_if<CallPart>(&f.own)) call->protocol = "start_done";
    return f;
}

bool is_named(const std::string& name, const CustomTap& tap) {
    return std::any_of(tap.observe.begin(), tap.observe.end(), [&](const auto& port) {
        const std::vector<VerilogWord> words = words_of(port.second);
        return std::any_of(words.begin(), words.end(),
                           [&](const VerilogWord& word) { return word.text == name; });
    });
}

// Why the declared clocks of a tap's signals are refused; empty if they are valid.
std::string why_not_synced(const CustomTap& tap, const ModuleIndex& index) {
    for (const auto& [signal, clock, width] : tap.synced) {
        for (const std::string& name : {signal, clock}) {
            if (index.find(name) == kNone)
                return "'" + name + "' in from_clock is no signal of module '" + tap.module + "'";
        }
        if (!is_named(signal, tap))
            return "from_clock names '" + signal + "', and no expression does";
    }
    return {};
}

// The tap's width for a keep that is not a plain signal name.
constexpr std::uint32_t kMostBitsOfKeep = 64;

void measure_widths(Finding& f, const Design& design, const ModuleIndex& index) {
    auto bits_of = [&](VarId var) {
        return static_cast<std::uint32_t>(design.width_of(index.module().var(var).type));
    };
    for (SyncedSignal& signal : f.synced) signal.width = bits_of(index.find(signal.name));
    const std::string keep(f.observed("keep"));
    if (!f.is(TapKind::stream) || keep.empty()) return;
    const VarId var = index.find(keep);
    f.stream().keep_width = var == kNone ? kMostBitsOfKeep : bits_of(var);
}

// A vector of threads has two bits per thread.
std::string why_no_threads(const CustomTap& tap, const Design& design, const ModuleIndex& index) {
    if (tap.threads == 0) return {};
    const std::string& text = tap.observe.front().second;
    const std::uint64_t wanted = 2 * std::uint64_t{tap.threads};
    const auto bits = width_of_names(text, design, index);
    if (!bits) return "how many bits '" + text + "' has cannot be told: name signals";
    if (*bits >= wanted) return {};
    return std::to_string(tap.threads) + " threads need " + std::to_string(wanted) +
           " bits, and '" + text + "' has " + std::to_string(*bits);
}

// A hardware thread is a state machine of two bits.
void add_threads(const Finding& all, std::uint32_t threads, Findings& findings) {
    const std::string vector = all.observe.front().second;
    std::vector<FindingState> states;
    for (const char* name : {"idle", "running", "critical", "spinning"})
        states.push_back({Constant(2, states.size()), name, {}});
    for (std::uint32_t i = 0; i < threads; ++i) {
        Finding f = all;
        f.name = all.name + "[" + std::to_string(i) + "]";
        f.own = MachinePart{2, true, {}};
        f.observe = {{"state", "((" + vector + ") >> " + std::to_string(2 * i) + ") & 3"}};
        f.found_states = states;
        findings.taken.push_back(std::move(f));
    }
}

// The location of a user's tap: one elaborated module with the given name.
struct Home {
    ModuleId id;
    const ModuleIndex& index;
    std::optional<FindingClock> clock;
};

std::optional<FindingClock> clock_of(const CustomTap& tap, const Home& home, Clocking& clocking) {
    if (tap.clock.empty()) return clocking.of_module(home.id);
    return FindingClock{home.index.find(tap.clock), tap.clock, Edge::positive, ""};
}

// Why the tap cannot be placed there; empty if it can.
std::string why_no_tap(const CustomTap& tap, const Design& design, const Home& home) {
    std::string why;
    auto check = [&](const std::string& expression) {
        if (why.empty()) why = why_refused(expression, design, home.index);
    };
    for (const auto& [port, expression] : tap.observe) check(expression);
    if (!tap.clock.empty()) check(tap.clock);
    if (!tap.reset.empty()) check(tap.reset);
    if (why.empty()) why = why_not_synced(tap, home.index);
    if (why.empty()) why = why_no_threads(tap, design, home.index);
    if (why.empty() && !home.clock)
        why = "module '" + tap.module + "' has no clock; name one with clock = \"…\"";
    return why;
}

void take_tap(const CustomTap& tap, const Design& design, const Home& home, Findings& findings) {
    Finding f = finding_of(tap);
    f.module = home.id;
    f.place = home.index.module().place;
    f.clock = *home.clock;
    if (!tap.reset.empty()) f.clock.reset_text = tap.reset;
    measure_widths(f, design, home.index);
    if (tap.is(TapKind::fsm))
        for (const TapState& s : tap.machine().states)
            f.found_states.push_back(
                {Constant(tap.machine().width, std::stoull(s.code)), s.name, {}});
    if (tap.threads > 0)
        add_threads(f, tap.threads, findings);
    else
        findings.taken.push_back(std::move(f));
}

}  // namespace

std::string why_refused(const std::string& expression, const Design& design,
                        const ModuleIndex& index) {
    if (expression.find_first_not_of(" \t") == std::string::npos) return "the expression is empty";
    if (const std::string why = why_no_character(expression); !why.empty()) return why;
    if (!has_balanced_brackets(expression)) return "its brackets do not match";
    bool after_dot = false;
    std::size_t end = 0;
    for (const VerilogWord& word : words_of(expression)) {
        after_dot =
            word.position > 0 && word.position >= end && expression[word.position - 1] == '.';
        end = word.position + word.text.size();
        if (!after_dot && !is_known(std::string(word.text), index))
            return "'" + std::string(word.text) + "' is no signal of module '" +
                   index.module().source_name + "'";
    }
    return why_no_expression(expression, design, index);
}

Result<Done> add_custom_taps(const Design& design, const std::vector<CustomTap>& taps,
                             const IdTable<ModuleId, bool>& reachable,
                             const IdTable<ModuleId, ModuleIndex>& indexes, Clocking& clocking,
                             Findings& findings, Diagnostics& diagnostics) {
    Result<Done> good = Done{};
    for (const CustomTap& tap : taps) {
        bool found = false;
        std::string refused;
        for (const ModuleId i : design.modules.ids()) {
            if (!reachable[i] || design.modules[i].source_name != tap.module) continue;
            found = true;
            Home home{i, indexes[i], {}};
            home.clock = clock_of(tap, home, clocking);
            const std::string why = why_no_tap(tap, design, home);
            if (why.empty()) take_tap(tap, design, home, findings);
            if (refused.empty()) refused = why;
        }
        const Place place{tap.file, tap.line};
        if (!found)
            good = diagnostics.report(code::tap_module_unknown, place, tap.name, tap.module);
        if (!refused.empty())
            good = diagnostics.report(code::tap_expression_refused, place, tap.name, refused);
    }
    return good;
}

}  // namespace tapestry
