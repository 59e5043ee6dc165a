// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/what_if_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "explain/prediction/change.h"
#include "explain/prediction/predict.h"
#include "explain/prediction/sensitivity.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostSubjects = 12;         // of blocks and states, and of queues
constexpr std::size_t kMostVisits = 200'000'000;  // replayed for all answers together
constexpr std::size_t kMostTaps = 200;            // sensitivities ask one question for each state
constexpr std::size_t kPassesOfAReplay = 6;       // with the times of states and streams
constexpr double kFactors[] = {0.1, 0.25, 0.5, 0.75, 0.9, 1.5, 2};

std::size_t replayed_visits(const Run& run) {
    std::size_t visits = 0;
    for (const OperationThread& thread : run.operations.threads) visits += thread.visits.size();
    return visits;
}

// The depths that are worth a question: powers of two, and one more and one less than there is.
std::set<std::uint64_t> depths_around(std::uint64_t depth) {
    std::set<std::uint64_t> depths = {depth + 1};
    if (depth > 1) depths.insert(depth - 1);
    for (std::uint64_t d = 1; d <= std::max<std::uint64_t>(16, 4 * depth); d *= 2)
        if (d != depth) depths.insert(d);
    return depths;
}

// The questions about one thing, from the smallest change of it: "time:u_a=0.99x" or
// "depth:u_q=9".
std::vector<std::string> questions_about(const Sensitivity& subject) {
    const std::string target = subject.change.substr(0, subject.change.rfind('='));
    std::vector<std::string> questions;
    if (target.starts_with("time:"))
        for (const double factor : kFactors)
            questions.push_back(fmt::format("{}={}x", target, factor));
    if (target.starts_with("depth:")) {
        const std::uint64_t deeper = std::stoull(subject.change.substr(target.size() + 1));
        for (const std::uint64_t depth : depths_around(deeper - 1))
            questions.push_back(fmt::format("{}={}", target, depth));
    }
    return questions;
}

std::vector<std::string> questions_of(const Sensitivities& all) {
    std::vector<std::string> questions;
    for (const char* kind : {"time:", "depth:"}) {
        std::size_t subjects = 0;
        for (const Sensitivity& subject : all.list) {
            if (!subject.change.starts_with(kind) || subjects++ >= kMostSubjects) continue;
            for (std::string& question : questions_about(subject))
                questions.push_back(std::move(question));
        }
    }
    return questions;
}

WhatIfAnswer answered(Predictor& predictor, const std::string& question) {
    WhatIfAnswer answer{question, "", {}};
    Diagnostics diagnostics;
    Result<Prediction> prediction = predictor.predict(question, diagnostics);
    if (prediction) {
        answer.prediction = std::move(*prediction);
        return answer;
    }
    for (const Diagnostic& d : diagnostics.all())
        answer.why_not += (answer.why_not.empty() ? "" : " ") + d.sentence;
    return answer;
}

}  // namespace

WhatIfTable what_if_table(const Run& run) {
    WhatIfTable table;
    const std::size_t visits = kPassesOfAReplay * replayed_visits(run);
    if (run.taps.size() > kMostTaps || run.taps.size() * visits > kMostVisits) return table;
    table.sensitivities = sensitivities_of(run);
    const std::vector<std::string> questions = questions_of(table.sensitivities);
    if (questions.size() * visits > kMostVisits) return table;
    Predictor predictor(run, true);
    for (const std::string& question : questions)
        table.answers.push_back(answered(predictor, question));
    return table;
}

}  // namespace tapestry
