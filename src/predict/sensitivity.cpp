// SPDX-License-Identifier: Apache-2.0
#include "predict/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>

#include "predict/elastic.h"
#include "predict/predict.h"
#include "predict/run_summary.h"

namespace tapestry {

namespace {

class Tryer {
public:
    explicit Tryer(const Run& run) : run_(run) {}

    void try_change(const std::string& path, const std::string& what, const std::string& text) {
        Diagnostics ignored;
        const Result<Change> change = change_from_text(text, ignored);
        if (!change) return;
        Result<Prediction> p = predict(run_, {*change}, ignored);
        if (!p && change->kind != ChangeKind::depth)
            p = predict_by_summary(run_, {*change}, ignored);
        if (!p || p->deadlock) return;
        out_.measured_cycles = p->measured_cycles;
        if (out_.list.empty() || p->engine == "replay") out_.engine = p->engine;
        out_.list.push_back({path, what, text, p->measured_cycles - p->predicted_cycles});
    }

    Sensitivities take() {
        std::stable_sort(out_.list.begin(), out_.list.end(), [](const auto& a, const auto& b) {
            return a.saved_cycles > b.saved_cycles;
        });
        return std::move(out_);
    }

private:
    const Run& run_;
    Sensitivities out_;
};

}  // namespace

Sensitivities sensitivities_of(const Run& run) {
    Tryer tryer(run);
    for (const SummaryBlock& block : summary_of(run).model.blocks)
        tryer.try_change(block.path, "work", fmt::format("time:{}=0.99x", block.path));
    for (const OperationChannel& channel : run.operations.channels) {
        if (channel.capacity == 0 || is_inside(channel)) continue;
        const std::uint64_t depth = channel.depth == 0 ? channel.capacity : channel.depth;
        tryer.try_change(channel.path, "depth",
                         fmt::format("depth:{}={}", channel.path, depth + 1));
    }
    return tryer.take();
}

}  // namespace tapestry
