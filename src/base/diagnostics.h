// SPDX-License-Identifier: Apache-2.0
// Diagnostics about the user's input. Each one is a row of diagnostics_table.def plus a place in
// the input. Stages collect diagnostics here; only the command-line tool prints them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

enum class Severity { note, warning, error };

// The enumerators are in base/codes.h, so that a new row of the table rebuilds only the files that
// name a code.
enum class Code : std::uint16_t;

// A place in one of the user's files. Line 0 means the whole file; an empty file name means no
// place.
struct Place {
    std::string file;
    std::uint32_t line = 0;
};

struct Diagnostic {
    Code code;
    Severity severity;
    Place place;
    std::string sentence;
    std::string hint;
};

// The row of diagnostics_table.def that belongs to a code.
struct DiagnosticRow {
    std::string_view name;
    Severity severity;
    std::string_view sentence;
    std::string_view hint;
};
const DiagnosticRow& diagnostic_row(Code code);
std::size_t diagnostic_count();

class Diagnostics {
public:
    // Adds the message of `code`; `args` fill the `{}` of its sentence, then those of its hint.
    template <class... Args>
    void report(Code code, Place place, const Args&... args) {
        add(code, std::move(place), {fmt::format("{}", args)...});
    }

    void add(const Diagnostic& diagnostic) { all_.push_back(diagnostic); }

    const std::vector<Diagnostic>& all() const { return all_; }
    bool has_error() const;

private:
    void add(Code code, Place place, const std::vector<std::string>& args);

    std::vector<Diagnostic> all_;
};

// "file:12: error: sentence [code]\n  hint: …\n", the form every command prints.
std::string to_text(const Diagnostic& diagnostic);

}  // namespace tapestry
