// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/advice_bounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/prediction/predict.h"
#include "model/advice_order.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kDeepEnough = 1'000'000'000;

std::string change_of(const Advice& advice) {
    if (advice.rule == "interval_above_one" || advice.rule == "load_imbalance")
        return "remove:" + advice.path;
    if (advice.rule == "queue_too_shallow")
        return fmt::format("depth:{}={}", advice.path, kDeepEnough);
    return "";
}

void bound(Predictor& predictor, Advice& advice) {
    const std::string change = change_of(advice);
    if (change.empty() || !advice.bound) return;
    Diagnostics ignored;
    const Result<Prediction> p = predictor.predict(change, ignored);
    if (!p || p->engine != "replay" || p->deadlock || p->measured_cycles <= 0) return;
    const double saved = std::clamp(1 - p->low / p->measured_cycles, 0.0, 1.0);
    if (saved >= *advice.bound) return;
    advice.bound = saved;
    advice.reasoning += fmt::format(
        "; a replay of the recorded operations without that takes {:.0f} cycles instead of {:.0f}",
        p->predicted_cycles, p->measured_cycles);
}

}  // namespace

void bound_by_replay(const Run& run, Analysis& analysis) {
    if (run.operations.empty()) return;
    Predictor predictor(run);
    for (Advice& advice : analysis.advice) bound(predictor, advice);
    order_advice(analysis.advice);
}

}  // namespace tapestry
