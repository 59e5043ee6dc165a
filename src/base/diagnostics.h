// SPDX-License-Identifier: Apache-2.0
// Diagnostics about the user's input. Each one is a row of diagnostics_table.def plus a place in
// the input. Stages collect diagnostics here; only the command-line tool prints them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/result.h"

namespace tapestry {

enum class Severity { note, warning, error };

// The name of a row of the tables base/codes/TOPIC.def, as a hash: base/codes/TOPIC.h declares
// those of one topic, so that a new row rebuilds only what reports on that topic.
enum class Code : std::uint64_t;
consteval Code code_of(std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return Code{hash};
}

// The name of a row that is an error: what is reported with it can fail a Result.
struct ErrorCode {
    Code code;
    constexpr operator Code() const { return code; }
};
template <Severity severity>
using CodeOf = std::conditional_t<severity == Severity::error, ErrorCode, Code>;

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

struct DiagnosticRow {
    Code code;
    std::string_view name;
    Severity severity;
    std::string_view sentence;
    std::string_view hint;
};
const DiagnosticRow& diagnostic_row(Code code);
std::span<const DiagnosticRow> diagnostic_rows();

class Diagnostics {
public:
    // Adds the message of `code`; `args` fill the `{}` of its sentence, then those of its hint.
    template <class... Args>
    void report(Code code, Place place, const Args&... args) {
        add(code, std::move(place), {fmt::format("{}", args)...});
    }
    template <class... Args>
    Reported report(ErrorCode code, Place place, const Args&... args) {
        add(code, std::move(place), {fmt::format("{}", args)...});
        return {};
    }

    void add(const Diagnostic& diagnostic) { all_.push_back(diagnostic); }

    const std::vector<Diagnostic>& all() const { return all_; }
    bool has_error() const;
    // For a Result that fails because of the errors that stand here; there must be one.
    Reported failure() const;

private:
    void add(Code code, Place place, const std::vector<std::string>& args);

    std::vector<Diagnostic> all_;
};

// "file:12: error: sentence [code]\n  hint: …\n", the form every command prints.
std::string to_text(const Diagnostic& diagnostic);

}  // namespace tapestry
