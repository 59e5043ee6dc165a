// SPDX-License-Identifier: Apache-2.0
// The options of every command that ends with a report, and the report itself.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "jobs/options/options.h"
#include "show/report/report.h"

namespace tapestry {

struct ReportOptions {
    bool json = false;
    int rows = 10;
    int width = 0;
    std::string colour = "auto";
    std::string states = "all";
};

void add_report_options(OptionList& app, ReportOptions& o);
// The style that they ask for, on this terminal.
ReportStyle style_of(const ReportOptions& options);

// To `folder`, in full.
Result<Done> write_report(const std::filesystem::path& run, const std::filesystem::path& folder,
                          Diagnostics& diagnostics);
// To standard output, as the options ask.
Result<Done> print_report(const std::filesystem::path& run, const ReportOptions& options,
                          Diagnostics& diagnostics);

}  // namespace tapestry
