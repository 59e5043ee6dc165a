// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/state_times.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tapestry {

namespace {

using IsOne = std::function<bool(std::size_t)>;  // of a state

class States {
public:
    States(const TapNumbers& machine, const std::vector<StateCategory>& categories,
           std::vector<double> measured)
        : machine_(machine), categories_(categories), measured_(measured), then_(measured) {}

    void work_more(std::size_t state, double cycles) { then_[state] += cycles; }

    void work_more(double cycles) {
        spread(cycles, {[&](std::size_t s) { return !rests(s); }, any()});
    }

    void wait_more(Category kind, double cycles) {
        const char* const role = kind == Category::wait_send ? "ready" : "valid";
        spread(cycles, {[&](std::size_t s) { return category(s) == kind; },
                        [&](std::size_t s) { return awaits(s, role); },
                        [&](std::size_t s) { return rests(s); }, any()});
    }

    // Fills up to the length of the run with the state in which the block ends.
    void fill(double length, std::size_t last) {
        const double all = std::accumulate(then_.begin(), then_.end(), 0.0);
        spread(length - all, {[&](std::size_t s) { return s == last; },
                              [&](std::size_t s) { return category(s) == Category::idle; },
                              [&](std::size_t s) { return rests(s); }, any()});
    }

    void note(const std::string& path, Prediction& prediction) const {
        const std::vector<TapState>& names = machine_.tap.states();
        for (std::size_t s = 0; s < then_.size(); ++s) {
            if (s >= names.size() && measured_[s] == 0) continue;
            PredictedTime row;
            row.path = path;
            row.state = s < names.size() ? names[s].name : "other";
            row.category = std::string(to_word(category(s)));
            row.measured_cycles = measured_[s];
            row.predicted_cycles = then_[s];
            prediction.states.push_back(std::move(row));
        }
    }

private:
    static IsOne any() {
        return [](std::size_t) { return true; };
    }
    Category category(std::size_t s) const {
        return s < categories_.size() ? categories_[s].category : Category::busy;
    }
    bool rests(std::size_t s) const {
        return is_wait(category(s)) || category(s) == Category::idle;
    }
    bool awaits(std::size_t s, const char* role) const {
        const std::vector<TapState>& states = machine_.tap.states();
        return s < states.size() && std::any_of(states[s].waits.begin(), states[s].waits.end(),
                                                [&](const StateWait& w) { return w.role == role; });
    }

    // Adds cycles to the first non-empty group; subtracts from one group after the other.
    void spread(double cycles, const std::vector<IsOne>& groups) {
        for (const IsOne& is_one : groups) {
            if (cycles == 0) return;
            cycles = cycles > 0 ? give(cycles, is_one) : take(cycles, is_one);
        }
    }
    double sum(const std::vector<double>& times, const IsOne& is_one) const {
        double all = 0;
        for (std::size_t s = 0; s < times.size(); ++s) all += is_one(s) ? times[s] : 0;
        return all;
    }
    double give(double cycles, const IsOne& is_one) {
        const double all = sum(measured_, is_one);
        const auto first = first_of(is_one);
        if (first == then_.size()) return cycles;
        if (all <= 0) then_[first] += cycles;
        for (std::size_t s = 0; s < then_.size() && all > 0; ++s)
            if (is_one(s)) then_[s] += cycles * measured_[s] / all;
        return 0;
    }
    double take(double cycles, const IsOne& is_one) {
        const double all = sum(then_, is_one);
        if (all <= 0) return cycles;
        const double part = std::min(1.0, -cycles / all);
        for (std::size_t s = 0; s < then_.size(); ++s)
            if (is_one(s)) then_[s] *= 1 - part;
        return std::min(0.0, cycles + all);
    }
    std::size_t first_of(const IsOne& is_one) const {
        std::size_t s = 0;
        while (s < then_.size() && !is_one(s)) ++s;
        return s;
    }

    const TapNumbers& machine_;
    const std::vector<StateCategory>& categories_;
    const std::vector<double> measured_;
    std::vector<double> then_;
};

}  // namespace

void note_states(const Run& run, const RunSummary& summary, const std::vector<BlockShift>& shifts,
                 double unit, Prediction& prediction) {
    const StateCategories categories = categories_of(run);
    const Periods periods(run);
    const Period whole = periods.whole();
    for (const BlockShift& shift : shifts) {
        const auto tap = static_cast<std::size_t>(summary.machine[shift.block]);
        const TapNumbers& machine = run.taps[tap];
        std::vector<double> measured;
        for (std::size_t s = 0; s < machine.states.size(); ++s)
            measured.push_back(unit * whole.state_cycles(machine.tap.tap, s));
        const double length = std::accumulate(measured.begin(), measured.end(), 0.0) +
                              prediction.predicted_cycles - prediction.measured_cycles;
        States states(machine, categories[tap], std::move(measured));
        for (std::size_t s = 0; s < shift.work.size(); ++s) states.work_more(s, shift.work[s]);
        states.work_more(shift.rest);
        states.wait_more(Category::wait_recv, shift.receive);
        states.wait_more(Category::wait_send, shift.send);
        states.wait_more(Category::wait_sync, shift.synchronise);
        states.fill(std::max(0.0, length), summary.model.blocks[shift.block].last);
        states.note(summary.model.blocks[shift.block].path, prediction);
    }
}

}  // namespace tapestry
