// SPDX-License-Identifier: Apache-2.0
#include "software/recording/clock_line.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace tapestry {

namespace {

// Relative to the first sight, so that a double is accurate to far less than a nanosecond.
struct Bound {
    double x = 0;  // edges
    double y = 0;  // ns
};

double turn(const Bound& a, const Bound& b, const Bound& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The bounds that a straight line can touch, sorted by x: the lower convex hull of upper bounds
// (`side` +1), the upper convex hull of lower bounds (-1).
std::vector<Bound> hull(const std::vector<Bound>& bounds, double side) {
    std::vector<Bound> out;
    for (const Bound& b : bounds) {
        while (out.size() > 1 && side * turn(out[out.size() - 2], out.back(), b) <= 0)
            out.pop_back();
        out.push_back(b);
    }
    return out;
}

// The set of all lines below the upper and above the lower bounds.
class Lines {
public:
    Lines(const std::vector<Bound>& upper, const std::vector<Bound>& lower, const RateBounds& rates)
        : upper_(hull(upper, 1)), lower_(hull(lower, -1)), least_(rates.least), most_(rates.most) {
        // A hull with so many vertices is not that of a straight line.
        constexpr std::size_t kMostBends = 4096;
        if (upper_.size() > kMostBends || lower_.size() > kMostBends) return;
        for (const Bound& u : upper_) {
            for (const Bound& l : lower_) {
                if (u.x == l.x && u.y < l.y) crossed_ = true;
                if (u.x > l.x) most_ = std::min(most_, (u.y - l.y) / (u.x - l.x));
                if (u.x < l.x) least_ = std::max(least_, (l.y - u.y) / (l.x - u.x));
            }
        }
    }

    bool exist() const {
        return !crossed_ && least_ <= most_ && std::isfinite(least_) && std::isfinite(most_);
    }
    double rate() const { return (least_ + most_) / 2; }

    // The largest and the smallest value at x of the lines with this rate.
    double high(double rate, double x) const {
        double y = std::numeric_limits<double>::infinity();
        for (const Bound& u : upper_) y = std::min(y, u.y + rate * (x - u.x));
        return y;
    }
    double low(double rate, double x) const {
        double y = -std::numeric_limits<double>::infinity();
        for (const Bound& l : lower_) y = std::max(y, l.y + rate * (x - l.x));
        return y;
    }

    // Over all lines. The maximum for one rate is concave in the rate, so a search finds it.
    double highest(double x) const {
        return most([&](double rate) { return high(rate, x); });
    }
    double lowest(double x) const {
        return -most([&](double rate) { return -low(rate, x); });
    }

private:
    template <class Concave>
    double most(Concave value) const {
        double a = least_, b = most_;
        for (int i = 0; i < 200 && b - a > 0; ++i) {
            const double left = a + (b - a) / 3, right = b - (b - a) / 3;
            if (value(left) < value(right))
                a = left;
            else
                b = right;
        }
        return std::max({value(least_), value(most_), value((a + b) / 2)});
    }

    std::vector<Bound> upper_;
    std::vector<Bound> lower_;
    bool crossed_ = false;  // a lower bound lies above an upper one
    double least_;
    double most_;
};

void fit_even(const Lines& lines, double last, ClockLine& line) {
    line.ns_an_edge = lines.rate();
    line.at_zero_ns = (lines.high(line.ns_an_edge, 0) + lines.low(line.ns_an_edge, 0)) / 2;
    // The largest deviation is convex along the line, so its ends decide.
    for (const double x : {0.0, last}) {
        const double y = line.at_zero_ns + line.ns_an_edge * x;
        line.uncertainty_ns =
            std::max({line.uncertainty_ns, lines.highest(x) - y, y - lines.lowest(x)});
    }
}

// A clock whose rate is bounded does not stop: one line, and how far sights are from it at most.
bool fit_bent(const std::vector<Bound>& upper, const std::vector<Bound>& lower, ClockLine& line) {
    const auto middle = [&](std::size_t i) { return (upper[i].y + lower[i].y) / 2; };
    const std::size_t last = upper.size() - 1;
    line.is_even = false;
    line.ns_an_edge = (middle(last) - middle(0)) / (upper[last].x - upper[0].x);
    line.at_zero_ns = middle(0) - upper[0].x * line.ns_an_edge;
    for (std::size_t i = 0; i <= last; ++i) {
        const double y = line.at_zero_ns + line.ns_an_edge * upper[i].x;
        line.uncertainty_ns = std::max({line.uncertainty_ns, upper[i].y - y, y - lower[i].y});
    }
    return line.ns_an_edge > 0;
}

// Where the counter is known to have been, in order of time. Sights that contradict the order of
// their values are left out.
std::vector<ClockStep> steps_of(std::vector<ClockSight> sights) {
    const auto middle = [](const ClockSight& s) { return (s.low_ns + s.high_ns) / 2; };
    std::stable_sort(sights.begin(), sights.end(), [&](const auto& a, const auto& b) {
        return std::pair(middle(a), a.edges) < std::pair(middle(b), b.edges);
    });
    std::vector<ClockStep> steps;
    for (const ClockSight& s : sights) {
        const auto ns = static_cast<std::uint64_t>(std::llround(std::clamp(middle(s), 0.0, 4e18)));
        if (!steps.empty() && s.edges < steps.back().edges) continue;
        if (!steps.empty() && s.edges == steps.back().edges)
            steps.back().last_ns = ns;
        else
            steps.push_back({s.edges, ns, ns});
    }
    return steps;
}

// Keeps the longest stops, and both ends.
std::vector<ClockStep> fewer(const std::vector<ClockStep>& steps, std::size_t most) {
    if (steps.size() <= most) return steps;
    std::vector<std::uint64_t> stops;
    for (const ClockStep& s : steps) stops.push_back(s.last_ns - s.first_ns);
    std::nth_element(stops.begin(), stops.begin() + static_cast<std::ptrdiff_t>(most), stops.end(),
                     std::greater<>());
    std::vector<ClockStep> kept;
    for (const ClockStep& s : steps)
        if (&s == &steps.front() || &s == &steps.back() || s.last_ns - s.first_ns > stops[most])
            kept.push_back(s);
    return kept;
}

bool fit_uneven(const std::vector<ClockSight>& sights, ClockLine& line) {
    constexpr std::size_t kMostSteps = 4096;
    line.is_even = false;
    line.steps = steps_of(sights);
    if (line.steps.size() < 2) return false;
    double running = 0, fastest = std::numeric_limits<double>::infinity();
    const auto each_piece = [&](auto take) {
        for (std::size_t i = 1; i < line.steps.size(); ++i)
            take(static_cast<double>(line.steps[i].first_ns - line.steps[i - 1].last_ns),
                 static_cast<double>(line.steps[i].edges - line.steps[i - 1].edges));
    };
    each_piece([&](double ns, double edges) {
        running += ns;
        fastest = std::min(fastest, ns / edges);
    });
    const ClockStep &first = line.steps.front(), &last = line.steps.back();
    line.ns_an_edge = running / static_cast<double>(last.edges - first.edges);
    line.at_zero_ns =
        static_cast<double>(first.first_ns) - static_cast<double>(first.edges) * line.ns_an_edge;
    each_piece([&](double ns, double edges) {
        line.uncertainty_ns = std::max(line.uncertainty_ns, (ns - edges * fastest) / 2);
    });
    for (const ClockSight& s : sights)
        line.uncertainty_ns = std::max(line.uncertainty_ns, (s.high_ns - s.low_ns) / 2);
    line.steps = fewer(line.steps, kMostSteps);
    return line.ns_an_edge > 0;
}

// Sorts by edges; the bounds of equal counter values are intersected.
std::vector<ClockSight> merged(std::vector<ClockSight> sights) {
    std::stable_sort(sights.begin(), sights.end(),
                     [](const auto& a, const auto& b) { return a.edges < b.edges; });
    std::vector<ClockSight> out;
    for (const ClockSight& s : sights) {
        if (out.empty() || out.back().edges != s.edges) {
            out.push_back(s);
            continue;
        }
        out.back().low_ns = std::max(out.back().low_ns, s.low_ns);
        out.back().high_ns = std::min(out.back().high_ns, s.high_ns);
    }
    return out;
}

}  // namespace

bool fit_clock(const std::vector<ClockSight>& sights, std::uint64_t last_edge, ClockLine& line,
               const RateBounds& rates) {
    const std::vector<ClockSight> in_order = merged(sights);
    if (in_order.empty() || (in_order.size() < 2 && !std::isfinite(rates.most - rates.least)))
        return false;
    const ClockSight& first = in_order.front();
    const ClockSight& last = in_order.back();
    // A counter shows a value from its edge until the next one. Only sights without any
    // uncertainty, as in modelled time, refer to the edge itself.
    const double between = static_cast<double>(last.edges - first.edges);
    const double longest = between > 0 ? (last.high_ns - first.low_ns) / between : rates.most;
    const double period = std::clamp(longest, 0.0, std::max(0.0, rates.most));
    std::vector<Bound> upper, lower;
    for (const ClockSight& s : in_order) {
        const auto x = static_cast<double>(s.edges);
        upper.push_back({x, s.high_ns - first.low_ns});
        const double late = s.high_ns > s.low_ns ? period : 0;
        lower.push_back({x, s.low_ns - first.low_ns - late});
    }
    line = {};
    const Lines lines(upper, lower, rates);
    const bool may_stop = !std::isfinite(rates.most - rates.least);
    if (lines.exist() && lines.rate() > 0)
        fit_even(lines, static_cast<double>(std::max(last_edge, last.edges)), line);
    else if (between <= 0 || !(may_stop ? fit_uneven(sights, line) : fit_bent(upper, lower, line)))
        return false;
    if (may_stop && !line.is_even) return std::isfinite(line.at_zero_ns);
    line.at_zero_ns += first.low_ns;
    return std::isfinite(line.at_zero_ns) && std::isfinite(line.uncertainty_ns);
}

}  // namespace tapestry
