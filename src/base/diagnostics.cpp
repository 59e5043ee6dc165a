// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace tapestry {

namespace {

[[maybe_unused]] constexpr Severity note = Severity::note;
constexpr Severity warning = Severity::warning;
constexpr Severity error = Severity::error;

constexpr std::array kRows = {
#define DIAGNOSTIC(name, severity, sentence, hint) \
    DiagnosticRow{code_of(#name), #name, severity, sentence, hint},
#include "base/codes/checks.def"
#include "base/codes/experiments.def"
#include "base/codes/files.def"
#include "base/codes/links.def"
#include "base/codes/plan.def"
#include "base/codes/pragmas.def"
#include "base/codes/predictions.def"
#include "base/codes/projects.def"
#include "base/codes/readings.def"
#include "base/codes/runs.def"
#include "base/codes/simulation.def"
#include "base/codes/software.def"
#include "base/codes/sources.def"
#include "base/codes/synthesis.def"
#include "base/codes/waveforms.def"
#include "base/codes/weave.def"
#undef DIAGNOSTIC
};

// Replaces each `{}` of `text` by the next of `args`.
std::string fill(std::string_view text, const std::vector<std::string>& args, std::size_t& next) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) != "{}") {
            out += text[i];
            continue;
        }
        CHECK(next < args.size());
        out += args[next++];
        ++i;
    }
    return out;
}

std::string_view word(Severity severity) {
    switch (severity) {
        case Severity::note:
            return "note";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    return "";
}

}  // namespace

const DiagnosticRow& diagnostic_row(Code code) {
    const auto* row = std::find_if(kRows.begin(), kRows.end(),
                                   [&](const DiagnosticRow& r) { return r.code == code; });
    CHECK(row != kRows.end());
    return *row;
}

std::span<const DiagnosticRow> diagnostic_rows() { return kRows; }

bool Diagnostics::has_error() const {
    for (const Diagnostic& d : all_) {
        if (d.severity == Severity::error) return true;
    }
    return false;
}

Reported Diagnostics::failure() const {
    CHECK(has_error());
    return {};
}

void Diagnostics::add(Code code, Place place, const std::vector<std::string>& args) {
    const DiagnosticRow& row = diagnostic_row(code);
    std::size_t next = 0;
    Diagnostic d{code, row.severity, std::move(place), fill(row.sentence, args, next), {}};
    d.hint = fill(row.hint, args, next);
    CHECK(next == args.size());
    all_.push_back(std::move(d));
}

std::string to_text(const Diagnostic& d) {
    std::string where = "tapestry";
    if (!d.place.file.empty()) where = d.place.file;
    if (d.place.line != 0) where += fmt::format(":{}", d.place.line);
    // The first line ends with the code, so that users can search for it; a simulator's message may
    // continue on further lines.
    const std::size_t first = std::min(d.sentence.find('\n'), d.sentence.size());
    std::string text =
        fmt::format("{}: {}: {} [{}]{}\n", where, word(d.severity), d.sentence.substr(0, first),
                    diagnostic_row(d.code).name, d.sentence.substr(first));
    if (!d.hint.empty()) text += fmt::format("  hint: {}\n", d.hint);
    return text;
}

}  // namespace tapestry
