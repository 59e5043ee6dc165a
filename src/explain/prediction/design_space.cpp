// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/design_space.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>

namespace tapestry {

namespace {

using Vector = std::vector<double>;

// Numbers are compared by their ratio: from 1 to 2 is as far as from 32 to 64.
std::vector<Vector> scales_of(const std::vector<Knob>& knobs) {
    std::vector<Vector> scales;
    for (const Knob& knob : knobs) {
        Vector scale;
        for (const std::string& value : knob.values) {
            char* end = nullptr;
            const double number = std::strtod(value.c_str(), &end);
            if (*end != '\0' || number <= 0) break;
            scale.push_back(std::log2(number));
        }
        if (scale.size() < knob.values.size()) {
            scale.resize(knob.values.size());
            std::iota(scale.begin(), scale.end(), 0.0);
        }
        const auto [low, high] = std::minmax_element(scale.begin(), scale.end());
        const double first = *low, width = std::max(*high - *low, 1e-9);
        for (double& x : scale) x = (x - first) / width;
        scales.push_back(std::move(scale));
    }
    return scales;
}

Vector place_of(const std::vector<Vector>& scales, const PointIndices& at) {
    Vector place;
    for (std::size_t k = 0; k < at.size(); ++k) place.push_back(scales[k][at[k]]);
    return place;
}

// A Gaussian process over a plane: the value of each knob moves the logarithm of a price by a
// constant, and what that leaves is smooth.
class Estimate {
public:
    struct Guess {
        double mean = 0, deviation = 0;
    };

    Estimate(std::vector<Vector> places, Vector values)
        : places_(std::move(places)), plane_(plane_through(values)) {
        Vector rest;
        for (std::size_t i = 0; i < places_.size(); ++i)
            rest.push_back(values[i] - plane_at(places_[i]));
        double square = 0;
        for (const double r : rest) square += r * r;
        variance_ = std::max(square / static_cast<double>(rest.size()), 1e-8);
        factor_kernel();
        weights_ = solved(rest);
    }

    Guess at(const Vector& place) const {
        Vector row;
        for (const Vector& p : places_) row.push_back(kernel(p, place));
        const Vector lower = forward(row);
        double known = 0, mean = plane_at(place);
        for (const double x : lower) known += x * x;
        for (std::size_t i = 0; i < row.size(); ++i) mean += row[i] * weights_[i];
        return {mean, std::sqrt(variance_ * std::max(0.0, 1 - known))};
    }

private:
    static constexpr double kReach = 0.5;   // of a knob's range
    static constexpr double kRidge = 1e-2;  // keeps slopes that few points show small
    static constexpr double kNoise = 1e-4;

    static double kernel(const Vector& a, const Vector& b) {
        double square = 0;
        for (std::size_t k = 0; k < a.size(); ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
        return std::exp(-square / (2 * kReach * kReach));
    }

    double plane_at(const Vector& place) const {
        double value = plane_[0];
        for (std::size_t k = 0; k < place.size(); ++k) value += plane_[k + 1] * (place[k] - 0.5);
        return value;
    }

    // Ridge regression, by Gauss and Seidel.
    Vector plane_through(const Vector& values) const {
        Vector plane(places_.front().size() + 1, 0.0);
        auto x = [&](std::size_t i, std::size_t k) { return k == 0 ? 1 : places_[i][k - 1] - 0.5; };
        for (int round = 0; round < 200; ++round)
            for (std::size_t k = 0; k < plane.size(); ++k) {
                double up = 0, down = k == 0 ? 0 : kRidge;
                for (std::size_t i = 0; i < places_.size(); ++i) {
                    double rest = values[i];
                    for (std::size_t j = 0; j < plane.size(); ++j)
                        if (j != k) rest -= plane[j] * x(i, j);
                    up += rest * x(i, k);
                    down += x(i, k) * x(i, k);
                }
                plane[k] = up / down;
            }
        return plane;
    }

    // By Cholesky.
    void factor_kernel() {
        const std::size_t n = places_.size();
        factor_.assign(n, Vector(n, 0.0));
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                double sum = kernel(places_[i], places_[j]) + (i == j ? kNoise : 0);
                for (std::size_t k = 0; k < j; ++k) sum -= factor_[i][k] * factor_[j][k];
                factor_[i][j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / factor_[j][j];
            }
    }

    Vector forward(Vector right) const {
        for (std::size_t i = 0; i < right.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) right[i] -= factor_[i][k] * right[k];
            right[i] /= factor_[i][i];
        }
        return right;
    }

    Vector solved(const Vector& right) const {
        Vector out = forward(right);
        for (std::size_t i = out.size(); i-- > 0;) {
            for (std::size_t k = i + 1; k < out.size(); ++k) out[i] -= factor_[k][i] * out[k];
            out[i] /= factor_[i][i];
        }
        return out;
    }

    std::vector<Vector> places_;
    Vector plane_;
    double variance_ = 0;
    std::vector<Vector> factor_;
    Vector weights_;
};

PointPrices worst_of(const std::vector<KnownPoint>& known) {
    PointPrices worst;
    for (const KnownPoint& p : known) {
        worst.cycles = std::max(worst.cycles, p.prices.cycles * 1.1);
        worst.area = std::max(worst.area, p.prices.area * 1.1);
    }
    return worst;
}

// The prices that a point may have if all goes well.
class Optimist {
public:
    Optimist(const std::vector<Knob>& knobs, const std::vector<KnownPoint>& known)
        : scales_(scales_of(knobs)),
          cycles_(places_of(known), logs_of(known, &PointPrices::cycles)),
          area_(places_of(known), logs_of(known, &PointPrices::area)) {}

    PointPrices prices(const PointIndices& at) const {
        const Vector place = place_of(scales_, at);
        auto low = [&](const Estimate& estimate) {
            const Estimate::Guess guess = estimate.at(place);
            return std::exp(guess.mean - guess.deviation);
        };
        return {low(cycles_), low(area_)};
    }

private:
    std::vector<Vector> places_of(const std::vector<KnownPoint>& known) const {
        std::vector<Vector> places;
        for (const KnownPoint& p : known) places.push_back(place_of(scales_, p.at));
        return places;
    }
    static Vector logs_of(const std::vector<KnownPoint>& known, double PointPrices::*price) {
        Vector logs;
        for (const KnownPoint& p : known) logs.push_back(std::log(std::max(p.prices.*price, 1e-9)));
        return logs;
    }

    const std::vector<Vector> scales_;
    const Estimate cycles_, area_;
};

// Less than this share of the front's volume is not worth a run.
constexpr double kLeastGain = 0.002;

}  // namespace

double points_in(const std::vector<Knob>& knobs) {
    double size = 1;
    for (const Knob& knob : knobs) size *= static_cast<double>(knob.values.size());
    return size;
}

std::vector<std::size_t> front_of(const std::vector<PointPrices>& all) {
    std::vector<std::size_t> order(all.size()), front;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(all[a].cycles, all[a].area) < std::pair(all[b].cycles, all[b].area);
    });
    for (const std::size_t i : order)
        if (front.empty() || all[i].area < all[front.back()].area) front.push_back(i);
    return front;
}

double hypervolume(const std::vector<PointPrices>& all, const PointPrices& worst) {
    double volume = 0, top = worst.area;
    for (const std::size_t i : front_of(all)) {
        if (all[i].cycles >= worst.cycles || all[i].area >= top) continue;
        volume += (worst.cycles - all[i].cycles) * (top - all[i].area);
        top = all[i].area;
    }
    return volume / (worst.cycles * worst.area);
}

std::vector<PointIndices> promising(const std::vector<Knob>& knobs,
                                    const std::vector<KnownPoint>& known,
                                    const std::vector<PointIndices>& candidates,
                                    std::size_t count) {
    std::vector<PointIndices> chosen;
    if (known.empty()) return chosen;
    const Optimist optimist(knobs, known);
    const PointPrices worst = worst_of(known);
    std::set<PointIndices> done;
    std::vector<PointPrices> prices;
    for (const KnownPoint& p : known) {
        done.insert(p.at);
        prices.push_back(p.prices);
    }
    std::vector<std::pair<PointIndices, PointPrices>> open;
    for (const PointIndices& at : candidates)
        if (done.insert(at).second) open.emplace_back(at, optimist.prices(at));
    // Each is taken to come out as hoped for before the next is chosen, so that they differ.
    while (chosen.size() < count && !open.empty()) {
        const double now = hypervolume(prices, worst);
        std::size_t best = 0;
        double most = -1;
        for (std::size_t i = 0; i < open.size(); ++i) {
            prices.push_back(open[i].second);
            const double gain = hypervolume(prices, worst) - now;
            prices.pop_back();
            if (gain > most) most = gain, best = i;
        }
        if (most < kLeastGain * std::max(now, 1e-9)) break;
        chosen.push_back(open[best].first);
        prices.push_back(open[best].second);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return chosen;
}

}  // namespace tapestry
