// SPDX-License-Identifier: Apache-2.0
#include "show/store/row_text.h"

#include <fmt/format.h>

namespace tapestry {

std::string csv_header(const std::vector<std::string>& columns) {
    return csv_row(Row(columns.begin(), columns.end()));
}

std::string csv_row(const Row& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += (i ? "," : "") + csv_field(row[i]);
    return line + "\r\n";
}

std::string json_row(const std::vector<std::string>& columns, const Row& row) {
    std::string out = "{";
    for (std::size_t i = 0; i < row.size(); ++i) {
        out += fmt::format("{}{}: {}", i ? ", " : "", json_string(columns[i]), json_value(row[i]));
    }
    return out + "}";
}

}  // namespace tapestry
