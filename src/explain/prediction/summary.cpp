// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace tapestry {

namespace {

constexpr double kStill = 1e-7;              // of the longest time: less is no shift
constexpr std::size_t kMostStates = 400;     // beyond, every state is reached from every other
constexpr std::size_t kMostSettling = 5000;  // times, of each dependency
// Of all together: of 64 ranks, each waiting for many others, what comes to rest does so within
// 135 rounds of 685 dependencies, and most never does.
constexpr std::size_t kMostSettled = 300'000;

// The rows of I - P, where P(u, v) is the probability that v follows u. A block that never leaves a
// loop ends in its last state.
std::vector<double> staying_matrix(const SummaryBlock& block) {
    const std::size_t n = block.states.size();
    std::vector<double> out(n), matrix(n * n);
    for (const SummaryMove& move : block.moves) out[move.from] += move.count;
    if (block.last < n) out[block.last] += 1;
    for (const SummaryMove& move : block.moves)
        matrix[move.from * n + move.to] -= move.count / out[move.from];
    for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] += 1;
    return matrix;
}

// The inverse, or nothing if it is singular: a part of the block is never left.
std::vector<double> inverse(std::vector<double> a, std::size_t n) {
    std::vector<double> b(n * n);
    for (std::size_t i = 0; i < n; ++i) b[i * n + i] = 1;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
        if (std::abs(a[pivot * n + k]) < 1e-14) return {};
        for (std::size_t j = 0; j < n; ++j) {
            std::swap(a[k * n + j], a[pivot * n + j]);
            std::swap(b[k * n + j], b[pivot * n + j]);
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double factor = i == k ? 0 : a[i * n + k] / a[k * n + k];
            if (factor == 0) continue;
            for (std::size_t j = 0; j < n; ++j) {
                a[i * n + j] -= factor * a[k * n + j];
                b[i * n + j] -= factor * b[k * n + j];
            }
        }
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) b[i * n + j] /= a[i * n + i];
    return b;
}

// The probability to reach `to` from `from`: expected visits of `to` after `from`, over expected
// visits of `to` after `to`.
void find_reach(SummaryBlock& block) {
    const std::size_t n = block.states.size();
    block.reach.assign(n * n, 1);
    if (n > kMostStates) return;
    const std::vector<double> visits = inverse(staying_matrix(block), n);
    if (visits.empty()) return;
    for (std::size_t from = 0; from < n; ++from)
        for (std::size_t to = 0; to < n; ++to)
            if (from != to)
                block.reach[from * n + to] =
                    std::clamp(visits[from * n + to] / visits[to * n + to], 0.0, 1.0);
}

void propagate(SummaryBlock& block, std::size_t state, double delta) {
    if (block.reach.empty()) find_reach(block);
    const std::size_t n = block.states.size();
    for (std::size_t v = 0; v < n; ++v)
        block.states[v].shift += delta * (v == state ? 1 : block.reach[state * n + v]);
    block.end_shift += delta;
}

SummaryState& state_at(SummaryModel& model, const SummaryEnd& end) {
    return model.blocks[end.block].states[end.state];
}

void wait_longer(SummaryModel& model, const SummaryEnd& end, double delta) {
    model.blocks[end.block].states[end.wait].time += delta;
    propagate(model.blocks[end.block], end.state, delta);
}

double longest(const SummaryModel& model) {
    double most = 0;
    for (const SummaryBlock& block : model.blocks) {
        double sum = 0;
        for (const SummaryState& state : block.states) sum += state.time;
        most = std::max(most, sum);
    }
    return most;
}

// `only_pushed`: only if the later end cannot absorb the delay by waiting less.
bool settle(SummaryModel& model, const SummaryDependency& dependency, double still,
            bool only_pushed = false) {
    const SummaryEnd *early = &dependency.source, *late = &dependency.destination;
    if (state_at(model, *early).shift > state_at(model, *late).shift) std::swap(early, late);
    double apart = state_at(model, *late).shift - state_at(model, *early).shift;
    if (apart <= still) return false;
    const double shorter = std::min(apart, model.blocks[late->block].states[late->wait].time);
    if (only_pushed && shorter > still) return false;
    if (shorter > 0) wait_longer(model, *late, -shorter);
    if (apart > shorter) wait_longer(model, *early, apart - shorter);
    return true;
}

}  // namespace

void change_time(SummaryModel& model, std::size_t block, std::size_t state, double delta) {
    CHECK(block < model.blocks.size() && state < model.blocks[block].states.size());
    model.blocks[block].states[state].time += delta;
    propagate(model.blocks[block], state, delta);
}

bool settle(SummaryModel& model, const SummaryDependency& dependency) {
    return settle(model, dependency, kStill * longest(model));
}

bool settle(SummaryModel& model) {
    const double still = kStill * longest(model);
    auto settle_all = [&](bool only_pushed) {
        bool moved = false;
        for (const SummaryDependency& dependency : model.dependencies)
            moved = settle(model, dependency, still, only_pushed) || moved;
        return moved;
    };
    const std::size_t each = kMostSettled / std::max<std::size_t>(model.dependencies.size(), 1);
    const std::size_t rounds = std::min(kMostSettling, std::max<std::size_t>(each, 1));
    // A later request is answered later: a delay that cannot be absorbed is propagated before any
    // late block reduces its wait for an answer.
    for (std::size_t round = 0; round < rounds; ++round)
        if (!settle_all(true) && !settle_all(false)) return true;
    return false;
}

double end_shift(const SummaryModel& model, const std::vector<std::size_t>& changed) {
    std::vector<std::size_t> group(model.blocks.size());
    std::iota(group.begin(), group.end(), 0);
    auto root = [&](std::size_t b) {
        while (group[b] != b) b = group[b] = group[group[b]];
        return b;
    };
    for (const SummaryDependency& d : model.dependencies)
        group[root(d.source.block)] = root(d.destination.block);
    double most = 0;
    bool any = false;
    for (std::size_t b = 0; b < model.blocks.size(); ++b) {
        if (std::none_of(changed.begin(), changed.end(),
                         [&](std::size_t c) { return root(c) == root(b); }))
            continue;
        most = any ? std::max(most, model.blocks[b].end_shift) : model.blocks[b].end_shift;
        any = true;
    }
    return most;
}

}  // namespace tapestry
