// SPDX-License-Identifier: Apache-2.0
#include "run/import/lay_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "base/path_name.h"
#include "model/expression/compile.h"
#include "model/wave_layout.h"
#include "run/import/count.h"
#include "run/import/find_design.h"
#include "run/import/plan_count.h"

namespace tapestry {

namespace {

// When certain edges of clocks were, in the time of a waveform. An edge is what it is to WaveCount.

class EdgeTimer : public WaveSink {
public:
    // Fills in the times of `marks`, which are sorted by tap and edge.
    EdgeTimer(const CountPlan& plan, const WaveHeader& header, std::vector<WaveMark>& marks);

    const std::vector<bool>& wanted() const { return wanted_; }
    void on_time(std::uint64_t time) override;
    void on_change(std::uint32_t signal, WaveValue value) override;
    void on_gap() override { is_start_ = true; }

private:
    struct Watch {
        Program clock;
        bool was_one = false;
        std::uint64_t edges = 0;
        std::vector<WaveMark*> marks;
        std::size_t next = 0;
    };

    void end_of_time_stamp();

    std::vector<bool> wanted_;
    std::vector<std::uint32_t> slot_of_signal_;
    SignalValues values_;
    std::vector<Watch> watches_;
    Evaluator evaluator_;
    std::uint64_t time_ = 0;
    bool has_time_ = false;
    bool is_start_ = true;
    bool moved_ = false;
};

EdgeTimer::EdgeTimer(const CountPlan& plan, const WaveHeader& header, std::vector<WaveMark>& marks)
    : wanted_(header.widths.size()), slot_of_signal_(header.widths.size()) {
    for (std::size_t slot = 0; slot < plan.signals.size(); ++slot) {
        values_.add(header.widths[plan.signals[slot]]);
        slot_of_signal_[plan.signals[slot]] = static_cast<std::uint32_t>(slot);
    }
    for (const PlannedTap& planned : plan.taps) {
        Watch watch{planned.clock, false, 0, {}, 0};
        for (WaveMark& mark : marks)
            if (mark.tap == planned.tap->tap) watch.marks.push_back(&mark);
        if (watch.marks.empty()) continue;
        for (const std::uint32_t slot : watch.clock.slots()) wanted_[plan.signals[slot]] = true;
        watches_.push_back(std::move(watch));
    }
}

void EdgeTimer::on_time(std::uint64_t time) {
    if (has_time_) end_of_time_stamp();
    has_time_ = true;
    time_ = time;
}

void EdgeTimer::on_change(std::uint32_t signal, WaveValue value) {
    if (!wanted_[signal]) return;
    values_.set(slot_of_signal_[signal], value.ones, value.unknown);
    moved_ = true;
}

void EdgeTimer::end_of_time_stamp() {
    for (Watch& watch : watches_) {
        if (!moved_) break;
        const bool now = is_one(watch.clock, values_, evaluator_);
        if (now && !watch.was_one && !is_start_ && time_ > 0) {
            while (watch.next < watch.marks.size() && watch.marks[watch.next]->edge == watch.edges)
                watch.marks[watch.next++]->time = time_;
            ++watch.edges;
        }
        watch.was_one = now;
    }
    moved_ = false;
    is_start_ = false;
}

std::string_view first_part(std::string_view path) { return path.substr(0, path.find('.')); }
// With several designs in one waveform each tap has one of them, whose name its paths begin with.
bool belongs(std::string_view tap_path, const std::vector<ScopeId>& places,
             std::string_view place_path) {
    return places.size() == 1 || ends_with_name(place_path, first_part(tap_path));
}

// As GTKWave spells it, which is how VCD and FST do. Of GHW it knows enumerations by their name,
// and vectors by their bits below a scope of its own.
std::string spelled_name(const WaveHeader& header, const WaveVar& var) {
    std::string scopes;
    for (ScopeId scope = var.scope; scope > kRootScope;) {
        const WaveScope& s = header.scopes[static_cast<std::size_t>(scope)];
        scopes = fmt::format("{}.{}", s.name, scopes);
        scope = s.parent;
    }
    if (header.is_vhdl) scopes = "top." + scopes;
    std::string name = scopes + std::string(var.name);
    if (var.width == 1 || var.table != kNoTable) return name;
    const std::string vector = fmt::format("{}[{}:{}]", name, var.left, var.right);
    if (!header.is_vhdl) return vector;
    std::string bits;
    const std::int64_t step = var.left < var.right ? 1 : -1;
    for (std::uint32_t i = 0; i < var.width; ++i)
        bits += fmt::format(" {}[{}]", name, var.left + step * static_cast<std::int64_t>(i));
    return fmt::format("#{{{}}}{}", vector, bits);
}

class SignalSearch {
public:
    SignalSearch(const WaveNames& names, ScopeId place, const Tap& tap)
        : names_(names), place_(place), tap_(tap) {}

    TapSignals run() {
        found_.tap = tap_.tap;
        const auto scope = names_.find_scope(place_, below_top(tap_.scope));
        if (!scope) return found_;
        for (const auto& [port, text] : tap_.observe)
            if (port != "rst") add_port(port, text, *scope);
        if (tap_.is(TapKind::stream)) add_port("data", tap_.stream().data, *scope);
        return found_;
    }

private:
    // Whatever the expression computes, its variables are what a reader wants to see.
    void add_port(const std::string& port, std::string_view text, ScopeId scope) {
        for (const std::vector<NamePart>& name : names_in_expression(text))
            if (const WaveVar* var = find(name, scope)) add(port, *var, text);
    }

    const WaveVar* find(const std::vector<NamePart>& parts, ScopeId scope) const {
        for (;; scope = names_.header().scopes[static_cast<std::size_t>(scope)].parent) {
            if (const auto found = names_.find_var(scope, parts)) return found->var;
            if (scope == place_ || scope <= kRootScope) return nullptr;
        }
    }

    void add(const std::string& port, const WaveVar& var, std::string_view text) {
        const std::string name = spelled_name(names_.header(), var);
        if (!seen_.insert(name).second) return;
        const bool is_whole = names_.key_of(text) == names_.key_of(var.name) ||
                              names_.key_of(last_part(text)) == names_.key_of(var.name);
        found_.signals.push_back({port, name, var.width, is_whole});
    }

    const WaveNames& names_;
    ScopeId place_;
    const Tap& tap_;
    TapSignals found_;
    std::set<std::string> seen_;
};

// Stands in for any tap: it never counts, but has a clock.
Tap clock_alone(Tap tap) {
    std::erase_if(tap.observe, [](const auto& port) { return port.first != "clk"; });
    tap.observe.emplace_back("event", "1'b0");
    tap.own = EventPart{};
    tap.synced.clear();
    return tap;
}

// Triggers and assertions, and a clock for the scale. Without the records before a trigger, each
// window begins with it.
TapMap watched_taps(const TapMap& map) {
    TapMap watched = map;
    std::erase_if(watched.taps, [](const Tap& tap) {
        const bool fires = tap.is(TapKind::trace) && tap.trace().rule.trigger != "change";
        return !fires && !tap.is(TapKind::assertion);
    });
    for (Tap& tap : watched.taps)
        if (tap.is(TapKind::trace)) std::get<TracePart>(tap.own).rule.before = 0;
    if (!map.taps.empty()) watched.taps.push_back(clock_alone(map.taps.front()));
    return watched;
}

// The taps of `map` in the waveform. The plan points into `map`.
Result<CountPlan> plan_in(const Waveform& waveform, const TapMap& map, const TapMap& whole,
                          const std::string& at, Diagnostics& diagnostics) {
    const WaveNames names(waveform.header());
    const DesignNames design(nullptr);
    const auto places = design_places(whole, design, names, at, diagnostics);
    if (!places) return places.failure();
    CountPlan plan = plan_count(map, design, names, *places, diagnostics);
    std::erase_if(plan.taps, [&](const PlannedTap& t) {
        const std::string_view below = below_top(t.tap->instance);
        const std::string_view place = std::string_view(t.path).substr(
            0, t.path.size() - std::min(below.size() + 1, t.path.size()));
        return !belongs(t.tap->instance, *places, place);
    });
    plan.clocks.clear();
    if (!plan.taps.empty()) plan.clocks.push_back({plan.taps.size() - 1, 0, "scale"});
    return plan;
}

void add_marks(const ReadingRecord& record, const Tap& tap, std::vector<WaveMark>& marks) {
    if (tap.is(TapKind::assertion) && record.number("violations") > 0)
        marks.push_back({tap.tap, tap.clock, record.number("first_violation")});
    for (const TraceRecord& r : record.trace)
        if (r.record % tap.trace().rule.after == 0) marks.push_back({tap.tap, tap.clock, r.edge});
}

bool is_same(const WaveMark& a, const WaveMark& b) { return a.tap == b.tap && a.edge == b.edge; }

}  // namespace

Result<std::vector<TapSignals>> tap_signals(const Waveform& waveform, const TapMap& map,
                                            const std::string& at, Diagnostics& diagnostics) {
    const WaveNames names(waveform.header());
    const auto places = design_places(map, DesignNames(nullptr), names, at, diagnostics);
    if (!places) return places.failure();
    std::vector<TapSignals> all;
    for (const Tap& tap : map.taps) {
        TapSignals found;
        for (const ScopeId place : *places) {
            if (belongs(tap.scope, *places, names.path(place)))
                found = SignalSearch(names, place, tap).run();
        }
        if (!found.signals.empty()) all.push_back(std::move(found));
    }
    return all;
}

Result<WaveMarks> find_marks(Waveform& waveform, const TapMap& map, const std::string& at,
                             Diagnostics& diagnostics) {
    const TapMap watched = watched_taps(map);
    const Result<CountPlan> plan = plan_in(waveform, watched, map, at, diagnostics);
    if (!plan) return plan.failure();
    WaveMarks found;
    if (plan->taps.empty()) return found;
    std::map<std::string, const Tap*> tap_of;
    for (const PlannedTap& planned : plan->taps) {
        if (!planned.tap->is(TapKind::event)) tap_of[planned.path] = planned.tap;
    }
    std::vector<bool> wanted(waveform.header().widths.size());
    for (const std::uint32_t signal : plan->signals) wanted[signal] = true;
    WaveCount counting(*plan, waveform.header(), 0, {});
    waveform.read(wanted, counting);
    for (const auto& [clock, times] : counting.clock_times())
        found.scale = {times.first, times.last, times.edges};
    for (const ReadingRecord& record : counting.finish().records) {
        const auto tap = tap_of.find(record.path);
        if (tap != tap_of.end()) add_marks(record, *tap->second, found.marks);
    }
    std::vector<WaveMark>& marks = found.marks;
    std::sort(marks.begin(), marks.end(), [](const WaveMark& a, const WaveMark& b) {
        return std::tie(a.tap, a.edge) < std::tie(b.tap, b.edge);
    });
    marks.erase(std::unique(marks.begin(), marks.end(), is_same), marks.end());
    return found;
}

void time_marks(Waveform& waveform, const TapMap& map, const std::string& at,
                std::vector<WaveMark>& marks, Diagnostics& diagnostics) {
    const TapMap watched = watched_taps(map);
    const Result<CountPlan> plan = plan_in(waveform, watched, map, at, diagnostics);
    if (!plan) return;
    EdgeTimer timer(*plan, waveform.header(), marks);
    waveform.read(timer.wanted(), timer);
    std::stable_sort(marks.begin(), marks.end(),
                     [](const WaveMark& a, const WaveMark& b) { return a.time < b.time; });
}

}  // namespace tapestry
