// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file: the page built from web/, embedded in this program, with the data of
// one or more runs in it. It opens from disk, makes no network request, and never executes text
// that comes from a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// Where the source files that a run names may be read from; the page shows them next to their
// cycles. A run may come from a stranger and the report may be passed on, so only files below these
// folders go into it, unless the run was just made here.
struct PageSources {
    std::vector<std::filesystem::path> folders;  // relative names are looked up here, in this order
    bool anywhere = false;                       // absolute names and `..` are allowed too
};

// One run as a JSON object (web/src/contract/page_data.ts): all public views in columns, counter
// increments per frame packed, graphs laid out, sources. Deterministic: the same run and sources
// give the same bytes.
// `predictions` is the JSON of the what-if table, or empty.
Result<std::string> page_data(const RunView& run, const PageSources& sources,
                              Diagnostics& diagnostics, const std::string& predictions = "");

// The data of the whole page. A live page polls for it. `comparison` is the JSON output of
// `tapestry compare` for these runs, or empty.
std::string page_json(const std::vector<std::string>& runs, bool live,
                      const std::string& comparison = "");

// The page with its data. The data is escaped so that no character of it can end the element that
// contains it.
std::string html_page(const std::string& json);

// The page without data, as `open` serves it: it fetches its data.
std::string served_page();

// The Content-Security-Policy of the page, for the HTTP header of the server.
std::string page_policy();

}  // namespace tapestry
