// SPDX-License-Identifier: Apache-2.0
// The outcome of a stage: a value, or a failure that was explained to the user. A failed Result is
// made only from the Reported that `Diagnostics::report` returns for an error, or from another
// failed Result, so that nothing fails without a sentence. Where a value may be absent and that is
// no error, the type is std::optional.
#pragma once

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace tapestry {

template <class T>
class Result;

// That an error was reported.
class Reported {
    Reported() = default;
    friend class Diagnostics;
    template <class T>
    friend class Result;
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(Reported) {}

    template <class U = T>
    requires(std::constructible_from<T, U&&> && !std::same_as<std::remove_cvref_t<U>, Result> &&
             !std::same_as<std::remove_cvref_t<U>, Reported>) explicit(!std::convertible_to<U&&, T>)
        Result(U&& value)
        : value_(std::forward<U>(value)) {}

    explicit operator bool() const { return value_.has_value(); }
    bool has_value() const { return value_.has_value(); }

    T& operator*() & { return *value_; }
    const T& operator*() const& { return *value_; }
    T&& operator*() && { return *std::move(value_); }
    T* operator->() { return &*value_; }
    const T* operator->() const { return &*value_; }

    template <class U>
    T value_or(U&& other) const& {
        return value_.value_or(std::forward<U>(other));
    }

    // What a caller fails with because this one has.
    Reported failure() const {
        CHECK(!value_);
        return {};
    }

    // Says that the caller goes on either way.
    void may_fail() const {}

    // For those to whom a failure is an absence, because its Diagnostics are not shown.
    std::optional<T> if_any() && { return std::move(value_); }
    const std::optional<T>& if_any() const& { return value_; }

private:
    std::optional<T> value_;
};

// A failed Result equals no value.
template <class T, class U>
requires requires(const T& own, const U& other) { own == other; }
bool operator==(const Result<T>& result, const U& value) { return result && *result == value; }

// The failure of the first of `results` that failed.
template <class First, class... Rest>
Reported failure_of(const Result<First>& first, const Result<Rest>&... rest) {
    if constexpr (sizeof...(rest) != 0) {
        if (first) return failure_of(rest...);
    }
    return first.failure();
}

// The value of a Result that carries nothing but success.
struct Done {};

}  // namespace tapestry
