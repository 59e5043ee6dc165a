// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tapestry::hls {

// What to write instead of a call that cannot be hardware, by the name of what is called.
std::string call_hint(const std::string& name);

// As the program writes it: sinf for llvm.sin.f32.
std::string c_name_of_call(const std::string& name);

}  // namespace tapestry::hls
