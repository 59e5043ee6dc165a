// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tapestry::hls {

// The hint for a call of `name` that cannot become hardware: what to write instead.
std::string call_hint(const std::string& name);

// What is wrong with a call of a function without a body, in words of the program: calls that the
// compiler made stand for what the program says (`omp task`), and names of C++ are spelled as
// there.
std::string call_complaint(const std::string& name);

// A name of C++ as the program spells it; any other is left as it is.
std::string demangled(const std::string& name);

// The name as the program spells it: sinf for llvm.sin.f32.
std::string c_name_of_call(const std::string& name);

// What the program says where the compiler has this instruction: "a computed goto" for indirectbr.
std::string words_of_instruction(const std::string& opcode);

}  // namespace tapestry::hls
