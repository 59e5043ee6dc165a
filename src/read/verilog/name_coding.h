// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

// Verilator encodes `a[0].b` as a__BRA__0__KET____DOT__b and `a-b` as a__02Db; this decodes it.
std::string decode_name(std::string_view name);

}  // namespace tapestry
