// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/prediction/predict.h"
#include "explain/prediction/program_model.h"
#include "explain/prediction/run_summary.h"
#include "explain/replay/elastic.h"

namespace tapestry {

namespace {

// A state with a smaller share of the run has no visible effect when it gets 1% shorter.
constexpr double kLeastChange = 0.001;

class Tryer {
public:
    explicit Tryer(const Run& run) : run_(run), predictor_(run) {}

    void try_change(const std::string& path, const std::string& what, const std::string& text) {
        Diagnostics ignored;
        const Result<Change> change = change_from_text(text, ignored);
        if (!change) return;
        Result<Prediction> p = predictor_.predict({*change}, ignored);
        if (!p && change->kind != ChangeKind::depth)
            p = predict_by_summary(run_, {*change}, ignored);
        if (!p || p->deadlock) return;
        out_.measured_cycles = p->measured_cycles;
        if (out_.list.empty() || p->engine == "replay") out_.engine = p->engine;
        out_.list.push_back({path, what, text, p->measured_cycles - p->predicted_cycles});
    }

    void try_block(const RunSummary& summary, std::size_t b) {
        const SummaryBlock& block = summary.model.blocks[b];
        try_change(block.path, "work", fmt::format("time:{}=0.99x", block.path));
        if (summary.machine[b] < 0) return;
        for (std::size_t s = 0; s < summary.states[b]; ++s) {
            const SummaryState& state = block.states[s];
            if (state.name != "other" && state.time > kLeastChange * summary.length)
                try_change(block.path, "state " + state.name,
                           fmt::format("time:{}/{}=0.99x", block.path, state.name));
        }
    }

    // Streams between blocks, with 1% more in each beat; a stream at a queue is covered by the
    // queue.
    void try_channels() {
        for (const TapNumbers& n : run_.taps)
            if (n.tap.is(TapKind::stream) && n.number("transfer_cycles") > 0)
                try_change(n.tap.path, "channel", fmt::format("width:{}=1.01x", n.tap.path));
    }

    void try_queues() {
        for (const OperationChannel& channel : run_.operations.channels) {
            if (channel.capacity == 0 || is_inside(channel)) continue;
            const std::uint64_t depth = channel.depth == 0 ? channel.capacity : channel.depth;
            try_change(channel.path, "depth", fmt::format("depth:{}={}", channel.path, depth + 1));
        }
    }

    Sensitivities take() {
        std::stable_sort(out_.list.begin(), out_.list.end(), [](const auto& a, const auto& b) {
            return a.saved_cycles > b.saved_cycles;
        });
        return std::move(out_);
    }

private:
    const Run& run_;
    Predictor predictor_;
    Sensitivities out_;
};

}  // namespace

Sensitivities sensitivities_of(const Run& run) {
    if (const auto program = ProgramModel::of(run)) return program->sensitivities();
    Tryer tryer(run);
    const RunSummary summary = summary_of(run);
    for (std::size_t b = 0; b < summary.model.blocks.size(); ++b) tryer.try_block(summary, b);
    tryer.try_channels();
    tryer.try_queues();
    return tryer.take();
}

}  // namespace tapestry
