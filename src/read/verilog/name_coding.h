// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

// Verilator writes `a[0].b` as a__BRA__0__KET____DOT__b and `a-b` as a__02Db; this undoes it.
std::string decode_name(std::string_view name);

}  // namespace tapestry
