// SPDX-License-Identifier: Apache-2.0
// A number that is known to lie between two bounds:
//   exact        [x, x]
//   lower bound  [x, infinity]
//   lost         [-infinity, infinity]
// The result of an operation contains the results for all true values of its operands, so that a
// verdict is given only if it cannot be wrong.
#pragma once

#include <limits>
#include <string_view>

namespace tapestry {

// long double holds every 64-bit count exactly.
struct Interval {
    static constexpr long double kInfinity = std::numeric_limits<long double>::infinity();

    long double least = -kInfinity;
    long double most = kInfinity;

    static Interval point(long double value) { return {value, value}; }
    static Interval at_least(long double value) { return {value, kInfinity}; }
    static Interval anything() { return {}; }

    bool is_point() const { return least == most; }
};

Interval operator-(Interval a);
Interval operator+(Interval a, Interval b);
Interval operator-(Interval a, Interval b);
Interval operator*(Interval a, Interval b);
Interval operator/(Interval a, Interval b);  // anything if b may be 0
Interval max(Interval a, Interval b);
Interval min(Interval a, Interval b);

enum class Truth { no, unknown, yes };

Truth operator!(Truth a);
Truth operator&(Truth a, Truth b);
Truth operator|(Truth a, Truth b);

// `sign` is one of < <= > >= == !=
Truth compare(Interval a, std::string_view sign, Interval b);

}  // namespace tapestry
