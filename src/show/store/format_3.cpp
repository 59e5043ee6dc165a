// SPDX-License-Identifier: Apache-2.0
#include "show/store/format_3.h"

#include <string_view>

#include "show/store/format_4.h"

namespace tapestry {

std::vector<SchemaObject> format_3_tables() {
    std::vector<SchemaObject> tables = format_4_tables();
    std::erase_if(tables, [](const SchemaObject& t) { return t.name == "raw_host_sites"; });
    constexpr std::string_view kLater = ", source TEXT NOT NULL";
    for (SchemaObject& t : tables) {
        const std::size_t at = t.sql.find(kLater);
        if (t.name == "raw_host_waits" && at != std::string::npos) t.sql.erase(at, kLater.size());
    }
    return tables;
}

std::vector<SchemaObject> format_3_made() {
    return {{"raw_host_sites",
             "SELECT 0 AS tap, 0 AS site, 0 AS state, '' AS source, '' AS function, 0 AS entries, "
             "0 AS inclusive_ns, 0 AS max_ns, 0 AS bytes WHERE 0"},
            {"raw_host_waits", "SELECT *, '' AS source FROM RAW.raw_host_waits"}};
}

}  // namespace tapestry
