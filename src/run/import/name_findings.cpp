// SPDX-License-Identifier: Apache-2.0
#include "run/import/name_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "base/verilog_text.h"
#include "model/handshake_names.h"
#include "model/reset_name.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kBinsOfUnknownDepth = 64;
constexpr double kConfidence = 0.5;

std::vector<std::string> words_between_underscores(const std::string& name) {
    std::vector<std::string> words(1);
    for (char c : name) {
        if (c == '_')
            words.emplace_back();
        else
            words.back() += c;
    }
    std::erase(words, "");
    return words;
}

bool is_clock_name(const std::string& lower) {
    const auto words = words_between_underscores(lower);
    return std::any_of(words.begin(), words.end(), [](const std::string& w) {
        return is_one_of(w, {"clk", "clock", "aclk", "ck", "hclk", "pclk"});
    });
}

// `state`, `rx_state_q`, `ap_CS_fsm`; the next state is not the state.
bool is_state_name(const std::string& lower) {
    std::vector<std::string> words = words_between_underscores(lower);
    const bool is_next = std::any_of(words.begin(), words.end(), [](const std::string& w) {
        return is_one_of(w, {"next", "nxt", "n", "d", "ns", "prev", "last", "old", "nextstate"});
    });
    while (words.size() > 1 && is_one_of(words.back(), {"q", "r", "reg", "ff", "o", "i", "out"}))
        words.pop_back();
    return !is_next && !words.empty() &&
           is_one_of(words.back(), {"state", "fsm", "cs", "currentstate", "curstate"});
}

struct CallName {
    const char* start;
    const char* done;
    const char* ready;
};
constexpr std::array kCalls = {CallName{"ap_start", "ap_done", "ap_ready"},
                               CallName{"start", "done", ""}, CallName{"start_i", "done_o", ""},
                               CallName{"i_start", "o_done", ""}};

class Finder {
public:
    Finder(const WaveNames& names, ScopeId at) : names_(names), at_(at) {}

    NameFindings run() {
        for (ScopeId scope : scopes_by_depth()) look_into(scope);
        set_paths();
        return std::move(found_);
    }

private:
    using Vars = std::map<std::string, const WaveVar*>;  // by name in lower case

    std::vector<ScopeId> scopes_by_depth() const {
        std::vector<ScopeId> scopes = {at_};
        for (std::size_t i = 0; i < scopes.size(); ++i) {
            const auto& inner = names_.children(scopes[i]);
            scopes.insert(scopes.end(), inner.begin(), inner.end());
        }
        return scopes;
    }

    const WaveScope& scope_at(ScopeId scope) const {
        return names_.header().scopes[static_cast<std::size_t>(scope)];
    }

    void look_into(ScopeId scope) {
        Vars vars;
        for (std::uint32_t v : names_.vars(scope)) {
            const WaveVar& var = names_.header().vars[v];
            if (var.signal != kNoSignal) vars.emplace(in_lower_case(plain_name(var.name)), &var);
        }
        for (const auto& [name, var] : vars) {
            if (is_clock_name(name) && var->width == 1) clocks_[scope].push_back(var);
            if (var->width == 1 && is_reset_name(name)) resets_[scope].push_back(var);
        }
        add_streams(scope, vars);
        add_queue(scope, vars);
        add_call(scope, vars);
        for (const auto& [name, var] : vars) {
            if (is_state_name(name)) add_state(scope, *var);
        }
    }

    // The nearest of that scope or of those around it; of several the one whose name begins most
    // like that of the signal.
    using ByScope = std::map<ScopeId, std::vector<const WaveVar*>>;
    const WaveVar* nearest(const ByScope& all, ScopeId scope, const std::string& name) const {
        for (ScopeId s = scope; s >= kRootScope; s = scope_at(s).parent) {
            const auto here = all.find(s);
            if (here == all.end()) continue;
            return *std::max_element(here->second.begin(), here->second.end(),
                                     [&](const WaveVar* a, const WaveVar* b) {
                                         return likeness(a, name) < likeness(b, name);
                                     });
        }
        return nullptr;
    }
    static std::ptrdiff_t likeness(const WaveVar* var, const std::string& name) {
        const std::string own = in_lower_case(plain_name(var->name));
        return std::mismatch(own.begin(), own.end(), name.begin(), name.end()).first - own.begin();
    }

    void add_streams(ScopeId scope, const Vars& vars) {
        for (const auto& [name, valid] : vars) {
            const auto parts = split_valid(name);
            if (!parts || valid->width != 1) continue;
            const WaveVar* const ready = partner(*parts, ready_words(parts->word), vars, 1);
            if (!ready) continue;
            Tap tap;
            tap.own = StreamPart{};
            tap.name = parts->spelled_like(plain_name(valid->name)).stem();
            tap.observe = {{"valid", text(*valid)}, {"ready", text(*ready)}};
            if (const WaveVar* last = partner(*parts, {"last", "eop"}, vars, 1))
                tap.observe.emplace_back("last", text(*last));
            const WaveVar* const keep = partner(*parts, {"keep", "strb"}, vars, 0);
            if (keep) tap.observe.emplace_back("keep", text(*keep));
            const WaveVar* const data = partner(*parts, {"data"}, vars, 0);
            add_widths(tap.stream(), data, keep);
            tap.reason = fmt::format("'{}' and '{}' have the names of a handshake",
                                     plain_name(valid->name), plain_name(ready->name));
            add(std::move(tap), scope, name, {valid->signal, ready->signal});
        }
    }

    static void add_widths(StreamPart& stream, const WaveVar* data, const WaveVar* keep) {
        if (data) stream.data = text(*data);
        if (data) stream.bytes_per_beat = bytes_of_bits(data->width);
        if (!keep) return;
        stream.keep_width = keep->width;
        stream.bytes_per_keep = bytes_of_keep_bit(stream.bytes_per_beat, keep->width);
    }

    // `width` 0: any.
    static const WaveVar* partner(const ValidName& parts, const std::vector<std::string>& words,
                                  const Vars& vars, std::uint32_t width) {
        for (const std::string& word : words) {
            for (const std::string& name : parts.partners(word)) {
                const auto var = vars.find(name);
                if (var != vars.end() && (width == 0 || var->second->width == width))
                    return var->second;
            }
        }
        return nullptr;
    }

    void add_queue(ScopeId scope, const Vars& vars) {
        std::array<const WaveVar*, 4> ends = {};
        std::array<bool, 4> inverted = {};
        for (const auto& [name, var] : vars) {
            const auto port = queue_port(name);
            if (!port || var->width != 1) continue;
            ends[static_cast<std::size_t>(port->end)] = var;
            inverted[static_cast<std::size_t>(port->end)] = port->inverted;
        }
        if (std::find(ends.begin(), ends.end(), nullptr) != ends.end()) return;
        static constexpr std::array kPorts = {"push", "full", "pop", "empty"};
        Tap tap;
        tap.own = QueuePart{};
        tap.queue().bins = kBinsOfUnknownDepth;
        std::vector<std::uint32_t> signals;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            tap.observe.emplace_back(kPorts[i], (inverted[i] ? "!" : "") + text(*ends[i]));
            signals.push_back(ends[i]->signal);
        }
        tap.reason = fmt::format("'{}', '{}', '{}' and '{}' have the names of a queue's ends",
                                 ends[0]->name, ends[1]->name, ends[2]->name, ends[3]->name);
        add(std::move(tap), scope, "", std::move(signals));
    }

    void add_call(ScopeId scope, const Vars& vars) {
        for (const CallName& call : kCalls) {
            const auto start = vars.find(call.start);
            const auto done = vars.find(call.done);
            if (start == vars.end() || done == vars.end() || start->second->width != 1 ||
                done->second->width != 1)
                continue;
            const auto ready = vars.find(call.ready);
            Tap tap;
            tap.own = CallPart{};
            tap.observe = {{"start", text(*start->second)},
                           {"ready", text(*(ready == vars.end() ? done : ready)->second)},
                           {"done", text(*done->second)}};
            tap.reason = fmt::format("'{}' and '{}' are those of something that is called",
                                     start->second->name, done->second->name);
            add(std::move(tap), scope, "", {start->second->signal, done->second->signal});
            return;
        }
    }

    void add_state(ScopeId scope, const WaveVar& var) {
        Tap tap;
        tap.own = MachinePart{var.width, false, {}};
        tap.name = plain_name(var.name);
        tap.observe = {{"state", text(var)}};
        tap.reason = fmt::format("'{}' has the name of a state register", tap.name);
        add(std::move(tap), scope, in_lower_case(tap.name), {var.signal}, var.table);
    }

    // A name as an expression has it; one that is no plain name is escaped.
    static std::string text(const WaveVar& var) { return spelled(plain_name(var.name)); }

    // `lower_name` is that of a signal that the clock's may resemble.
    void add(Tap tap, ScopeId scope, const std::string& lower_name,
             std::vector<std::uint32_t> signals, std::int32_t table = kNoTable) {
        if (!taken_.insert({tap.kind(), std::move(signals)}).second) return;
        const WaveVar* const clock = nearest(clocks_, scope, lower_name);
        if (!clock) return;
        const WaveVar* const reset = nearest(resets_, scope, lower_name);
        // Names are looked up from the scope outwards, so that the bare name finds the nearest.
        tap.observe.emplace_back("clk", text(*clock));
        if (reset) {
            const bool low = is_low_reset_name(plain_name(reset->name));
            tap.observe.emplace_back("rst", (low ? "!" : "") + text(*reset));
        }
        tap.tap = static_cast<int>(found_.map.taps.size());
        tap.confidence = kConfidence;
        tap.clock = clock_number(*clock);
        taps_scope_.push_back(scope);
        found_.map.taps.push_back(std::move(tap));
        found_.tables.push_back(table);
    }

    int clock_number(const WaveVar& clock) {
        const auto [entry, is_new] =
            clock_numbers_.emplace(clock.signal, static_cast<int>(found_.map.clocks.size()));
        if (is_new) {
            found_.map.clocks.push_back({entry->second, plain_name(clock.name), "", "posedge"});
            clock_scopes_.push_back(clock.scope);
        }
        return entry->second;
    }

    // The map's top is the innermost scope around all that was found.
    void set_paths() {
        if (found_.map.taps.empty()) return;
        std::vector<ScopeId> all = taps_scope_;
        all.insert(all.end(), clock_scopes_.begin(), clock_scopes_.end());
        ScopeId top = all.front();
        for (ScopeId scope : all) top = common(top, scope);
        found_.place = top;
        found_.map.top = top == kRootScope ? "waveform" : plain_name(scope_at(top).name);
        for (std::size_t i = 0; i < found_.map.taps.size(); ++i) set_path(i, top);
        for (std::size_t i = 0; i < found_.map.clocks.size(); ++i) {
            TapClock& clock = found_.map.clocks[i];
            clock.path = path_below(top, clock_scopes_[i]) + "." + clock.name;
        }
    }

    ScopeId common(ScopeId a, ScopeId b) const {
        while (a != b) {
            if (scope_at(a).depth >= scope_at(b).depth)
                a = scope_at(a).parent;
            else
                b = scope_at(b).parent;
        }
        return a;
    }

    std::string path_below(ScopeId top, ScopeId scope) const {
        std::string path;
        for (; scope != top; scope = scope_at(scope).parent)
            path = "." + plain_name(scope_at(scope).name) + path;
        return found_.map.top + path;
    }

    void set_path(std::size_t i, ScopeId top) {
        Tap& tap = found_.map.taps[i];
        tap.scope = path_below(top, taps_scope_[i]);
        tap.path = tap.name.empty() ? tap.scope : tap.scope + "." + tap.name;
        if (tap.name.empty()) tap.name = tap.scope.substr(tap.scope.rfind('.') + 1);
        const std::string_view module = scope_at(taps_scope_[i]).module;
        tap.module = module.empty() ? plain_name(scope_at(taps_scope_[i]).name) : module;
        tap.instance = fmt::format("{}.tapestry_{}_{}", tap.scope, to_word(tap.kind()), tap.name);
    }

    const WaveNames& names_;
    ScopeId at_;
    NameFindings found_;
    ByScope clocks_;
    ByScope resets_;
    std::vector<ScopeId> taps_scope_;  // by tap
    std::vector<ScopeId> clock_scopes_;
    std::map<std::uint32_t, int> clock_numbers_;
    std::set<std::pair<TapKind, std::vector<std::uint32_t>>> taken_;
};

}  // namespace

NameFindings findings_by_name(const WaveNames& names, ScopeId at) {
    return Finder(names, at).run();
}

}  // namespace tapestry
