// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/check_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

constexpr int kMostTries = 6;

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
    }

    std::string check(Diagnostics& diagnostics) {
        const std::vector<std::uint64_t> advised = depths();
        if (settings().empty()) return "nothing to check: no parameter changes";
        std::error_code ec;
        if (words_.empty() || !fs::is_directory(folder_, ec))
            return "not checked: the run does not say how it was simulated";
        Scratch scratch;
        if (!is_usable(scratch, diagnostics)) return "not checked: there is no scratch folder";
        for (int tries = 0; tries < kMostTries && !settings().empty(); ++tries) {
            const Checked checked = simulate(scratch.path());
            if (is_enough(checked)) return hold(checked, advised);
            if (tries == 0) first_ = text_of(checked);
            go_back();
        }
        for (QueueSize& q : sizing_.queues) set_needed(run_, q.depth, q);
        sizing_.simulated_cycles = sizing_.measured_cycles;
        sizing_.label = PredictionLabel::approximate;
        return fmt::format("the depths that replay finds do not hold: {}; none smaller was found",
                           first_);
    }

private:
    std::vector<std::uint64_t> depths() const {
        std::vector<std::uint64_t> all;
        for (const QueueSize& q : sizing_.queues) all.push_back(q.needed);
        return all;
    }

    std::vector<std::string> settings() const {
        std::vector<std::string> all;
        for (const QueueSize& q : sizing_.queues)
            if (!q.parameter.empty() && q.needed != q.depth)
                all.push_back(fmt::format("{}.{}={}", q.instance, q.parameter, q.parameter_value));
        return all;
    }

    Checked simulate(const fs::path& folder) const {
        Command command;
        command.words = {fs::read_symlink("/proc/self/exe").string()};
        command.words.insert(command.words.end(), words_.begin(), words_.end());
        for (const std::string& setting : settings())
            command.words.insert(command.words.end(), {"--set", setting});
        command.words.insert(command.words.end(), {"--no-verify", "--json", "-o"});
        command.words.push_back((folder / "out").string());
        command.folder = folder_;
        command.output = folder / "log";
        run(command);
        Diagnostics ignored;  // a simulation without a run does not hold
        const Result<Run> made = read_run((folder / "out" / "run.tapdb").string(), ignored);
        Checked checked;
        if (!made) return checked;
        checked.cycles = static_cast<double>(made->cycles);
        checked.good = !made->partial && alike(*made, "ended") && alike(*made, "testbench_error");
        std::error_code ec;
        fs::remove_all(folder / "out", ec);
        return checked;
    }

    bool alike(const Run& other, const char* fact) const {
        return run_.facts.find(fact) == other.facts.find(fact);
    }

    bool is_enough(const Checked& checked) const {
        return checked.good &&
               checked.cycles <= std::ceil(sizing_.measured_cycles * (1 + sizing_.loss));
    }

    std::string hold(const Checked& checked, const std::vector<std::uint64_t>& advised) {
        sizing_.simulated_cycles = checked.cycles;
        sizing_.label = PredictionLabel::tried;
        if (depths() == advised) return "a simulation with all of these depths was made";
        return fmt::format(
            "the depths that replay finds do not hold: {}; these do, by simulation, but smaller "
            "ones may too",
            first_);
    }

    std::string text_of(const Checked& checked) const {
        return checked.good ? fmt::format("{:.0f} cycles by simulation", checked.cycles)
                            : "the simulation does not end as it did";
    }

    void go_back() {
        for (QueueSize& q : sizing_.queues)
            if (q.needed < q.depth) set_needed(run_, (q.needed + q.depth + 1) / 2, q);
    }

    const Run& run_;
    Sizing& sizing_;
    std::vector<std::string> words_;
    fs::path folder_;
    std::string first_;  // what became of the advised depths
};

}  // namespace

void check_sizes(const Run& run, Sizing& sizing, Diagnostics& diagnostics) {
    ::setenv(kAlone, "1", 1);
    sizing.remarks.push_back(SizeCheck(run, sizing).check(diagnostics));
    ::unsetenv(kAlone);
}

}  // namespace tapestry
