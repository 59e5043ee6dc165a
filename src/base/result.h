// SPDX-License-Identifier: Apache-2.0
// The outcome of a stage. A failed Result carries no text: the Diagnostics of the stage say why.
#pragma once

#include <optional>

namespace tapestry {

template <class T>
using Result = std::optional<T>;

// `return failure;` from any function that returns a Result.
inline constexpr std::nullopt_t failure = std::nullopt;

// The value of a Result that carries nothing but success.
struct Done {};

}  // namespace tapestry
