// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tapestry {

inline constexpr const char* kVersion = TAPESTRY_VERSION;

}  // namespace tapestry
