// SPDX-License-Identifier: Apache-2.0
#include "show/store/format_6.h"

namespace tapestry {

std::vector<SchemaObject> format_6_tables() {
    std::vector<SchemaObject> tables = raw_tables();
    std::erase_if(tables, [](const SchemaObject& t) { return t.name == "raw_host_counts"; });
    return tables;
}

std::vector<SchemaObject> format_6_made() {
    return {{"raw_host_counts", "SELECT 0 AS tap, 0 AS state, '' AS counter, 0 AS value WHERE 0"}};
}

}  // namespace tapestry
