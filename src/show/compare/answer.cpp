// SPDX-License-Identifier: Apache-2.0
#include "show/compare/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/verdict_words.h"

namespace tapestry {

namespace {

bool is_settled(const Difference& d) {
    return d.verdict == Outcome::faster || d.verdict == Outcome::slower;
}

std::string run_sentence(const Difference* run) {
    if (!run) return "The run takes as many cycles as before.";
    if (run->verdict == Outcome::same)
        return "The run takes no more and no fewer cycles than repeated runs differ by.";
    const std::string cycles =
        fmt::format("{} -> {} cycles", cycles_text(run->before.mean), cycles_text(run->after.mean));
    if (!is_settled(*run) || run->before.mean <= 0 || run->after.mean <= 0)
        return fmt::format("The run: {}.", cycles);
    const bool is_faster = run->change < 0;
    const double factor =
        is_faster ? run->before.mean / run->after.mean : run->after.mean / run->before.mean;
    return fmt::format("{:.2f} times as {}: {}.", factor, is_faster ? "fast" : "slow", cycles);
}

// The state that changed most in the direction of the whole run, if that is half of its change at
// least. `differences` are sorted by their change.
const Difference* main_change(const std::vector<Difference>& differences, const Difference& run,
                              bool waits) {
    for (const Difference& d : differences)
        if (d.kind == "fsm" && d.verdict == run.verdict && d.is_wait == waits)
            return 2 * std::abs(d.change) >= std::abs(run.change) ? &d : nullptr;
    return nullptr;
}

// Work is the reason; a wait only shows for whom.
std::string state_sentence(const std::vector<Difference>& differences, const Difference* run) {
    if (!run || !is_settled(*run)) return "";
    const Difference* most = main_change(differences, *run, false);
    if (!most) most = main_change(differences, *run, true);
    if (!most) return "";
    return fmt::format(" Most of it: {}{} of {}, {}{} cycles.", most->is_wait ? "waiting in " : "",
                       most->item, most->path, most->change < 0 ? "-" : "+",
                       cycles_text(std::abs(most->change)));
}

std::string limiter_sentence(const std::string& before, const std::string& after) {
    // Where it is not clear what limits the run now, nothing says that the one before no longer
    // does.
    const std::string moved = after.empty() ? std::string() : moved_text(before, after);
    return moved.empty() ? moved : " " + moved;
}

}  // namespace

std::string answer_of(const std::vector<Difference>& differences, const std::string& limiter_before,
                      const std::string& limiter_after) {
    const auto found = std::find_if(differences.begin(), differences.end(),
                                    [](const Difference& d) { return d.kind == "run"; });
    const Difference* run = found == differences.end() ? nullptr : &*found;
    return run_sentence(run) + state_sentence(differences, run) +
           limiter_sentence(limiter_before, limiter_after);
}

}  // namespace tapestry
