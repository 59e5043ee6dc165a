// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file: the page of web/, which is part of this program, with the data of
// one or more runs in it. Opens from disk, asks nothing of the network, and runs no text of a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// Where the sources that a run names may be read from, to be shown beside their cycles. A run may
// come from a stranger, and the report may be passed on: only files below these folders go into it,
// unless the run was just made here.
struct PageSources {
    std::vector<std::filesystem::path> folders;  // relative names are looked up here, in this order
    bool anywhere = false;                       // absolute names and `..` are fine too
};

// One run as a JSON object (web/src/contract/page_data.ts): all public views in columns, the growth
// of frames packed, graphs laid out, sources. Same run and same sources, same bytes.
Result<std::string> page_data(const RunView& run, const PageSources& sources,
                              Diagnostics& diagnostics);

// The data of the whole page. A live page asks for it again and again. `comparison` is the JSON of
// `tapestry compare` over these runs, or empty.
std::string page_json(const std::vector<std::string>& runs, bool live,
                      const std::string& comparison = "");

// The page with its data. Whatever the data holds, it stays data: no character of it can end the
// element that it stands in.
std::string html_page(const std::string& json);

// The page as `open` serves it: it fetches its data.
std::string served_page();

// What a browser may do on behalf of the page, for the header of the server.
std::string page_policy();

}  // namespace tapestry
