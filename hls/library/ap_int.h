// SPDX-License-Identifier: Apache-2.0
// Integers of any width under the names that programs for Vitis use: ap_int<W>, ap_uint<W>. Results
// are as wide as their values need, and assignments keep the low bits. They are clang's _BitInt, so
// that hardware has exactly as many bits.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iosfwd>

template <int W, bool S>
struct ap_int_base;
template <int W>
struct ap_int;
template <int W>
struct ap_uint;

namespace ap_detail {

constexpr int max(int a, int b) { return a > b ? a : b; }
constexpr int min(int a, int b) { return a < b ? a : b; }

template <bool B, class T, class E>
struct choose {
    using type = T;
};
template <class T, class E>
struct choose<false, T, E> {
    using type = E;
};

// Width and sign of an integer of C.
template <class T>
struct of_c {
    static constexpr bool is = false;
};
#define AP_OF_C(TYPE, WIDTH, SIGNED)             \
    template <>                                  \
    struct of_c<TYPE> {                          \
        static constexpr bool is = true;         \
        static constexpr int width = WIDTH;      \
        static constexpr bool sign = SIGNED;     \
        using base = ap_int_base<WIDTH, SIGNED>; \
    };
AP_OF_C(bool, 1, false)
AP_OF_C(char, 8, true)
AP_OF_C(signed char, 8, true)
AP_OF_C(unsigned char, 8, false)
AP_OF_C(short, 16, true)
AP_OF_C(unsigned short, 16, false)
AP_OF_C(int, 32, true)
AP_OF_C(unsigned, 32, false)
AP_OF_C(long, 64, true)
AP_OF_C(unsigned long, 64, false)
AP_OF_C(long long, 64, true)
AP_OF_C(unsigned long long, 64, false)
#undef AP_OF_C

// The integer of C that a number of this width converts to.
template <int W, bool S>
struct c_type {
    using wide = typename choose<S, long long, unsigned long long>::type;
    using word = typename choose<S, int, unsigned>::type;
    using half = typename choose<S, short, unsigned short>::type;
    using byte = typename choose<S, signed char, unsigned char>::type;
    using type = typename choose<
        (W <= 8), byte,
        typename choose<(W <= 16), half, typename choose<(W <= 32), word, wide>::type>::type>::type;
};

// The public type of a result.
template <int W, bool S>
struct result {
    using type = typename choose<S, ap_int<W>, ap_uint<W>>::type;
};
template <int W, bool S>
using result_t = typename result<W, S>::type;

}  // namespace ap_detail

// Some bits of a number, which can be read and assigned.
template <int W, bool S>
struct ap_range_ref {
    ap_int_base<W, S>& of;
    int high, low;

    using Bits = unsigned _BitInt(W);
    Bits mask() const {
        return high - low + 1 >= W ? ~Bits(0) : (Bits)((Bits(1) << (high - low + 1)) - 1);
    }
    Bits get() const { return (Bits)(of.bits >> low) & mask(); }
    void put(Bits value) {
        of.bits = (Bits)((of.bits & ~(Bits)(mask() << low)) | (Bits)((value & mask()) << low));
    }

    operator ap_uint<W>() const { return ap_uint<W>::of_bits(get()); }
    operator unsigned long long() const { return (unsigned long long)get(); }
    ap_range_ref& operator=(const ap_range_ref& other) {
        put(other.get());
        return *this;
    }
    template <int V, bool T>
    ap_range_ref& operator=(const ap_range_ref<V, T>& other) {
        put((Bits)other.get());
        return *this;
    }
    template <int V, bool T>
    ap_range_ref& operator=(const ap_int_base<V, T>& value) {
        put((Bits)value.value());
        return *this;
    }
    ap_range_ref& operator=(long long value) {
        put((Bits)value);
        return *this;
    }
    int length() const { return high - low + 1; }
    int to_int() const { return (int)get(); }
    unsigned to_uint() const { return (unsigned)get(); }
    unsigned long long to_uint64() const { return (unsigned long long)get(); }
};

template <int W, bool S>
struct ap_bit_ref {
    ap_int_base<W, S>& of;
    int at;

    using Bits = unsigned _BitInt(W);
    operator bool() const { return (of.bits >> at) & 1; }
    bool to_bool() const { return *this; }
    bool operator~() const { return !(bool)*this; }
    ap_bit_ref& operator=(const ap_bit_ref& other) { return *this = (bool)other; }
    ap_bit_ref& operator=(bool value) {
        of.bits = (Bits)((of.bits & ~(Bits)(Bits(1) << at)) | (Bits)(Bits(value) << at));
        return *this;
    }
};

template <int W, bool S>
struct ap_int_base {
    using Bits = unsigned _BitInt(W);
    using Value = _BitInt(W + 1);  // any value of either sign
    static constexpr int width = W;
    static constexpr bool sign_flag = S;

    Bits bits;

    constexpr Value value() const {
        const Value top = (Value)((Value)S << (W - 1));
        return (Value)((Value)((Value)bits ^ top) - top);
    }
    template <class Number>
    constexpr void set(Number number) {
        bits = (Bits)number;
    }

    using C = typename ap_detail::c_type<W, S>::type;
    operator C() const { return (C)value(); }

    int to_int() const { return (int)value(); }
    unsigned to_uint() const { return (unsigned)value(); }
    long to_long() const { return (long)value(); }
    unsigned long to_ulong() const { return (unsigned long)value(); }
    long long to_int64() const { return (long long)value(); }
    unsigned long long to_uint64() const { return (unsigned long long)value(); }
    bool to_bool() const { return bits != 0; }
    double to_double() const { return (double)value(); }
    float to_float() const { return (float)value(); }
    static constexpr int length() { return W; }
    bool sign() const { return S && test(W - 1); }
    bool iszero() const { return bits == 0; }

    bool test(int i) const { return (bits >> i) & 1; }
    bool get_bit(int i) const { return test(i); }
    void set(int i, bool value) { (*this)[i] = value; }
    void set_bit(int i, bool value) { (*this)[i] = value; }
    void clear(int i) { (*this)[i] = false; }
    void invert(int i) { (*this)[i] = !test(i); }
    ap_bit_ref<W, S> operator[](int i) { return {*this, i}; }
    bool operator[](int i) const { return test(i); }
    ap_bit_ref<W, S> bit(int i) { return {*this, i}; }
    ap_range_ref<W, S> range(int high, int low) { return {*this, high, low}; }
    ap_range_ref<W, S> range() { return {*this, W - 1, 0}; }
    ap_range_ref<W, S> operator()(int high, int low) { return {*this, high, low}; }
    ap_uint<W> range(int high, int low) const {
        ap_int_base copy = *this;
        return ap_uint<W>::of_bits(ap_range_ref<W, S>{copy, high, low}.get());
    }
    ap_uint<W> operator()(int high, int low) const { return range(high, low); }

    bool and_reduce() const { return bits == (Bits) ~(Bits)0; }
    bool or_reduce() const { return bits != 0; }
    bool xor_reduce() const {
        bool odd = false;
        for (int i = 0; i < W; ++i) odd ^= test(i);
        return odd;
    }
    bool nand_reduce() const { return !and_reduce(); }
    bool nor_reduce() const { return !or_reduce(); }
    bool xnor_reduce() const { return !xor_reduce(); }
    int countLeadingZeros() const {
        int n = 0;
        while (n < W && !test(W - 1 - n)) ++n;
        return n;
    }
    void lrotate(int n) {
        bits = n == 0 ? bits : (Bits)((Bits)(bits << n) | (Bits)(bits >> (W - n)));
    }
    void rrotate(int n) {
        bits = n == 0 ? bits : (Bits)((Bits)(bits >> n) | (Bits)(bits << (W - n)));
    }
    void reverse() {
        const Bits was = bits;
        for (int i = 0; i < W; ++i) (*this)[i] = (was >> (W - 1 - i)) & 1;
    }
    void b_not() { bits = (Bits)~bits; }
    bool operator!() const { return bits == 0; }
    ap_detail::result_t<W + !S, true> operator~() const {
        return ap_detail::result_t<W + !S, true>::of_value(
            (_BitInt(W + 2))(-1 - (_BitInt(W + 2)) value()));
    }
    ap_detail::result_t<W + 1, true> operator-() const {
        return ap_detail::result_t<W + 1, true>::of_value(
            (_BitInt(W + 2))(0 - (_BitInt(W + 2)) value()));
    }
    ap_detail::result_t<W, S> operator+() const { return ap_detail::result_t<W, S>::of_bits(bits); }
};

#define AP_INT_BODY(NAME, SIGNED)                                                    \
    template <int W>                                                                 \
    struct NAME : ap_int_base<W, SIGNED> {                                           \
        using Base = ap_int_base<W, SIGNED>;                                         \
        NAME() = default;                                                            \
        template <class T, class = typename ap_detail::of_c<T>::base>                \
        constexpr NAME(T value) : Base{} {                                           \
            this->set(value);                                                        \
        }                                                                            \
        constexpr NAME(float value) : Base{} { this->set((_BitInt(W + 2)) value); }  \
        constexpr NAME(double value) : Base{} { this->set((_BitInt(W + 2)) value); } \
        template <int V, bool T>                                                     \
        constexpr NAME(const ap_int_base<V, T>& other) : Base{} {                    \
            this->set(other.value());                                                \
        }                                                                            \
        template <int V, bool T>                                                     \
        constexpr NAME(const ap_range_ref<V, T>& other) : Base{} {                   \
            this->set(other.get());                                                  \
        }                                                                            \
        template <int V, bool T>                                                     \
        constexpr NAME(const ap_bit_ref<V, T>& other) : Base{} {                     \
            this->set((bool)other);                                                  \
        }                                                                            \
        static NAME of_bits(typename Base::Bits bits) {                              \
            NAME made;                                                               \
            made.bits = bits;                                                        \
            return made;                                                             \
        }                                                                            \
        template <class Number>                                                      \
        static NAME of_value(Number number) {                                        \
            NAME made;                                                               \
            made.set(number);                                                        \
            return made;                                                             \
        }                                                                            \
        NAME& operator++() { return *this = *this + 1; }                             \
        NAME& operator--() { return *this = *this - 1; }                             \
        NAME operator++(int) {                                                       \
            const NAME was = *this;                                                  \
            ++*this;                                                                 \
            return was;                                                              \
        }                                                                            \
        NAME operator--(int) {                                                       \
            const NAME was = *this;                                                  \
            --*this;                                                                 \
            return was;                                                              \
        }                                                                            \
    };
AP_INT_BODY(ap_int, true)
AP_INT_BODY(ap_uint, false)
#undef AP_INT_BODY

// An operator that two ap_int have, with an integer of C on either side.
#define AP_WITH_C(OP)                                          \
    template <int W, bool S, class T>                          \
    auto operator OP(const ap_int_base<W, S>& a, T b)          \
        ->decltype(a OP typename ap_detail::of_c<T>::base()) { \
        typename ap_detail::of_c<T>::base other;               \
        other.set(b);                                          \
        return a OP other;                                     \
    }                                                          \
    template <int W, bool S, class T>                          \
    auto operator OP(T a, const ap_int_base<W, S>& b)          \
        ->decltype(typename ap_detail::of_c<T>::base() OP b) { \
        typename ap_detail::of_c<T>::base other;               \
        other.set(a);                                          \
        return other OP b;                                     \
    }

// RESULT_W and RESULT_S are of W1, S1, W2, S2; the operation is done with enough bits for any
// value.
#define AP_BINARY(OP, RESULT_W, RESULT_S, WORK_W)                                           \
    template <int W1, bool S1, int W2, bool S2>                                             \
    ap_detail::result_t<(RESULT_W), (RESULT_S)> operator OP(const ap_int_base<W1, S1>& a,   \
                                                            const ap_int_base<W2, S2>& b) { \
        using Work = _BitInt(WORK_W);                                                       \
        return ap_detail::result_t<(RESULT_W), (RESULT_S)>::of_value(                       \
            (Work)((Work)a.value() OP(Work) b.value()));                                    \
    }                                                                                       \
    AP_WITH_C(OP)
#define AP_LOGIC_W ap_detail::max(W1 + (S2 && !S1), W2 + (S1 && !S2))
AP_BINARY(+, AP_LOGIC_W + 1, S1 || S2, AP_LOGIC_W + 3)
AP_BINARY(-, AP_LOGIC_W + 1, true, AP_LOGIC_W + 3)
AP_BINARY(*, W1 + W2, S1 || S2, W1 + W2 + 2)
AP_BINARY(/, W1 + S2, S1 || S2, ap_detail::max(W1, W2) + 3)
AP_BINARY(%, ap_detail::min(W1, W2 + (!S2 && S1)), S1, ap_detail::max(W1, W2) + 3)
AP_BINARY(&, AP_LOGIC_W, S1 || S2, AP_LOGIC_W + 2)
AP_BINARY(|, AP_LOGIC_W, S1 || S2, AP_LOGIC_W + 2)
AP_BINARY(^, AP_LOGIC_W, S1 || S2, AP_LOGIC_W + 2)
#undef AP_LOGIC_W
#undef AP_BINARY

#define AP_COMPARE(OP)                                                             \
    template <int W1, bool S1, int W2, bool S2>                                    \
    bool operator OP(const ap_int_base<W1, S1>& a, const ap_int_base<W2, S2>& b) { \
        using Work = _BitInt(ap_detail::max(W1, W2) + 2);                          \
        return (Work)a.value() OP(Work) b.value();                                 \
    }                                                                              \
    AP_WITH_C(OP)
AP_COMPARE(==)
AP_COMPARE(!=)
AP_COMPARE(<)
AP_COMPARE(<=)
AP_COMPARE(>)
AP_COMPARE(>=)
#undef AP_COMPARE
#undef AP_WITH_C

// A shift keeps the type of what is shifted; by a negative number it goes the other way, and all
// bits may leave.
namespace ap_detail {
template <int W, bool S>
result_t<W, S> shifted(const ap_int_base<W, S>& a, long long left) {
    if (left <= -(long long)W) return result_t<W, S>::of_value(a.sign() ? -1 : 0);
    if (left < 0) return result_t<W, S>::of_value(a.value() >> (int)-left);
    if (left >= W) return result_t<W, S>::of_value(0);
    return result_t<W, S>::of_bits((unsigned _BitInt(W))(a.bits << (int)left));
}
}  // namespace ap_detail
#define AP_SHIFT(OP, SIGN)                                                       \
    template <int W, bool S, class T, class = typename ap_detail::of_c<T>::base> \
    ap_detail::result_t<W, S> operator OP(const ap_int_base<W, S>& a, T by) {    \
        return ap_detail::shifted(a, SIGN(long long) by);                        \
    }                                                                            \
    template <int W, bool S, int V, bool T>                                      \
    ap_detail::result_t<W, S> operator OP(const ap_int_base<W, S>& a,            \
                                          const ap_int_base<V, T>& by) {         \
        return ap_detail::shifted(a, SIGN(long long) by.value());                \
    }
AP_SHIFT(<<, +)
AP_SHIFT(>>, -)
#undef AP_SHIFT

#define AP_ASSIGN(NAME, OP)                           \
    template <int W, class T>                         \
    NAME<W>& operator OP##=(NAME<W>& a, const T& b) { \
        return a = NAME<W>(a OP b);                   \
    }
#define AP_ASSIGNS(NAME) \
    AP_ASSIGN(NAME, +)   \
    AP_ASSIGN(NAME, -)   \
    AP_ASSIGN(NAME, *)   \
    AP_ASSIGN(NAME, /)   \
    AP_ASSIGN(NAME, %)   \
    AP_ASSIGN(NAME, &)   \
    AP_ASSIGN(NAME, |)   \
    AP_ASSIGN(NAME, ^)   \
    AP_ASSIGN(NAME, <<)  \
    AP_ASSIGN(NAME, >>)
AP_ASSIGNS(ap_int)
AP_ASSIGNS(ap_uint)
#undef AP_ASSIGNS
#undef AP_ASSIGN

// (a, b): the bits of a above those of b.
template <int W1, bool S1, int W2, bool S2>
ap_uint<W1 + W2> operator,(const ap_int_base<W1, S1>& a, const ap_int_base<W2, S2>& b) {
    using Bits = unsigned _BitInt(W1 + W2);
    return ap_uint<W1 + W2>::of_bits((Bits)((Bits)((Bits)a.bits << W2) | (Bits)b.bits));
}

template <class Char, class Traits, int W, bool S>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                             const ap_int_base<W, S>& x) {
    return out << (long long)x.value();
}
