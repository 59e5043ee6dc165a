// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/check_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "base/process_group.h"
#include "base/scratch.h"
#include "explain/prediction/size.h"
#include "jobs/stages/run_stage.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// What one command may simulate before it says that smaller depths may do too.
constexpr int kMostRuns = 40;
constexpr std::chrono::seconds kMostTime{60};
// A simulation that takes so many times as long as the recorded one, and some seconds, is stuck.
constexpr double kMuchLonger = 4;
constexpr double kLeastSeconds = 10;

// A run with other depths, as far as it counts here.
struct Checked {
    bool good = false;  // ended as the recorded one did, without an error
    double cycles = 0;
};

class SizeCheck {
public:
    SizeCheck(const Run& run, Sizing& sizing) : run_(run), sizing_(sizing) {
        const auto words = run.facts.find(kProfileWords), folder = run.facts.find(kProfileFolder);
        if (!words || !folder) return;
        const auto json = nlohmann::json::parse(*words, nullptr, false);
        if (!json.is_array()) return;
        for (const auto& word : json)
            if (word.is_string()) words_.push_back(word.get<std::string>());
        folder_ = *folder;
        for (std::size_t i = 0; i < sizing.queues.size(); ++i) add_knob(i);
    }

    std::string check(Diagnostics& diagnostics) {
        if (knobs_.empty()) return "nothing to check: no parameter changes";
        std::error_code ec;
        if (words_.empty() || !fs::is_directory(folder_, ec))
            return "not checked: the run does not say how it was simulated";
        Scratch scratch;
        if (!is_usable(scratch, diagnostics)) return "not checked: there is no scratch folder";
        scratch_ = scratch.path();
        const Depths advised = advised_depths();
        Depths found = advised;
        if (!holds(advised)) {
            refuted_ = text_of(simulate(advised));
            found = deepened(advised);
        }
        if (found.empty()) return give_up();
        if (!refuted_.empty() || sizing_.label != PredictionLabel::exact || is_held_back())
            found = least_below(std::move(found));
        take(found);
        return told(found == advised);
    }

private:
    // Queues of one text have one depth.
    struct Knob {
        std::vector<std::size_t> queues;  // in Sizing::queues
        std::uint64_t depth = 0;          // as it is
        std::uint64_t bits = 0;           // of an entry of each of them
    };
    using Depths = std::vector<std::uint64_t>;  // by knob

    void add_knob(std::size_t i) {
        const QueueSize& q = sizing_.queues[i];
        if (q.parameter.empty() || q.depth == 0) return;
        const auto same = std::find_if(knobs_.begin(), knobs_.end(), [&](const Knob& k) {
            return !q.text.empty() && sizing_.queues[k.queues.front()].text == q.text;
        });
        Knob& knob = same == knobs_.end() ? knobs_.emplace_back() : *same;
        knob.queues.push_back(i);
        knob.depth = std::max(knob.depth, q.depth);
        knob.bits += std::max<std::uint64_t>(1, q.width_bits);
    }

    Depths advised_depths() const {
        Depths depths;
        for (const Knob& knob : knobs_) {
            depths.push_back(1);
            for (const std::size_t i : knob.queues)
                depths.back() = std::max(depths.back(), sizing_.queues[i].needed);
        }
        return depths;
    }

    QueueSize queue_at(std::size_t i, std::uint64_t depth) const {
        QueueSize q = sizing_.queues[i];
        set_needed(run_, std::min(depth, q.depth), q);
        return q;
    }

    // PATH.PARAMETER=VALUE of all that differs from the design as it is.
    std::vector<std::string> settings(const Depths& depths) const {
        std::vector<std::string> all;
        for (std::size_t k = 0; k < knobs_.size(); ++k)
            for (const std::size_t i : knobs_[k].queues) {
                const QueueSize q = queue_at(i, depths[k]);
                if (q.needed == q.depth) continue;
                all.push_back(fmt::format("{}.{}={}", q.instance, q.parameter, q.parameter_value));
                for (const std::string& other : q.tied)
                    all.push_back(fmt::format("{}={}", other, q.parameter_value));
            }
        return all;
    }

    const Checked& simulate(const Depths& depths) {
        const std::vector<std::string> chosen = settings(depths);
        const auto [at, is_new] = known_.try_emplace(chosen);
        if (!is_new) return at->second;
        if (chosen.empty()) {
            at->second = {true, sizing_.measured_cycles};
            return at->second;
        }
        ++runs_;
        at->second = run_with(chosen);
        return at->second;
    }

    Checked run_with(const std::vector<std::string>& chosen) const {
        Command command;
        command.words = {fs::read_symlink("/proc/self/exe").string()};
        command.words.insert(command.words.end(), words_.begin(), words_.end());
        for (const std::string& setting : chosen)
            command.words.insert(command.words.end(), {"--set", setting});
        if (!has_word("--timeout"))
            command.words.insert(command.words.end(),
                                 {"--timeout", std::to_string(longest_seconds())});
        command.words.insert(command.words.end(), {"--no-verify", "--json", "-o"});
        command.words.push_back((scratch_ / "out").string());
        command.folder = folder_;
        command.output = scratch_ / "log";
        run(command);
        Diagnostics ignored;  // a simulation without a run does not hold
        const Result<Run> made = read_run((scratch_ / "out" / "run.tapdb").string(), ignored);
        Checked checked;
        if (!made) return checked;
        checked.cycles = static_cast<double>(made->cycles);
        checked.good = !made->partial && alike(*made, "ended") && alike(*made, "testbench_error");
        std::error_code ec;
        fs::remove_all(scratch_ / "out", ec);
        return checked;
    }

    std::uint64_t longest_seconds() const {
        const std::string recorded = run_.facts.find("wall_seconds").value_or("0");
        const double seconds = std::clamp(std::strtod(recorded.c_str(), nullptr), 0.0, 1e6);
        return static_cast<std::uint64_t>(kMuchLonger * seconds + kLeastSeconds);
    }

    // An option may be given once.
    bool has_word(const std::string& option) const {
        return std::any_of(words_.begin(), words_.end(), [&](const std::string& word) {
            return word == option || word.starts_with(option + "=");
        });
    }

    bool alike(const Run& other, const char* fact) const {
        return run_.facts.find(fact) == other.facts.find(fact);
    }

    bool holds(const Depths& depths) {
        const Checked& checked = simulate(depths);
        return checked.good &&
               checked.cycles <= std::ceil(sizing_.measured_cycles * (1 + sizing_.loss));
    }

    bool may_go_on() {
        out_of_runs_ = out_of_runs_ || runs_ >= kMostRuns || Clock::now() - began_ > kMostTime;
        return !out_of_runs_;
    }

    // What replay leaves out because nothing recorded explains it is tried here.
    bool is_held_back() const {
        return std::any_of(sizing_.remarks.begin(), sizing_.remarks.end(), [](const auto& remark) {
            return remark.find("was not tried") != std::string::npos;
        });
    }

    // All depths half of the way back, until a run holds. Empty if only the design as it is does.
    Depths deepened(Depths depths) {
        while (may_go_on() && !settings(depths).empty()) {
            for (std::size_t k = 0; k < knobs_.size(); ++k)
                depths[k] += (knobs_[k].depth - std::min(depths[k], knobs_[k].depth) + 1) / 2;
            if (holds(depths)) return depths;
        }
        return {};
    }

    // Less of each queue as long as that holds, those with most bits first: one step less, then by
    // bisection.
    Depths least_below(Depths depths) {
        std::vector<std::size_t> order(knobs_.size());
        for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return knobs_[a].bits * depths[a] > knobs_[b].bits * depths[b];
        });
        for (const std::size_t k : order) {
            std::uint64_t good = depths[k], bad = 0;  // no queue has no entry
            bool first = true;
            while (good > bad + 1 && may_go_on()) {
                Depths tried = depths;
                tried[k] = first ? one_less(k, good) : bad + (good - bad) / 2;
                first = false;
                if (tried[k] == 0) break;
                holds(tried) ? good = tried[k] : bad = tried[k];
                depths[k] = good;
            }
        }
        return depths;
    }

    // The next depth that its parameter can express; 0: none.
    std::uint64_t one_less(std::size_t k, std::uint64_t depth) const {
        const std::size_t i = knobs_[k].queues.front();
        const std::uint64_t now = queue_at(i, depth).parameter_value;
        while (--depth > 0)
            if (queue_at(i, depth).parameter_value != now) return depth;
        return 0;
    }

    void take(const Depths& depths) {
        sizing_.simulated_cycles = simulate(depths).cycles;
        sizing_.label = PredictionLabel::tried;
        for (std::size_t k = 0; k < knobs_.size(); ++k)
            for (const std::size_t i : knobs_[k].queues) sizing_.queues[i] = queue_at(i, depths[k]);
        std::erase_if(sizing_.remarks, [](const std::string& remark) {
            return remark.find("was not tried") != std::string::npos;
        });
    }

    std::string told(bool as_advised) const {
        const std::string runs = fmt::format("{} simulation{}", runs_, runs_ == 1 ? "" : "s");
        std::string text = as_advised
                               ? "a simulation with all of these depths was made"
                               : fmt::format("these depths hold by simulation, found by {}", runs);
        if (!refuted_.empty())
            text += fmt::format("; the depths that replay finds do not: {}", refuted_);
        if (out_of_runs_) text += "; smaller ones may hold too";
        return text;
    }

    std::string give_up() {
        for (QueueSize& q : sizing_.queues) set_needed(run_, q.depth, q);
        sizing_.simulated_cycles = sizing_.measured_cycles;
        sizing_.label = PredictionLabel::approximate;
        return fmt::format("the depths that replay finds do not hold: {}; none smaller was found",
                           refuted_);
    }

    static std::string text_of(const Checked& checked) {
        return checked.good ? fmt::format("{:.0f} cycles by simulation", checked.cycles)
                            : "the simulation does not end as it did";
    }

    const Run& run_;
    Sizing& sizing_;
    std::vector<std::string> words_;
    fs::path folder_, scratch_;
    std::vector<Knob> knobs_;
    std::map<std::vector<std::string>, Checked> known_;  // by settings
    int runs_ = 0;
    bool out_of_runs_ = false;
    const Clock::time_point began_ = Clock::now();
    std::string refuted_;  // what became of the advised depths
};

}  // namespace

void check_sizes(const Run& run, Sizing& sizing, Diagnostics& diagnostics) {
    ::setenv(kAlone, "1", 1);
    sizing.remarks.push_back(SizeCheck(run, sizing).check(diagnostics));
    ::unsetenv(kAlone);
}

}  // namespace tapestry
