// SPDX-License-Identifier: Apache-2.0
#include "experiment/boundary.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

using Names = std::set<std::string>;

void add_once(std::vector<std::string>& list, std::string text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

// The words of an expression, without those behind a dot.
Names words_in(const std::string& text) {
    Names names;
    for (const VerilogWord& word : words_of(text)) {
        if (word.position == 0 || text[word.position - 1] != '.')
            names.insert(std::string(word.text));
    }
    return names;
}

// `s_valid[3]` is one of several handshakes: all of them together are looked at.
std::string without_index(const std::string& text) {
    const std::size_t open = text.find('[');
    const bool plain = open != std::string::npos && text.back() == ']' &&
                       text.find_first_of(" &|!~()?") == std::string::npos;
    return plain ? text.substr(0, open) : text;
}

std::string observed(const Finding& finding, const std::string& port) {
    for (const auto& [name, text] : finding.observe) {
        if (name == port) return without_index(text);
    }
    return {};
}

// Expressions that are true when something moves.
std::vector<std::string> fires_of(const Finding& f) {
    auto both = [](const std::string& a, const std::string& b) {
        return "|((" + a + ") & (" + b + "))";
    };
    switch (f.kind()) {
        case TapKind::stream:
            return {both(observed(f, "valid"), observed(f, "ready"))};
        case TapKind::queue:
            return {both(observed(f, "push"), "~(" + observed(f, "full") + ")"),
                    both(observed(f, "pop"), "~(" + observed(f, "empty") + ")")};
        case TapKind::call:
            return {both(observed(f, "start"), observed(f, "ready")),
                    "|(" + observed(f, "done") + ")"};
        default:
            return {};
    }
}

bool is_at_edge(const Finding& finding, const Names& ports) {
    for (const auto& [port, text] : finding.observe) {
        for (const std::string& word : words_in(text)) {
            if (!ports.contains(word)) return false;
        }
    }
    return true;
}

// The last words of names that say: each cycle with it is one thing more.
bool is_strobe_name(const std::string& port, bool& is_low) {
    constexpr std::array<std::string_view, 34> kWords = {
        "valid", "vld",    "val",   "v",   "en",   "ena",   "enable", "we",  "wen",
        "wr",    "wren",   "write", "rd",  "re",   "ren",   "read",   "ce",  "cs",
        "stb",   "strobe", "req",   "ack", "gnt",  "grant", "push",   "pop", "put",
        "get",   "start",  "done",  "go",  "load", "pulse", "irq"};
    std::string name;
    for (char c : port)
        name.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    for (std::string_view side : {"_i", "_o", "_in", "_out"}) {
        if (name.ends_with(side)) name.resize(name.size() - side.size());
    }
    is_low = name.ends_with("_n") || name.ends_with("_b");
    if (is_low) name.resize(name.size() - 2);
    const std::string last = name.substr(name.rfind('_') + 1);
    return std::find(kWords.begin(), kWords.end(), last) != kWords.end();
}

struct EdgePorts {
    Names all;
    std::vector<const Var*> bits;
    std::vector<const Var*> buses;
};

EdgePorts ports_of(const Design& design, const Module& module, const StepSite& site) {
    EdgePorts ports;
    for (const Var& var : module.vars) {
        if (var.direction == Direction::none || var.is_parameter) continue;
        ports.all.insert(spelled(var.name));
        const bool clock =
            std::any_of(site.clocks.begin(), site.clocks.end(),
                        [&](const StepClock& c) { return c.port == spelled(var.name); });
        if (clock) continue;
        (design.width_of(var.type) == 1 ? ports.bits : ports.buses).push_back(&var);
    }
    return ports;
}

void add_level(StepSite& site, const std::string& port) {
    if (std::any_of(site.levels.begin(), site.levels.end(),
                    [&](const StepLevel& level) { return level.port == port; }))
        return;
    if (site.levels.size() == kMostLevels) return;
    StepLevel level{port};
    level.is_strobe = is_strobe_name(port, level.is_low);
    site.levels.push_back(level);
}

}  // namespace

void add_boundary(const Design& design, std::int32_t id, const Findings& findings, StepSite& site) {
    const Module& module = design.modules[static_cast<std::size_t>(id)];
    const EdgePorts ports = ports_of(design, module, site);
    Names announced;  // ports that a finding speaks for
    for (const Finding& finding : findings.taken) {
        if (finding.module != id || !is_at_edge(finding, ports.all)) continue;
        const std::vector<std::string> fires = fires_of(finding);
        for (const std::string& fire : fires) add_once(site.fires, fire);
        if (fires.empty()) continue;
        for (const auto& [port, text] : finding.observe) announced.merge(words_in(text));
    }
    bool controlled_in = false;
    bool controlled_out = false;
    for (const Var* bit : ports.bits) {
        (bit->direction == Direction::input ? controlled_in : controlled_out) = true;
        if (!announced.contains(spelled(bit->name))) add_level(site, spelled(bit->name));
    }
    // A bus beside control is its payload. One that nothing announces is watched.
    std::uint32_t watched = 0;
    for (const Var* bus : ports.buses) {
        const bool announces = bus->direction == Direction::input ? controlled_in : controlled_out;
        if (announces || !announced.empty()) continue;
        add_once(site.watches, spelled(bus->name));
        watched += design.width_of(bus->type);
    }
    site.watch_bits = std::max(site.watch_bits, watched);
}

}  // namespace tapestry
