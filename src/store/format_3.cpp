// SPDX-License-Identifier: Apache-2.0
#include "store/format_3.h"

namespace tapestry {

std::vector<SchemaObject> format_3_tables() {
    std::vector<SchemaObject> tables = raw_tables();
    std::erase_if(tables, [](const SchemaObject& t) { return t.name == "raw_host_sites"; });
    for (SchemaObject& t : tables) {
        if (t.name == "raw_host_waits")
            t.sql =
                "CREATE TABLE raw_host_waits(place INTEGER, pattern TEXT NOT NULL, cause INTEGER, "
                "call TEXT NOT NULL, count INTEGER NOT NULL, wait_ns INTEGER NOT NULL) ";
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
