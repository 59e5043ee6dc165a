// SPDX-License-Identifier: Apache-2.0
#include "run/import/plan_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/codes/waveforms.h"
#include "base/path_name.h"
#include "model/observed_number.h"

namespace tapestry {

namespace {

std::string text_of(const std::vector<NamePart>& parts) {
    std::string text;
    for (const NamePart& part : parts) {
        if (part.is_index())
            text += fmt::format("[{}]", part.index);
        else
            text += (text.empty() ? "" : ".") + part.name;
    }
    return text;
}

class Planner {
public:
    Planner(const TapMap& map, const DesignNames& design, const WaveNames& names,
            Diagnostics& diagnostics)
        : map_(map), design_(design), names_(names), diagnostics_(diagnostics) {}

    CountPlan run(const std::vector<ScopeId>& places) {
        for (ScopeId place : places) {
            std::set<int> clocks;
            const std::string prefix = place == kRootScope ? map_.top : names_.path(place);
            for (const Tap& tap : map_.taps) {
                if (!add_tap(tap, place, prefix)) continue;
                if (tap.clock >= 0 && clocks.insert(tap.clock).second)
                    plan_.clocks.push_back(
                        {plan_.taps.size() - 1, tap.clock,
                         fmt::format("{}.tapestry_clock_{}", prefix, tap.clock)});
            }
        }
        return std::move(plan_);
    }

private:
    bool add_tap(const Tap& tap, ScopeId place, const std::string& prefix) {
        std::string why;
        PlannedTap planned;
        planned.tap = &tap;
        planned.path = joined(prefix, below_top(tap.instance));
        if (!compile_tap(tap, place, planned, why)) {
            // Two instances of the design lack the same names: once is enough.
            if (refused_.insert(tap.tap).second)
                diagnostics_.report(code::waveform_lacks, {}, tap.path, why);
            return false;
        }
        plan_.taps.push_back(std::move(planned));
        return true;
    }

    bool compile_tap(const Tap& tap, ScopeId place, PlannedTap& planned, std::string& why) {
        if (!tap.synced.empty()) {
            why = fmt::format("'{}' goes through a synchroniser that is only there when woven",
                              tap.synced.front().name);
            return false;
        }
        const std::optional<ScopeId> scope = names_.find_scope(place, below_top(tap.scope));
        if (!scope) {
            why = fmt::format("the waveform has no scope '{}'", tap.scope);
            return false;
        }
        std::unordered_map<std::string, std::string> observe(tap.observe.begin(),
                                                             tap.observe.end());
        const NameFinder finder = [&](const std::vector<NamePart>& parts, std::string& reason) {
            return find(parts, tap.scope, *scope, place, reason);
        };
        const auto compile = [&](const std::string& text, Program& program,
                                 std::uint32_t context = 1) {
            auto compiled = compile_expression(text, finder, why, context);
            if (compiled) program = std::move(*compiled);
            return compiled.has_value();
        };
        if (!compile(observe["clk"], planned.clock)) return false;
        const std::string reset = observe["rst"];
        planned.programs.resize(1 + ports_of(tap.kind()).size());
        if (!compile(reset.empty() ? "1'b0" : reset, planned.programs[0])) return false;
        for (std::size_t i = 0; i < ports_of(tap.kind()).size(); ++i) {
            const TapPort& port = ports_of(tap.kind())[i];
            std::string text = observe[port.name];
            if (text.empty()) text = port.otherwise;
            if (text == "=done") text = observe["done"];
            const bool number = port.takes == TapPort::Takes::number;
            if (number) text = observed_number(text);
            if (!compile(text, planned.programs[i + 1], number ? 64 : 1)) return false;
        }
        if (tap.is(TapKind::stream)) weigh_beats(tap, *scope, place, planned);
        return true;
    }

    // How wide a beat is says the waveform: the testbench may have set another parameter. What it
    // does not show stays as it was elaborated.
    void weigh_beats(const Tap& tap, ScopeId scope, ScopeId place, PlannedTap& planned) {
        const NameFinder finder = [&](const std::vector<NamePart>& parts, std::string& reason) {
            is_read_ = false;
            const auto found = find(parts, tap.scope, scope, place, reason);
            is_read_ = true;
            return found;
        };
        StreamPart stream = tap.stream();
        std::uint32_t bits = width_of_expression(stream.data, finder);
        if (!stream.lanes_of.empty())
            bits /= std::max<std::uint32_t>(1, width_of_expression(stream.lanes_of, finder));
        if (bits > 0) stream.bytes_per_beat = bytes_of_bits(bits);
        const std::uint32_t keep = width_of_expression(tap.observed("keep"), finder);
        if (keep > 0) stream.bytes_per_keep = bytes_of_keep_bit(stream.bytes_per_beat, keep);
        planned.stream = std::move(stream);
    }

    std::optional<NameMeaning> find(const std::vector<NamePart>& parts,
                                    const std::string& design_scope, ScopeId scope, ScopeId top,
                                    std::string& why) {
        for (ScopeId at = scope;;
             at = names_.header().scopes[static_cast<std::size_t>(at)].parent) {
            if (const auto found = names_.find_var(at, parts))
                return meaning_of(*found, parts, design_scope, why);
            if (at == top) break;
        }
        if (const auto value = design_.parameter(design_scope, parts[0].name)) {
            NameMeaning meaning;
            meaning.constant = value;
            meaning.used = 1;
            meaning.is_signed =
                design_.is_signed(*design_.find(design_scope, parts[0].name), parts, 1);
            return meaning;
        }
        why = fmt::format("the waveform has no '{}' in '{}'", text_of(parts), design_scope);
        return std::nullopt;
    }

    std::optional<NameMeaning> meaning_of(const WaveNames::Found& found,
                                          const std::vector<NamePart>& parts,
                                          const std::string& design_scope, std::string& why) {
        const WaveVar& var = *found.var;
        if (var.signal == kNoSignal) {
            why =
                fmt::format("'{}' is no vector of at most {} bits", text_of(parts), kWidestSignal);
            return std::nullopt;
        }
        NameMeaning meaning;
        meaning.width = var.width;
        meaning.left = var.left;
        meaning.right = var.right;
        meaning.used = found.used;
        const bool names_a_field = std::any_of(
            parts.begin() + static_cast<std::ptrdiff_t>(std::min(found.used, parts.size())),
            parts.end(), [](const NamePart& part) { return !part.is_index(); });
        if (names_a_field && !select_field(found, parts, design_scope, meaning)) {
            why = fmt::format(
                "the waveform has '{}' as one vector, and which bits of it '{}' is, "
                "is not known",
                var.name, text_of(parts));
            return std::nullopt;
        }
        if (const Var* const declared = design_.find(design_scope, parts[0].name)) {
            if (!names_a_field && found.used == 1) set_ranges(declared->type, meaning);
            meaning.is_signed = design_.is_signed(*declared, parts, meaning.used);
        }
        if (is_read_) meaning.slot = slot_of(var.signal);
        return meaning;
    }

    // A waveform has a packed array as one vector; the design knows its elements.
    void set_ranges(TypeId type, NameMeaning& meaning) const {
        std::vector<PackedRange> ranges = design_.ranges(type);
        std::uint64_t bits = 1;
        for (const PackedRange& range : ranges) bits *= range.size();
        if (ranges.size() < 2 || bits != meaning.width) return;
        meaning.left = ranges.back().left;
        meaning.right = ranges.back().right;
        ranges.pop_back();
        meaning.outer = std::move(ranges);
    }

    bool select_field(const WaveNames::Found& found, const std::vector<NamePart>& parts,
                      const std::string& design_scope, NameMeaning& meaning) const {
        std::size_t end = parts.size();
        while (end > found.used && parts[end - 1].is_index()) --end;
        const Var* const var = design_.find(design_scope, parts[0].name);
        if (!var || found.used != 1) return false;
        const std::vector<NamePart> names(parts.begin(),
                                          parts.begin() + static_cast<std::ptrdiff_t>(end));
        const auto bits = design_.field(*var, names, found.used);
        if (!bits || bits->lsb + bits->width > found.var->width) return false;
        meaning.lsb = bits->lsb;
        meaning.width = bits->width;
        meaning.left = static_cast<std::int64_t>(bits->width) - 1;
        meaning.right = 0;
        set_ranges(bits->type, meaning);
        meaning.used = end;
        return true;
    }

    std::uint32_t slot_of(std::uint32_t signal) {
        const auto [entry, is_new] =
            slots_.emplace(signal, static_cast<std::uint32_t>(plan_.signals.size()));
        if (is_new) plan_.signals.push_back(signal);
        return entry->second;
    }

    const TapMap& map_;
    const DesignNames& design_;
    const WaveNames& names_;
    Diagnostics& diagnostics_;
    CountPlan plan_;
    std::unordered_map<std::uint32_t, std::uint32_t> slots_;
    std::set<int> refused_;
    bool is_read_ = true;  // values of what is found matter, not only its width
};

}  // namespace

CountPlan plan_count(const TapMap& map, const DesignNames& design, const WaveNames& names,
                     const std::vector<ScopeId>& places, Diagnostics& diagnostics) {
    return Planner(map, design, names, diagnostics).run(places);
}

}  // namespace tapestry
