// SPDX-License-Identifier: Apache-2.0
// hls::vector with the public names: N elements on which operators work element by element.
#ifndef TAPESTRY_HLS_VECTOR_H
#define TAPESTRY_HLS_VECTOR_H

#include <cstddef>
#include <initializer_list>

namespace hls {

constexpr std::size_t hls_vector_alignment(std::size_t bytes) {
    std::size_t power = 1;
    while (power < bytes) power *= 2;
    return power;
}

template <class T, std::size_t N>
class vector {
public:
    using value_type = T;
    static constexpr std::size_t size() { return N; }

    vector() = default;
    vector(const T& value) { fill(value); }
    vector(std::initializer_list<T> values) {
        fill(T(0));
        std::size_t i = 0;
        for (const T& value : values) elements_[i++] = value;
    }
    template <class U>
    explicit vector(const vector<U, N>& other) {
        for (std::size_t i = 0; i < N; ++i) elements_[i] = T(other[i]);
    }

    T& operator[](std::size_t i) { return elements_[i]; }
    const T& operator[](std::size_t i) const { return elements_[i]; }
    T* begin() { return elements_; }
    T* end() { return elements_ + N; }
    const T* begin() const { return elements_; }
    const T* end() const { return elements_ + N; }

#define HLS_VECTOR_ARITHMETIC(OP)                                                             \
    vector& operator OP##=(const vector& other) {                                             \
        _Pragma("clang loop unroll(full)") for (std::size_t i = 0; i < N; ++i) elements_[i] = \
            T(elements_[i] OP other[i]);                                                      \
        return *this;                                                                         \
    }                                                                                         \
    friend vector operator OP(vector a, const vector& b) { return a OP## = b; }
    HLS_VECTOR_ARITHMETIC(+)
    HLS_VECTOR_ARITHMETIC(-)
    HLS_VECTOR_ARITHMETIC(*)
    HLS_VECTOR_ARITHMETIC(/)
    HLS_VECTOR_ARITHMETIC(%)
    HLS_VECTOR_ARITHMETIC(&)
    HLS_VECTOR_ARITHMETIC(|)
    HLS_VECTOR_ARITHMETIC(^)
    HLS_VECTOR_ARITHMETIC(<<)
    HLS_VECTOR_ARITHMETIC(>>)
#undef HLS_VECTOR_ARITHMETIC

    vector operator-() const { return vector(T(0)) - *this; }
    vector operator~() const {
        vector made;
        for (std::size_t i = 0; i < N; ++i) made[i] = T(~elements_[i]);
        return made;
    }
    vector& operator++() { return *this += vector(T(1)); }
    vector& operator--() { return *this -= vector(T(1)); }

#define HLS_VECTOR_COMPARISON(OP)                                                        \
    friend vector<bool, N> operator OP(const vector& a, const vector& b) {               \
        vector<bool, N> made;                                                            \
        _Pragma("clang loop unroll(full)") for (std::size_t i = 0; i < N; ++i) made[i] = \
            a[i] OP b[i];                                                                \
        return made;                                                                     \
    }
    HLS_VECTOR_COMPARISON(<)
    HLS_VECTOR_COMPARISON(<=)
    HLS_VECTOR_COMPARISON(>)
    HLS_VECTOR_COMPARISON(>=)
    HLS_VECTOR_COMPARISON(==)
    HLS_VECTOR_COMPARISON(!=)
#undef HLS_VECTOR_COMPARISON

    // The elements one after the other, from the first.
    T reduce_add() const {
        return reduced([](T a, T b) { return T(a + b); });
    }
    T reduce_mult() const {
        return reduced([](T a, T b) { return T(a * b); });
    }
    T reduce_min() const {
        return reduced([](T a, T b) { return b < a ? b : a; });
    }
    T reduce_max() const {
        return reduced([](T a, T b) { return a < b ? b : a; });
    }
    T reduce_and() const {
        return reduced([](T a, T b) { return T(a & b); });
    }
    T reduce_or() const {
        return reduced([](T a, T b) { return T(a | b); });
    }
    T reduce_xor() const {
        return reduced([](T a, T b) { return T(a ^ b); });
    }

private:
    void fill(const T& value) {
        _Pragma("clang loop unroll(full)") for (std::size_t i = 0; i < N; ++i) elements_[i] = value;
    }
    template <class Join>
    T reduced(Join join) const {
        T all = elements_[0];
        _Pragma("clang loop unroll(full)") for (std::size_t i = 1; i < N; ++i) all =
            join(all, elements_[i]);
        return all;
    }

    alignas(hls_vector_alignment(sizeof(T) * N)) T elements_[N];
};

}  // namespace hls

#endif
