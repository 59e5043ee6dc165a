// SPDX-License-Identifier: Apache-2.0
#include "show/store/format_5.h"

#include "show/store/format_6.h"

namespace tapestry {

std::vector<SchemaObject> format_5_tables() {
    std::vector<SchemaObject> tables = format_6_tables();
    std::erase_if(tables, [](const SchemaObject& t) {
        return t.name == "raw_call_paths" || t.name == "raw_visits" ||
               t.name == "raw_collectives" || t.name == "raw_host_sizes";
    });
    return tables;
}

std::vector<SchemaObject> format_5_made() {
    return {{"raw_host_sizes",
             "SELECT 0 AS tap, 0 AS state, 0 AS transfers, 0 AS min_bytes, 0 AS max_bytes, 0 AS "
             "overhead_ns WHERE 0"},
            {"raw_call_paths",
             "SELECT 0 AS tap, 0 AS path, 0 AS parent, 0 AS state, '' AS source, 0 AS entries, "
             "0 AS inclusive_ns, 0 AS own_ns, 0 AS min_ns, 0 AS max_ns, 0 AS bytes WHERE 0"},
            {"raw_visits",
             "SELECT 0 AS tap, 0 AS visit, 0 AS path, 0 AS start_ns, 0 AS end_ns, 0 AS bytes "
             "WHERE 0"},
            {"raw_collectives",
             "SELECT 0 AS collective, 0 AS place, '' AS call, '' AS communicator, '' AS number, "
             "0 AS root, 0 AS start_ns, 0 AS end_ns, 0 AS bytes WHERE 0"}};
}

}  // namespace tapestry
