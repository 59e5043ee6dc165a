// SPDX-License-Identifier: Apache-2.0
// The lines that calls of MPI come from. A program that was not compiled for us cannot say them;
// its recording has the address of each call, and what the compiler left in the program (-g) has
// the line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

// An address in a program or library, as the linker has it.
struct CodePlace {
    std::uint64_t address = 0;
    std::int64_t changed = 0;  // when the file was written last, in seconds
    std::string file;
    bool operator==(const CodePlace&) const = default;
};
// From "0xADDRESS@SECONDS in FILE", as the shim of MPI writes it; anything else is none.
std::optional<CodePlace> code_place(std::string_view source);

// "solver+0x11f3", for a place of which no more is known.
std::string to_text(const CodePlace& place);

// What addr2line says of some addresses: two lines each, of which ?? means nothing.
struct CodeLine {
    std::string function;
    std::string source;
    bool operator==(const CodeLine&) const = default;
};
std::vector<CodeLine> code_lines(std::string_view said, std::size_t count);

// Puts lines, or at least functions, in the place of addresses. A file that was written again since
// the program ran is not asked.
void name_call_sites(std::vector<Recording>& recordings);

}  // namespace tapestry
