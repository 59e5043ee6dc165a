// SPDX-License-Identifier: Apache-2.0
// What hls_float_model.v computes with the machine's own arithmetic, for Verilator.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstring>

template <class Float, class Bits, int operation>
inline Bits hls_float_result(Bits a_bits, Bits b_bits, Bits c_bits) {
    Float a, b, c;
    std::memcpy(&a, &a_bits, sizeof a);
    std::memcpy(&b, &b_bits, sizeof b);
    std::memcpy(&c, &c_bits, sizeof c);
    const Float y = operation == 0   ? a + b
                    : operation == 1 ? a - b
                    : operation == 2 ? a * b
                    : operation == 3 ? a / b
                    : operation == 4 ? std::sqrt(a)
                                     : std::fma(a, b, c);
    Bits bits;
    std::memcpy(&bits, &y, sizeof y);
    if (y == y) return bits;
    const Bits sign = Bits{1} << (8 * sizeof y - 1);
    const Bits first = a != a                     ? a_bits
                       : operation != 4 && b != b ? b_bits
                       : operation == 5 && c != c ? c_bits
                                                  : sign;
    const Bits quiet = sizeof y == 4 ? Bits{0x7fc00000} : static_cast<Bits>(0x7ff8000000000000);
    return (first & sign) | quiet;
}

// The units round to nearest even, whatever the program has set; what they do raises no flag of the
// program's.
class NearestEven {
public:
    NearestEven() {
        std::fegetenv(&before_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~NearestEven() { std::fesetenv(&before_); }
    NearestEven(const NearestEven&) = delete;
    NearestEven& operator=(const NearestEven&) = delete;

private:
    std::fenv_t before_;
};
