// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/step_report.h"

#include <sstream>

namespace tapestry {

namespace {

void read_marks(std::istringstream& words, BeatReport& report) {
    words >> report.last_edge >> report.last_time;
    for (BeatMark mark; words >> mark.beat >> mark.hash >> mark.edge;) report.marks.push_back(mark);
}

}  // namespace

bool is_own_step(std::string_view path) {
    return path.find(".tapestry_own_") != std::string_view::npos;
}

StepReports parse_step_reports(std::string_view text) {
    StepReports reports;
    StepReport* last = nullptr;
    BeatReport* beats = nullptr;  // of the last line
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string kind, path;
        words >> kind;
        StepReport step;
        BeatReport fire;
        std::uint64_t ones = 0;
        if (kind == "step" && words >> step.module >> path >> step.edges >> step.given) {
            words >> step.held >> step.frozen >> step.barred;
            last = &(reports[path] = step);
            beats = nullptr;
        } else if (kind == "level" && last && words >> ones) {
            last->ones.push_back(ones);
        } else if (kind == "shows" && last && words >> fire.beats >> fire.total) {
            for (std::string hash; words >> hash;) fire.hashes.push_back(hash);
            last->shows = std::move(fire);
            beats = &last->shows;
        } else if (kind == "beats" && last && words >> fire.beats >> fire.total) {
            for (std::string hash; words >> hash;) fire.hashes.push_back(hash);
            last->fires.push_back(std::move(fire));
            beats = &last->fires.back();
        } else if (kind == "pause" && beats) {
            words >> beats->pause;
        } else if (kind == "marks" && beats) {
            read_marks(words, *beats);
        }
    }
    return reports;
}

}  // namespace tapestry
