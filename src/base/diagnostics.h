// SPDX-License-Identifier: Apache-2.0
// What Tapestry has to say about its input: each message is a row of diagnostics_table.def with a
// place. Stages collect messages here; only the command-line tool prints them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

enum class Severity { note, warning, error };

// Its values are in base/codes.h, for those who name one: a new row rebuilds them only.
enum class Code : std::uint16_t;

// A place in a file of the user; line 0 means the file as a whole, an empty file means no place.
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

// The row of the table behind a code.
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
