// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/program_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/codes/predictions.h"

namespace tapestry {

namespace {

constexpr double kLeastShare = 0.001;  // of the run: 1% of less is no visible saving
constexpr std::size_t kPartsShown = 6;
constexpr double kLittle = 0.05;     // what does not matter beside a whole
constexpr double kWellBelow = 0.7;   // so far below something that it waits for that for certain
constexpr double kSeldomBusy = 0.4;  // a port that is used less makes threads wait little

double sum_of_own(const std::map<std::string, double>& own) {
    double cycles = 0;
    for (const auto& [place, time] : own) cycles += time;
    return cycles;
}

// Whether `wanted` is the place "gemm.c:14", also with its folder or with "loop" or "line" before
// it.
bool is_place(std::string wanted, const std::string& place) {
    for (const char* word : {"loop ", "line "})
        if (wanted.starts_with(word)) wanted = wanted.substr(5);
    return wanted == place || wanted.ends_with("/" + place);
}

// Whether `wanted` is a function or process, one of its threads (full or short name), or its tap.
bool is_runner(const std::string& wanted, const ProgramThread& thread,
               const std::string& function) {
    const std::size_t number = thread.name.rfind(" thread ");
    const std::string shorter =
        number == std::string::npos ? function : function + thread.name.substr(number);
    const bool is_path = thread.path == wanted || thread.path.starts_with(wanted + ".");
    return wanted == function || wanted == thread.name || wanted == shorter ||
           "process " + wanted == thread.name || is_path;
}

// The cycles for which the ports of a function are busy. The memory behind them is shared if one
// had to wait for it.
double busy_of(const ProgramFunction& function, const Run& run) {
    double most = 0, all = 0, blocked = 0;
    for (const TapNumbers& tap : run.taps) {
        if (std::find(function.ports.begin(), function.ports.end(), tap.tap.path) ==
            function.ports.end())
            continue;
        const auto requests = static_cast<double>(tap.number("transfer_cycles"));
        most = std::max(most, requests);
        all += requests;
        blocked += static_cast<double>(tap.number("blocked_cycles"));
    }
    return blocked > kLittle * all ? all : most;
}

std::string list_of_parts(const std::set<std::string>& names) {
    std::string list;
    std::size_t count = 0;
    for (const std::string& name : names)
        if (count++ < kPartsShown) list += (list.empty() ? "" : ", ") + name;
    return list + (names.size() > kPartsShown ? ", …" : "");
}

}  // namespace

std::optional<ProgramModel> ProgramModel::of(const Run& run) {
    const std::optional<ProgramParts> parts = kept_program(run.facts);
    if (!parts) return std::nullopt;
    ProgramModel model;
    model.cycles_ = static_cast<double>(run.cycles);
    for (const ProgramFunction& f : parts->functions) {
        if (!parts->all_at_once || model.groups_ == 0) ++model.groups_;
        model.add(f, run, model.groups_ - 1);
    }
    if (model.threads_.empty()) return std::nullopt;
    return model;
}

void ProgramModel::add(const ProgramFunction& function, const Run& run, std::size_t group) {
    busy_[function.name] += busy_of(function, run);
    for (const ProgramState& s : function.states) {
        if (s.time == ProgramTime::idle || s.place.empty()) continue;
        std::string& label = labels_[s.place];
        if (label.empty()) places_.push_back(s.place);
        if (label.empty() || (s.is_loop && label.starts_with("line ")))
            label = fmt::format("{} {} in {}", s.is_loop ? "loop" : "line", s.place, function.name);
    }
    for (const ProgramThread& t : function.threads) {
        const auto tap = std::find_if(run.taps.begin(), run.taps.end(),
                                      [&](const auto& n) { return n.tap.path == t.path; });
        if (tap == run.taps.end()) continue;
        Thread thread{t, function.name, function.threads.size(), group, {}, {}, 0, 0, 0, 0};
        for (std::size_t i = 0; i < function.states.size() && i < tap->states.size(); ++i) {
            const ProgramState& s = function.states[i];
            const auto cycles = static_cast<double>(tap->states[i].cycles);
            const bool waits = s.time == ProgramTime::memory;
            if (waits) thread.memory += cycles;
            if (waits || s.time == ProgramTime::work) {
                thread.own[s.place] += cycles;
                if (s.is_locked) thread.held[s.place] += cycles;
            }
            if (s.time == ProgramTime::lock) thread.lock += cycles;
            if (s.time == ProgramTime::turn) thread.turn += cycles;
            if (s.time == ProgramTime::meeting) thread.meets += cycles;
        }
        threads_.push_back(thread);
    }
}

ProgramModel::Doubt ProgramModel::share_work(const std::string& function, double count,
                                             Changed& changed) const {
    const std::string hint = fmt::format("profile the program with --threads {:.0f}", count);
    double least = 0, most = 0, held = 0, turns = 0;
    std::size_t group = 0;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        const Thread& thread = threads_[t];
        if (thread.function != function) continue;
        const double share = static_cast<double>(thread.siblings) / count;
        const double own = sum_of_own(changed.own[t]);
        least = std::max(least, (own - thread.memory) * share);
        most = std::max(most, own * share);
        held = std::max(held, sum_of_own(thread.held));
        turns += thread.turn;
        group = thread.group;
    }
    const double busy = busy_.at(function);
    if (turns > 0)
        return {"its threads take turns at a datapath, and more would wait longer for it", hint};
    if (held * count > kLittle * std::max(least, busy))
        return {
            "its threads wait for each other at a critical section, and whether each would "
            "enter it as often is not known",
            hint};
    if (least <= kWellBelow * busy) {
        changed.takes[group] = busy;
        return {};
    }
    if (busy <= kSeldomBusy * least && most <= (1 + 2 * kLittle) * least) return {};
    return {"its threads share a port of memory, and how long they would wait for it is not known",
            hint};
}

Result<Done> ProgramModel::apply(const Change& change, Changed& changed,
                                 Diagnostics& diagnostics) const {
    auto refuse = [&](const std::string& why, const std::string& hint) {
        return diagnostics.report(code::change_refused, {}, change.text, why, hint);
    };
    if (change.kind == ChangeKind::clock) {
        changed.clock *= change.value;
        return Done{};
    }
    const bool scales = change.kind == ChangeKind::time && change.is_factor;
    const bool removes = change.kind == ChangeKind::remove;
    const bool shares = change.kind == ChangeKind::replicas;
    if (change.kind == ChangeKind::depth)
        return refuse("what a stream holds is in the program",
                      "change it in co_stream_create, and profile the program again");
    if (!scales && !removes && !shares)
        return refuse("a program in C is changed by shares of its work",
                      "say time:FILE.c:LINE=0.5x, time:FUNCTION=0.5x, replicas:FUNCTION=N or "
                      "remove:FILE.c:LINE; for another memory profile it with --memory-latency");
    const std::string whole = change.state.empty() ? change.path : change.path + "/" + change.state;
    if (shares && change.state.empty() && busy_.contains(change.path))
        if (const Doubt d = share_work(change.path, change.value, changed); !d.why.empty())
            return refuse(d.why, d.hint);
    bool any = false;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        const Thread& thread = threads_[t];
        const bool runs = is_runner(change.path, thread.is, thread.function);
        const double factor =
            shares ? static_cast<double>(thread.siblings) / change.value : change.value;
        for (auto& [place, cycles] : changed.own[t]) {
            const bool here = runs && (change.state.empty() || is_place(change.state, place));
            if (!here && (shares || !is_place(whole, place))) continue;
            any = true;
            cycles *= removes ? 0 : factor;
        }
    }
    if (any) return Done{};
    std::set<std::string> names(places_.begin(), places_.end());
    for (const Thread& t : threads_) names.insert(t.function);
    return diagnostics.report(code::change_unknown, {}, change.text,
                              "the program has " + list_of_parts(names));
}

double ProgramModel::ratio_of(std::size_t group, const Scaled& own, bool of_held) const {
    double now = 0, then = 0;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        const Thread& thread = threads_[t];
        if (thread.group != group) continue;
        for (const auto& [place, cycles] : of_held ? thread.held : thread.own) {
            now += cycles;
            if (cycles > 0) then += cycles * own[t].at(place) / thread.own.at(place);
        }
    }
    return now > 0 ? then / now : 1;
}

ProgramModel::Saving ProgramModel::saving_of(std::size_t group, const Changed& changed) const {
    const Scaled& own = changed.own;
    const double locks = ratio_of(group, own, true), turns = ratio_of(group, own, false);
    double before = 0, after = 0, active = 0, longest_own = 0, together = 0;
    bool waits = false;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        const Thread& thread = threads_[t];
        if (thread.group != group) continue;
        const double was = sum_of_own(thread.own), is = sum_of_own(own[t]);
        waits = waits || thread.waits() > 0;
        before = std::max(before, was + thread.lock + thread.turn);
        after = std::max(after, is + thread.lock * locks + thread.turn * turns);
        active = std::max(active, was + thread.waits());
        longest_own = std::max(longest_own, is);
        together += was - is;
    }
    const auto takes = changed.takes.find(group);
    if (takes != changed.takes.end()) after = takes->second;
    Saving s{before - after, before - after, before - after};
    if (!waits || takes != changed.takes.end()) return s;
    s.least = std::min(0.0, together);
    s.most = std::clamp(together, 0.0, std::max(0.0, active - longest_own));
    s.expected = std::clamp(s.expected, s.least, s.most);
    return s;
}

void ProgramModel::note_times(const Scaled& own, const std::vector<Saving>& savings,
                              Prediction& p) const {
    std::map<std::string, std::pair<double, double>> of_places;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        const Thread& thread = threads_[t];
        const double was = sum_of_own(thread.own), is = sum_of_own(own[t]), wait = thread.waits();
        const double saved = savings[thread.group].expected;
        p.blocks.push_back(
            {thread.is.name, "", {}, was, is, wait, std::max(0.0, wait + was - is - saved)});
        for (const auto& [place, cycles] : thread.own) {
            of_places[place].first += cycles;
            of_places[place].second += own[t].at(place);
        }
    }
    for (const std::string& place : places_) {
        const auto [was, is] = of_places[place];
        p.states.push_back({labels_.at(place), "", {}, was, is, 0, 0});
    }
    const auto most = std::max_element(p.states.begin(), p.states.end(), [](auto& a, auto& b) {
        return a.predicted_cycles < b.predicted_cycles;
    });
    const double all = [&] {
        double cycles = 0;
        for (const PredictedTime& row : p.states) cycles += row.predicted_cycles;
        return cycles;
    }();
    if (most == p.states.end() || all <= 0) return;
    p.bottleneck = most->path;
    p.bottleneck_share = most->predicted_cycles / all;
}

Result<Prediction> ProgramModel::predict(const std::vector<Change>& changes,
                                         Diagnostics& diagnostics) const {
    Changed changed;
    for (const Thread& t : threads_) changed.own.push_back(t.own);
    Result<Done> good = Done{};
    for (const Change& change : changes)
        if (const auto done = apply(change, changed, diagnostics); !done) good = done;
    if (!good) return good.failure();
    std::vector<Saving> savings;
    Saving whole;
    for (std::size_t g = 0; g < groups_; ++g) {
        savings.push_back(saving_of(g, changed));
        whole.expected += savings.back().expected;
        whole.least += savings.back().least;
        whole.most += savings.back().most;
    }
    Prediction p;
    for (const Change& change : changes) p.changes.push_back(change.text);
    p.engine = "program";
    p.measured_cycles = cycles_;
    p.predicted_cycles = std::max(0.0, cycles_ - whole.expected) / changed.clock;
    p.low = std::max(0.0, cycles_ - whole.most) / changed.clock;
    p.high = std::max(0.0, cycles_ - whole.least) / changed.clock;
    p.amdahl_cycles = p.low;
    p.remarks.push_back(
        "lines take the share of their cycles that is asked for; memory answers as it did");
    note_times(changed.own, savings, p);
    return p;
}

Sensitivities ProgramModel::sensitivities() const {
    Sensitivities out;
    out.measured_cycles = cycles_;
    out.engine = "program";
    auto try_change = [&](const std::string& path, const std::string& text) {
        Diagnostics ignored;
        const Result<Change> change = change_from_text(text, ignored);
        const Result<Prediction> p = change ? predict({*change}, ignored) : change.failure();
        if (p) out.list.push_back({path, "work", text, cycles_ - p->predicted_cycles});
    };
    std::map<std::string, double> spent;
    for (const Thread& t : threads_)
        for (const auto& [place, cycles] : t.own) spent[place] += cycles;
    for (const std::string& place : places_)
        if (spent[place] > kLeastShare * cycles_)
            try_change(labels_.at(place), fmt::format("time:{}=0.99x", place));
    std::set<std::string> functions;
    for (const Thread& t : threads_)
        if (functions.insert(t.function).second)
            try_change(t.function, fmt::format("time:{}=0.99x", t.function));
    std::stable_sort(out.list.begin(), out.list.end(),
                     [](const auto& a, const auto& b) { return a.saved_cycles > b.saved_cycles; });
    return out;
}

}  // namespace tapestry
