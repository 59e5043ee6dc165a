// SPDX-License-Identifier: Apache-2.0
// The exit status of every command.
#pragma once

namespace tapestry {

inline constexpr int kFine = 0;
inline constexpr int kCheckFailed = 1;  // a check failed, or a run was partial
inline constexpr int kBadInput = 2;

}  // namespace tapestry
