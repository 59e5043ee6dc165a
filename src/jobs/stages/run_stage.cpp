// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/run_stage.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/exit_status.h"
#include "base/own_program.h"

namespace tapestry {

namespace fs = std::filesystem;

void add_measure_options(OptionList& app, MeasureOptions& o) {
    app.add_option("--frame", o.frame, "Cycles of a frame (default: frames that grow)")
        ->check(not_negative())
        ->type_name("N");
    app.add_option("--timeout", o.timeout,
                   "End the simulation after this many seconds and keep what was measured")
        ->check(up_to_a_billion())
        ->type_name("SECONDS");
    app.add_option("--build-timeout", o.build_timeout,
                   "End building the simulation after this many seconds (default: no limit)")
        ->check(up_to_a_billion())
        ->type_name("SECONDS");
    app.add_flag("--cores", o.cores,
                 "Simulate the synthesizable cores of the taps instead of the fast models");
}

RunOptions run_options_of(const MeasureOptions& options) {
    return {options.frame, options.cores, false, std::chrono::seconds(options.timeout),
            std::chrono::seconds(options.build_timeout)};
}

int finish_run(OutputFolder& out, const RunFolders& place, const RunFacts& facts,
               const ClockRates& clocks, const ReportOptions& options, Diagnostics& diagnostics,
               const std::function<void(Run&)>& extend) {
    const NamedFile reading{place.work / "tapestry.reading", place.shown / "tapestry.reading"};
    const fs::path made = place.work / "run.tapdb";
    const Result<StoredRun> stored =
        store_run(reading, place.woven / "taps.json", facts, clocks, made, diagnostics, extend);
    if (!stored || !write_report(made, place.work, diagnostics) || !out.publish(diagnostics))
        return kBadInput;
    const fs::path run = place.shown / "run.tapdb";
    if (!print_report(run, options, diagnostics)) return kBadInput;
    if (!options.json)
        fmt::print("\nrun: {}\nreport: {}\n", run.string(), (place.shown / "report.html").string());
    return stored->partial ? kCheckFailed : kFine;
}

namespace {

// The words that say what is simulated, without those that say what becomes of it.
std::vector<std::string> kept_words(const std::vector<std::string>& all) {
    std::vector<std::string> kept;
    for (std::size_t i = 1; i < all.size(); ++i) {
        const std::string& word = all[i];
        if (word == "-o" || word == "--out" || word == "--verify") {
            ++i;
        } else if (!word.starts_with("--out=") && !word.starts_with("--verify=") &&
                   word != "--record" && word != "--json" && word != "--no-verify") {
            kept.push_back(word);
        }
    }
    return kept;
}

}  // namespace

void keep_command_line(RunFacts& facts) {
    std::error_code ec;
    const std::vector<std::string> words = words_of_this_process();
    facts.facts.emplace_back(kProfileWords,
                             nlohmann::json(kept_words(words))
                                 .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    facts.facts.emplace_back(kProfileFolder, fs::current_path(ec).string());
}

}  // namespace tapestry
