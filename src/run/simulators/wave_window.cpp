// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/wave_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "base/path_name.h"

namespace tapestry {

namespace {

constexpr std::string_view kWatch = ".watch";  // the instance inside a tap that prints

// Testbenches may leave a line open: what a tap prints then begins in the middle.
std::string_view from_word(std::string_view line, std::string_view word) {
    const std::size_t at = line.find(word);
    return at == line.npos ? std::string_view() : line.substr(at + word.size());
}

std::string tap_path(std::string path) {
    if (path.ends_with(kWatch)) path.resize(path.size() - kWatch.size());
    return path;
}

// "Time scale of (tb.dut) is 1ns / 1ps", without the brackets from Verilator.
void read_unit(std::string_view line, WaveWindow& window) {
    const std::string_view rest = from_word(line, "Time scale of ");
    const std::size_t is = rest.find(" is "), slash = rest.find(" / ");
    if (is == rest.npos || slash == rest.npos || slash < is + 4) return;
    window.unit = rest.substr(is + 4, slash - is - 4);
}

void read_line(std::string_view line, WaveWindow& window) {
    read_unit(line, window);
    if (const auto rest = from_word(line, "tapestry_path "); !rest.empty())
        window.paths.push_back(tap_path(std::string(rest)));
    if (const auto rest = from_word(line, "tapestry_found "); !rest.empty())
        window.found = std::strtoull(std::string(rest).c_str(), nullptr, 10);
    if (const auto rest = from_word(line, "tapestry_edge "); !rest.empty()) {
        WaveWindow::Edge edge;
        if (std::istringstream(std::string(rest)) >> edge.edge >> edge.time)
            window.edges.push_back(edge);
    }
    if (const auto rest = from_word(line, "tapestry_value "); !rest.empty()) {
        WaveWindow::Change change;
        std::istringstream words{std::string(rest)};
        if (words >> change.since.edge >> change.since.time >> change.path >> change.bits) {
            change.path = tap_path(change.path);
            window.changes.push_back(std::move(change));
        }
    }
}

bool finds_fractions(const WaveWindow& window) {
    const auto broken = [](double time) { return time != std::floor(time); };
    return std::any_of(window.edges.begin(), window.edges.end(),
                       [&](const WaveWindow::Edge& e) { return broken(e.time); }) ||
           std::any_of(window.changes.begin(), window.changes.end(),
                       [&](const WaveWindow::Change& c) { return broken(c.since.time); });
}

// Steps of the dump in a unit of the simulation's time: 1000 where times have fractions.
constexpr std::uint64_t kParts = 1000;
// Steps of a cycle where there is no time.
constexpr std::uint64_t kCycleSteps = 10;

std::string finer(const std::string& unit) {
    constexpr std::array<std::string_view, 6> kUnits = {"s", "ms", "us", "ns", "ps", "fs"};
    const std::size_t digits = unit.find_first_not_of("0123456789");
    if (digits == unit.npos) return unit;
    const std::string_view name = std::string_view(unit).substr(digits);
    for (std::size_t i = 0; i + 1 < kUnits.size(); ++i)
        if (kUnits[i] == name) return unit.substr(0, digits) + std::string(kUnits[i + 1]);
    return unit;
}

std::uint64_t step_of(const WaveWindow& window, const WaveWindow::Edge& edge) {
    if (!window.has_time()) return edge.edge * kCycleSteps;
    const double parts = window.has_fractions ? static_cast<double>(kParts) : 1;
    return static_cast<std::uint64_t>(std::llround(edge.time * parts));
}

bool is_plain_word(std::string_view text) {
    return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
           });
}

// The ports of what a tap prints, the most significant first; the last has the rest of the bits.
std::vector<std::string> printed_ports(TapKind kind) {
    switch (kind) {
        case TapKind::fsm:
            return {"state"};
        case TapKind::stream:
            return {"valid", "ready", "last"};
        case TapKind::queue:
            return {"push", "full", "pop", "empty", "occupancy"};
        case TapKind::call:
            return {"start", "ready", "done"};
        case TapKind::event:
            return {"event"};
        case TapKind::value:
        case TapKind::sum:
            return {"enable", "value"};
        case TapKind::trace:
            return {"trigger", "data"};
        case TapKind::assertion:
            return {"holds"};
    }
    return {};
}

std::string code_numbered(std::size_t number) {
    std::string code;
    for (++number; number > 0; number /= 94) code += static_cast<char>('!' + number % 94);
    return code;
}

struct DumpedVar {
    std::string scope, name, code;
    std::uint32_t width = 1;
};

class Dump {
public:
    Dump(const WaveWindow& window, const Tap& leader) : window_(window), leader_(leader) {}

    WaveDump run(const std::vector<const Tap*>& taps, const std::vector<std::string>& places) {
        clock_ = add_var(leader_.scope, name_of(leader_, "clk"), 1);
        for (std::size_t i = 0; i < taps.size(); ++i) {
            const bool is_timed = window_.has_time() || taps[i]->clock == leader_.clock;
            if (!places[i].empty() && is_timed) tap_at_.emplace(places[i], taps[i]);
        }
        for (const WaveWindow::Change& change : window_.changes) add_change(change);
        add_clock();
        for (auto& [tap, signals] : signals_) made_.taps.push_back({tap, signals});
        made_.vcd = head() + body();
        return std::move(made_);
    }

private:
    std::string name_of(const Tap& tap, const std::string& port) const {
        const std::string_view text = tap.observed(port);
        if (is_plain_word(text)) return std::string(text);
        std::string name(last_part(tap.path));
        std::replace_if(
            name.begin(), name.end(),
            [](char c) {
                return !is_plain_word(std::string(1, c)) &&
                       !std::isdigit(static_cast<unsigned char>(c));
            },
            '_');
        return name + "_" + port;
    }

    std::size_t add_var(const std::string& scope, const std::string& name, std::uint32_t width) {
        const auto [it, is_new] = var_of_.emplace(scope + "." + name, vars_.size());
        if (is_new) vars_.push_back({scope, name, code_numbered(vars_.size()), width});
        return it->second;
    }

    void add_change(const WaveWindow::Change& change) {
        const auto at = tap_at_.find(change.path);
        if (at == tap_at_.end()) return;
        const Tap& tap = *at->second;
        std::string_view bits = change.bits;
        const std::vector<std::string> ports = printed_ports(tap.kind());
        WaveWindow::Edge since = change.since;
        if (since.edge > 0) --since.edge;  // where there is no time: it stood there since then
        for (std::size_t i = 0; i < ports.size(); ++i) {
            const std::size_t size =
                i + 1 < ports.size() ? std::min<std::size_t>(1, bits.size()) : bits.size();
            add_value(tap, ports[i], bits.substr(0, size), step_of(window_, since));
            bits.remove_prefix(size);
        }
    }

    void add_value(const Tap& tap, const std::string& port, std::string_view bits,
                   std::uint64_t step) {
        const bool is_counted = tap.is(TapKind::queue) && port == "occupancy";
        if (bits.empty() || (!is_counted && tap.observed(port).empty())) return;
        if (tap.is(TapKind::fsm) && tap.machine().width > 0 && tap.machine().width < bits.size())
            bits.remove_prefix(bits.size() - tap.machine().width);
        const auto width = static_cast<std::uint32_t>(bits.size());
        const std::size_t var = add_var(tap.scope, name_of(tap, port), width);
        if (vars_[var].width != width) return;
        if (signals_seen_.insert({tap.tap, port}).second) {
            const std::string range = width > 1 ? fmt::format("[{}:0]", width - 1) : "";
            signals_[tap.tap].push_back(
                {port, vars_[var].scope + "." + vars_[var].name + range, width, true});
        }
        put(var, bits, step);
    }

    void put(std::size_t var, std::string_view bits, std::uint64_t step) {
        std::string& last = last_[var];
        if (last == bits) return;
        last = bits;
        lines_[step] += vars_[var].width > 1 ? fmt::format("b{} {}\n", bits, vars_[var].code)
                                             : fmt::format("{}{}\n", bits, vars_[var].code);
    }

    // It falls half way to the next edge.
    void add_clock() {
        const std::vector<WaveWindow::Edge>& edges = window_.edges;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const std::uint64_t rise = step_of(window_, edges[i]);
            put(clock_, "1", rise);
            if (i + 1 < edges.size())
                put(clock_, "0", rise + (step_of(window_, edges[i + 1]) - rise) / 2);
        }
        if (!edges.empty())
            made_.scale = {step_of(window_, edges.front()), step_of(window_, edges.back()),
                           edges.size()};
    }

    std::string head() const {
        std::string text = fmt::format(
            "$comment Written by tapestry waves: what taps saw at the edges of their clocks $end\n"
            "$timescale {} $end\n",
            window_.has_time() && window_.has_fractions ? finer(window_.unit) : window_.unit);
        std::map<std::string, std::vector<const DumpedVar*>> by_scope;
        for (const DumpedVar& var : vars_) by_scope[var.scope].push_back(&var);
        for (const auto& [scope, vars] : by_scope) {
            std::size_t levels = 0;
            for (std::string_view rest = scope; !rest.empty(); ++levels) {
                const std::string_view part = rest.substr(0, rest.find('.'));
                text += fmt::format("$scope module {} $end\n", part);
                rest.remove_prefix(std::min(rest.size(), part.size() + 1));
            }
            for (const DumpedVar* var : vars) {
                text += fmt::format("$var wire {} {} {}{} $end\n", var->width, var->code, var->name,
                                    var->width > 1 ? fmt::format(" [{}:0]", var->width - 1) : "");
            }
            for (; levels > 0; --levels) text += "$upscope $end\n";
        }
        return text + "$enddefinitions $end\n";
    }

    std::string body() const {
        std::string text;
        for (const auto& [step, lines] : lines_) text += fmt::format("#{}\n{}", step, lines);
        return text;
    }

    const WaveWindow& window_;
    const Tap& leader_;
    std::size_t clock_ = 0;
    std::map<std::string, const Tap*> tap_at_;
    std::vector<DumpedVar> vars_;
    std::map<std::string, std::size_t> var_of_;
    std::map<std::size_t, std::string> last_;
    std::map<std::uint64_t, std::string> lines_;
    std::map<int, std::vector<WaveSignal>> signals_;
    std::set<std::pair<int, std::string>> signals_seen_;
    WaveDump made_;
};

}  // namespace

bool WaveWindow::has_time() const {
    return edges.size() < 2 || edges.front().time < edges.back().time;
}

WaveWindow wave_window_from_log(std::string_view log) {
    WaveWindow window;
    while (!log.empty()) {
        const std::string_view line = log.substr(0, log.find('\n'));
        log.remove_prefix(std::min(log.size(), line.size() + 1));
        read_line(line, window);
    }
    window.has_fractions = finds_fractions(window);
    return window;
}

std::vector<std::string> places_of(const std::vector<const Tap*>& taps,
                                   const std::vector<std::string>& paths) {
    std::map<std::string, std::size_t> votes;
    const std::set<std::string> known(paths.begin(), paths.end());
    for (const Tap* tap : taps) {
        const std::string below = "." + std::string(below_top(tap->instance));
        for (const std::string& path : paths)
            if (path.ends_with(below)) ++votes[path.substr(0, path.size() - below.size())];
    }
    std::vector<std::string> places;
    for (const Tap* tap : taps) {
        const std::string below = "." + std::string(below_top(tap->instance));
        std::string best;
        for (const auto& [prefix, count] : votes) {
            const bool is_own = ends_with_name(prefix, tap->path.substr(0, tap->path.find('.')));
            const bool was_own = ends_with_name(best, tap->path.substr(0, tap->path.find('.')));
            if (!known.contains(prefix + below)) continue;
            if (best.empty() || std::pair(is_own, count) > std::pair(was_own, votes[best]))
                best = prefix;
        }
        places.push_back(best.empty() ? "" : best + below);
    }
    return places;
}

WaveDump dump_of(const WaveWindow& window, const std::vector<const Tap*>& taps,
                 const std::vector<std::string>& places, const Tap& leader) {
    return Dump(window, leader).run(taps, places);
}

std::optional<std::uint64_t> time_of(const WaveWindow& window, std::uint64_t edge) {
    for (const WaveWindow::Edge& e : window.edges)
        if (e.edge == edge) return step_of(window, e);
    return std::nullopt;
}

}  // namespace tapestry
