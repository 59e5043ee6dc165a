// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tapestry::hls {

// The hint for a call of `name` that cannot become hardware: what to write instead.
std::string call_hint(const std::string& name);

// The name as the program spells it: sinf for llvm.sin.f32.
std::string c_name_of_call(const std::string& name);

}  // namespace tapestry::hls
