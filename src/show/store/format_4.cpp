// SPDX-License-Identifier: Apache-2.0
#include "show/store/format_4.h"

#include <fmt/format.h>

#include <string_view>

#include "show/store/format_5.h"

namespace tapestry {

std::vector<SchemaObject> format_4_tables() {
    std::vector<SchemaObject> tables = format_5_tables();
    for (SchemaObject& t : tables) {
        const bool is_analysis = t.name == "raw_bottlenecks" || t.name == "raw_advice";
        if (!is_analysis && t.name != "raw_experiments") continue;
        for (const std::string_view later :
             {", effect TEXT NOT NULL",
              is_analysis ? ", saving REAL" : ", by_beats INTEGER NOT NULL"}) {
            const std::size_t at = t.sql.find(later);
            if (at != std::string::npos) t.sql.erase(at, later.size());
        }
    }
    return tables;
}

std::vector<SchemaObject> format_4_made() {
    return {{"raw_bottlenecks",
             "SELECT *, printf('explains %.1f%% of the run', 100 * share) AS effect, NULL AS "
             "saving FROM RAW.raw_bottlenecks"},
            {"raw_advice", "SELECT *, NULL AS saving FROM RAW.raw_advice"},
            {"raw_experiments",
             fmt::format("SELECT *, {} AS by_beats FROM RAW.raw_experiments", kOldByBeats)}};
}

}  // namespace tapestry
