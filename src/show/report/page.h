// SPDX-License-Identifier: Apache-2.0
// The context of the sections of a terminal report: the run, the renderer, and the legend so far.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "show/report/ink.h"
#include "show/report/report.h"
#include "show/report/short_names.h"
#include "show/store/run_view.h"

namespace tapestry {

struct Page {
    const RunView& run;
    const Ink& ink;
    Diagnostics& diagnostics;
    StatesShown states = StatesShown::all;
    std::set<std::string> qualities_seen = {};  // to be explained in the legend
    ShortNames names = {};                      // for sentences

    Result<Table> ask(const std::string& sql) { return run.query(sql, diagnostics); }

    // Text of the run for the terminal: printable, with short names.
    std::string sentence(const Cell& cell) const {
        return ink.printable(names.in_sentence(text(cell)));
    }

    // A name with the mark of its quality before it.
    std::string marked(const Cell& name, const Cell& quality);
};

// "LIMIT n" for a section that shows `top` rows.
std::string limit(int top);

// "and 3 more streams (--rows 0 shows all)"; `nouns` ends in s.
std::string more_line(std::int64_t count, std::string nouns);

// "13 more never moved: a, b, c, …", with as many names as fit on the line.
std::string name_list(const Ink& ink, const std::string& start,
                      const std::vector<std::string>& names, std::int64_t count);

// "STREAMS 3", and at the right edge the sort order.
std::string section_title(const Ink& ink, const std::string& title, std::int64_t count,
                          const std::string& order);

// A section is empty if the run has nothing for it.
Result<std::string> answer_section(Page& page);
Result<std::string> tried_section(Page& page);
Result<std::string> machines_section(Page& page);
Result<std::string> phases_section(Page& page);
Result<std::string> waits_section(Page& page);
Result<std::string> imbalance_section(Page& page);
Result<std::string> streams_section(Page& page);
Result<std::string> queues_section(Page& page);
Result<std::string> calls_section(Page& page);
Result<std::string> buses_section(Page& page);
Result<std::string> events_section(Page& page);
Result<std::string> values_section(Page& page);
Result<std::string> sums_section(Page& page);
Result<std::string> assertions_section(Page& page);
Result<std::string> traces_section(Page& page);

}  // namespace tapestry
