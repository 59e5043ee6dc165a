// SPDX-License-Identifier: Apache-2.0
// Source lines of MPI calls. A recording of a program not compiled by tapestry-cc has only the
// address of each call; the program's debug information (-g) gives the line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

// A link-time address in a program or library.
struct CodePlace {
    std::uint64_t address = 0;
    std::int64_t changed = 0;  // modification time of the file, in seconds
    std::string file;
    bool operator==(const CodePlace&) const = default;
};
// Parses "0xADDRESS@SECONDS in FILE", as the MPI shim writes it; nothing for other text.
std::optional<CodePlace> code_place(std::string_view source);

// "solver+0x11f3", for an address without debug information.
std::string to_text(const CodePlace& place);

// The output of addr2line, two lines for each address; ?? means unknown.
struct CodeLine {
    std::string function;
    std::string source;
    bool operator==(const CodeLine&) const = default;
};
std::vector<CodeLine> code_lines(std::string_view said, std::size_t count);

// Replaces addresses by lines, or at least by functions. A file modified since the program ran is
// not used.
void name_call_sites(std::vector<Recording>& recordings);

}  // namespace tapestry
