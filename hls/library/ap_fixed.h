// SPDX-License-Identifier: Apache-2.0
// Fixed-point numbers under the names that programs for Vitis use: ap_fixed<W, I, Q, O>,
// ap_ufixed<W, I, Q, O>. W bits, I of them before the point; Q says how bits behind the last are
// rounded, O what happens to values that are too large.
#pragma once

#include <cstdio>

#include "ap_int.h"

enum ap_q_mode {
    AP_RND,
    AP_RND_ZERO,
    AP_RND_MIN_INF,
    AP_RND_INF,
    AP_RND_CONV,
    AP_TRN,
    AP_TRN_ZERO
};
enum ap_o_mode { AP_SAT, AP_SAT_ZERO, AP_SAT_SYM, AP_WRAP, AP_WRAP_SM };

template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_fixed;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_ufixed;

namespace ap_detail {

template <int W, int I, bool S>
struct fixed_result {
    using type = typename choose<S, ap_fixed<W, I>, ap_ufixed<W, I>>::type;
};
template <int W, int I, bool S>
using fixed_t = typename fixed_result<W, I, S>::type;

// Whether a number that lies between two rounds up; `rest` of `whole` is above the lower one.
template <ap_q_mode Q, class Work>
constexpr bool rounds_up(Work rest, Work whole, bool is_negative, bool is_odd) {
    const bool above = rest + rest > whole, is_half = rest + rest == whole;
    if (Q == AP_TRN) return false;
    if (Q == AP_TRN_ZERO) return is_negative && rest != 0;
    if (Q == AP_RND) return above || is_half;
    if (Q == AP_RND_ZERO) return above || (is_half && is_negative);
    if (Q == AP_RND_MIN_INF) return above;
    if (Q == AP_RND_INF) return above || (is_half && !is_negative);
    return above || (is_half && is_odd);
}

// Left shift of a negative number is not constant before C++20.
template <class Work>
constexpr Work shifted_up(Work x, int by) {
    if (__builtin_is_constant_evaluated()) return (Work)(x * (Work)((Work)1 << by));
    return (Work)(x << by);
}

// x * 2^-F as a multiple of 2^-TO.
template <int F, int TO, ap_q_mode Q, class Work>
constexpr Work quantised(Work x) {
    if constexpr (TO >= F) {
        return shifted_up(x, TO - F);
    } else {
        const Work whole = (Work)((Work)1 << (F - TO)), lower = (Work)(x >> (F - TO));
        const Work rest = (Work)(x - shifted_up(lower, F - TO));
        return (Work)(lower + (rounds_up<Q>(rest, whole, x < 0, (lower & 1) != 0) ? 1 : 0));
    }
}

template <int W, bool S, ap_o_mode O, class Work>
constexpr Work limited(Work x) {
    const Work most = (Work)((Work)((Work)1 << (W - S)) - 1),
               least = S ? (Work)(-most - 1) : (Work)0;
    const Work lowest = O == AP_SAT_SYM && S ? (Work)-most : least;
    static_assert(O != AP_WRAP_SM, "AP_WRAP_SM is not there: wrap with AP_WRAP, or saturate");
    if (O == AP_WRAP) return x;
    if (x > most) return O == AP_SAT_ZERO ? (Work)0 : most;
    if (x < lowest) return O == AP_SAT_ZERO ? (Work)0 : lowest;
    return x;
}

// The digits of a number of double: |value| = digits * 2^exponent.
struct digits_of_double {
    long long digits;
    int exponent;
};
constexpr digits_of_double digits_of(double value) {
    const unsigned long long u = __builtin_bit_cast(unsigned long long, value);
    const int e = (int)(u >> 52 & 2047);
    const long long fraction = (long long)(u & 0xfffffffffffffull),
                    all = e ? fraction | 0x10000000000000ll : fraction;
    return {u >> 63 ? -all : all, (e ? e : 1) - 1075};
}

}  // namespace ap_detail

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O>
struct ap_fixed_base {
    static constexpr int width = W, iwidth = I, F = W - I;
    static constexpr bool sign_flag = S;
    ap_int_base<W, S> V;

    // The bits of another number, raw * 2^-G.
    template <int G, int BITS, class Raw>
    constexpr void assign(Raw raw) {
        using Work = _BitInt(ap_detail::max(BITS, W) + (F > G ? F - G : G - F) + 4);
        V.set(ap_detail::limited<W, S, O>(ap_detail::quantised<G, F, Q>((Work)raw)));
    }
    constexpr void assign_double(double value) {
        // Below the last bit one more is enough to round, if it tells whether anything is left.
        const ap_detail::digits_of_double d = ap_detail::digits_of(value);
        const int up = d.exponent + F + 2;  // of a number with two more bits behind the point
        using Work = _BitInt(W + 70);
        Work x = d.digits;
        if (up >= W + 8) {
            x = d.digits == 0  ? 0
                : O == AP_WRAP ? (Work)0
                : d.digits < 0 ? (Work)(-(Work)((Work)1 << (W + 6)))
                               : (Work)((Work)1 << (W + 6));
        } else if (up >= 0) {
            x = ap_detail::shifted_up(x, up);
        } else {
            const int down = -up > 60 ? 60 : -up;
            const Work kept = (Work)(x >> down);
            x = (Work)(kept | (ap_detail::shifted_up(kept, down) != x ? 1 : 0));
        }
        V.set(ap_detail::limited<W, S, O>(ap_detail::quantised<F + 2, F, Q>(x)));
    }

    double to_double() const { return (double)V.value() * __builtin_ldexp(1.0, -F); }
    float to_float() const { return (float)to_double(); }
    // Towards zero, as C converts.
    typename ap_int_base<W + 1, true>::Value to_whole() const {
        using Work = _BitInt(W + 2 + (F < 0 ? -F : 0));
        if constexpr (F <= 0) return (Work)((Work)V.value() << -F);
        if constexpr (F > 0) return (Work)(V.value() / (Work)((Work)1 << (F < W ? F : W)));
    }
    int to_int() const { return (int)to_whole(); }
    unsigned to_uint() const { return (unsigned)to_whole(); }
    long long to_int64() const { return (long long)to_whole(); }
    unsigned long long to_uint64() const { return (unsigned long long)to_whole(); }
    operator double() const { return to_double(); }
    static constexpr int length() { return W; }
    ap_bit_ref<W, S> operator[](int i) { return V[i]; }
    bool operator[](int i) const { return V.test(i); }
    ap_range_ref<W, S> range(int high, int low) { return V.range(high, low); }
    ap_range_ref<W, S> operator()(int high, int low) { return V.range(high, low); }
    ap_range_ref<W, S> range() { return V.range(); }
    ap_uint<W> range(int high, int low) const { return V.range(high, low); }
    ap_uint<W> operator()(int high, int low) const { return V.range(high, low); }
    bool operator!() const { return V.iszero(); }
    ap_detail::fixed_t<W + 1, I + 1, true> operator-() const {
        ap_detail::fixed_t<W + 1, I + 1, true> made;
        made.V.set((_BitInt(W + 2))(0 - (_BitInt(W + 2)) V.value()));
        return made;
    }
};

#define AP_FIXED_BODY(NAME, SIGNED)                                                            \
    template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>                                   \
    struct NAME : ap_fixed_base<W, I, SIGNED, Q, O> {                                          \
        NAME() = default;                                                                      \
        template <class T, class = typename ap_detail::of_c<T>::base>                          \
        constexpr NAME(T value) : ap_fixed_base<W, I, SIGNED, Q, O>{} {                        \
            this->template assign<0, ap_detail::of_c<T>::width + 1>(value);                    \
        }                                                                                      \
        constexpr NAME(float value) : ap_fixed_base<W, I, SIGNED, Q, O>{} {                    \
            this->assign_double(value);                                                        \
        }                                                                                      \
        constexpr NAME(double value) : ap_fixed_base<W, I, SIGNED, Q, O>{} {                   \
            this->assign_double(value);                                                        \
        }                                                                                      \
        template <int V, bool T>                                                               \
        constexpr NAME(const ap_int_base<V, T>& other) : ap_fixed_base<W, I, SIGNED, Q, O>{} { \
            this->template assign<0, V + 1>(other.value());                                    \
        }                                                                                      \
        template <int V, int J, bool T, ap_q_mode P, ap_o_mode M>                              \
        constexpr NAME(const ap_fixed_base<V, J, T, P, M>& other)                              \
            : ap_fixed_base<W, I, SIGNED, Q, O>{} {                                            \
            this->template assign<V - J, V + 1>(other.V.value());                              \
        }                                                                                      \
        template <class T>                                                                     \
        NAME& operator+=(const T& other) {                                                     \
            return *this = NAME(*this + other);                                                \
        }                                                                                      \
        template <class T>                                                                     \
        NAME& operator-=(const T& other) {                                                     \
            return *this = NAME(*this - other);                                                \
        }                                                                                      \
        template <class T>                                                                     \
        NAME& operator*=(const T& other) {                                                     \
            return *this = NAME(*this * other);                                                \
        }                                                                                      \
        template <class T>                                                                     \
        NAME& operator/=(const T& other) {                                                     \
            return *this = NAME(*this / other);                                                \
        }                                                                                      \
        NAME operator<<(int by) const {                                                        \
            NAME made;                                                                         \
            made.V.set(ap_detail::shifted(this->V, by).value());                               \
            return made;                                                                       \
        }                                                                                      \
        NAME operator>>(int by) const { return *this << -by; }                                 \
        NAME& operator<<=(int by) { return *this = *this << by; }                              \
        NAME& operator>>=(int by) { return *this = *this << -by; }                             \
    };
AP_FIXED_BODY(ap_fixed, true)
AP_FIXED_BODY(ap_ufixed, false)
#undef AP_FIXED_BODY

#define AP_FIXED_OF                                                                         \
    template <int W1, int I1, bool S1, ap_q_mode Q1, ap_o_mode O1, int W2, int I2, bool S2, \
              ap_q_mode Q2, ap_o_mode O2>
#define AP_FIXED_ARGUMENTS \
    const ap_fixed_base<W1, I1, S1, Q1, O1>&a, const ap_fixed_base<W2, I2, S2, Q2, O2>&b
#define AP_FIXED_I (ap_detail::max(I1 + (S2 && !S1), I2 + (S1 && !S2)) + 1)
#define AP_FIXED_F (ap_detail::max(W1 - I1, W2 - I2))
#define AP_FIXED_SUM(OP, SIGN)                                                             \
    AP_FIXED_OF ap_detail::fixed_t<AP_FIXED_I + AP_FIXED_F, AP_FIXED_I, SIGN> operator OP( \
        AP_FIXED_ARGUMENTS) {                                                              \
        using Work = _BitInt(AP_FIXED_I + AP_FIXED_F + 2);                                 \
        ap_detail::fixed_t<AP_FIXED_I + AP_FIXED_F, AP_FIXED_I, SIGN> made;                \
        made.V.set((Work)((Work)((Work)a.V.value() << (AP_FIXED_F - (W1 - I1)))            \
                              OP(Work)((Work)b.V.value() << (AP_FIXED_F - (W2 - I2)))));   \
        return made;                                                                       \
    }
AP_FIXED_SUM(+, (S1 || S2))
AP_FIXED_SUM(-, true)
AP_FIXED_OF ap_detail::fixed_t<W1 + W2, I1 + I2, (S1 || S2)> operator*(AP_FIXED_ARGUMENTS) {
    using Work = _BitInt(W1 + W2 + 2);
    ap_detail::fixed_t<W1 + W2, I1 + I2, (S1 || S2)> made;
    made.V.set((Work)((Work)a.V.value() * (Work)b.V.value()));
    return made;
}
// A quotient has the bits behind the point of what is divided, and is cut towards zero.
AP_FIXED_OF ap_detail::fixed_t<S2 + W1 + ap_detail::max(W2 - I2, 0), S2 + I1 + W2 - I2, (S1 || S2)>
operator/(AP_FIXED_ARGUMENTS) {
    using Work = _BitInt(W1 + W2 + ap_detail::max(W2 - I2, 0) + 3);
    ap_detail::fixed_t<S2 + W1 + ap_detail::max(W2 - I2, 0), S2 + I1 + W2 - I2, (S1 || S2)> made;
    made.V.set((Work)((Work)((Work)a.V.value() << ap_detail::max(W2 - I2, 0)) / (Work)b.V.value()));
    return made;
}
#define AP_FIXED_COMPARE(OP)                                         \
    AP_FIXED_OF bool operator OP(AP_FIXED_ARGUMENTS) {               \
        using Work = _BitInt(AP_FIXED_I + AP_FIXED_F + 2);           \
        return (Work)((Work)a.V.value() << (AP_FIXED_F - (W1 - I1))) \
            OP(Work)((Work)b.V.value() << (AP_FIXED_F - (W2 - I2))); \
    }
AP_FIXED_COMPARE(==)
AP_FIXED_COMPARE(!=)
AP_FIXED_COMPARE(<)
AP_FIXED_COMPARE(<=)
AP_FIXED_COMPARE(>)
AP_FIXED_COMPARE(>=)
#undef AP_FIXED_COMPARE
#undef AP_FIXED_SUM
#undef AP_FIXED_I
#undef AP_FIXED_F
#undef AP_FIXED_OF
#undef AP_FIXED_ARGUMENTS

// With an integer of C or an ap_int, which has no bits behind the point; with a double as doubles.
namespace ap_detail {
template <class T>
typename fixed_result<of_c<T>::width, of_c<T>::width, of_c<T>::sign>::type as_fixed(T value) {
    return typename fixed_result<of_c<T>::width, of_c<T>::width, of_c<T>::sign>::type(value);
}
template <int W, bool S>
fixed_t<W, W, S> as_fixed(const ap_int_base<W, S>& value) {
    return fixed_t<W, W, S>(value);
}
}  // namespace ap_detail
#define AP_FIXED_MIXED(OP)                                                                  \
    template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, class T>                      \
    auto operator OP(const ap_fixed_base<W, I, S, Q, O>& a, const T& b)                     \
        ->decltype(a OP ap_detail::as_fixed(b)) {                                           \
        return a OP ap_detail::as_fixed(b);                                                 \
    }                                                                                       \
    template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, class T>                      \
    auto operator OP(const T& a, const ap_fixed_base<W, I, S, Q, O>& b)                     \
        ->decltype(ap_detail::as_fixed(a) OP b) {                                           \
        return ap_detail::as_fixed(a) OP b;                                                 \
    }                                                                                       \
    template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O>                               \
    auto operator OP(const ap_fixed_base<W, I, S, Q, O>& a, double b)->decltype(1.0 OP b) { \
        return a.to_double() OP b;                                                          \
    }                                                                                       \
    template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O>                               \
    auto operator OP(double a, const ap_fixed_base<W, I, S, Q, O>& b)->decltype(a OP 1.0) { \
        return a OP b.to_double();                                                          \
    }
AP_FIXED_MIXED(+)
AP_FIXED_MIXED(-)
AP_FIXED_MIXED(*)
AP_FIXED_MIXED(/)
AP_FIXED_MIXED(==)
AP_FIXED_MIXED(!=)
AP_FIXED_MIXED(<)
AP_FIXED_MIXED(<=)
AP_FIXED_MIXED(>)
AP_FIXED_MIXED(>=)
#undef AP_FIXED_MIXED

template <class Char, class Traits, int W, int I, bool S, ap_q_mode Q, ap_o_mode O>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                             const ap_fixed_base<W, I, S, Q, O>& x) {
    // As Vitis has it: with as many digits as the stream's precision, whatever else it is told.
    char digits[64];
    std::snprintf(digits, sizeof digits, "%.*g", static_cast<int>(out.precision()), x.to_double());
    return out << digits;
}
