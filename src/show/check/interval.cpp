// SPDX-License-Identifier: Apache-2.0
#include "show/check/interval.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tapestry {

namespace {

// 0 times anything is 0: the infinity is a bound, not a value.
long double product(long double a, long double b) { return a == 0 || b == 0 ? 0 : a * b; }

// The quotient tends to 0 as the divisor tends to infinity, whatever the dividend.
long double quotient(long double a, long double b) { return std::isinf(b) ? 0 : a / b; }

// Infinity - infinity gives NaN; nothing is known then.
Interval sound(long double least, long double most) {
    if (std::isnan(least) || std::isnan(most)) return Interval::anything();
    return {least, most};
}

Truth is_less(Interval a, Interval b) {
    if (a.most < b.least) return Truth::yes;
    return a.least >= b.most ? Truth::no : Truth::unknown;
}

Truth is_equal(Interval a, Interval b) {
    if (a.is_point() && b.is_point() && a.least == b.least) return Truth::yes;
    return a.most < b.least || b.most < a.least ? Truth::no : Truth::unknown;
}

}  // namespace

Interval operator-(Interval a) { return {-a.most, -a.least}; }
Interval operator+(Interval a, Interval b) { return sound(a.least + b.least, a.most + b.most); }
Interval operator-(Interval a, Interval b) { return a + -b; }

Interval operator*(Interval a, Interval b) {
    const auto [least, most] = std::minmax({product(a.least, b.least), product(a.least, b.most),
                                            product(a.most, b.least), product(a.most, b.most)});
    return sound(least, most);
}

Interval operator/(Interval a, Interval b) {
    if (b.least <= 0 && b.most >= 0) return Interval::anything();
    const auto [least, most] = std::minmax({quotient(a.least, b.least), quotient(a.least, b.most),
                                            quotient(a.most, b.least), quotient(a.most, b.most)});
    return sound(least, most);
}

Interval max(Interval a, Interval b) {
    return {std::max(a.least, b.least), std::max(a.most, b.most)};
}
Interval min(Interval a, Interval b) {
    return {std::min(a.least, b.least), std::min(a.most, b.most)};
}

Truth operator!(Truth a) {
    return a == Truth::unknown ? a : a == Truth::yes ? Truth::no : Truth::yes;
}
Truth operator&(Truth a, Truth b) { return std::min(a, b); }
Truth operator|(Truth a, Truth b) { return std::max(a, b); }

Truth compare(Interval a, std::string_view sign, Interval b) {
    if (sign == "<") return is_less(a, b);
    if (sign == ">") return is_less(b, a);
    if (sign == "<=") return !is_less(b, a);
    if (sign == ">=") return !is_less(a, b);
    if (sign == "==") return is_equal(a, b);
    if (sign == "!=") return !is_equal(a, b);
    CHECK(false);
}

}  // namespace tapestry
