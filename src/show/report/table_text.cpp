// SPDX-License-Identifier: Apache-2.0
#include "show/report/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "show/report/ink.h"

namespace tapestry {

namespace {

std::string shown(const Cell& cell, const Ink& ink) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return fmt::format_int(*n).str();
    if (const auto* d = std::get_if<double>(&cell))
        return std::abs(*d) >= 1e6 && std::abs(*d) < 1e15 ? fmt::format("{:.0f}", *d)
                                                          : fmt::format("{:.6g}", *d);
    return is_null(cell) ? std::string(ink.dash()) : ink.printable(text(cell));
}

// A column is text if any of its cells is.
std::vector<bool> text_columns(const Table& table) {
    std::vector<bool> is_text(table.columns.size(), false);
    for (const Row& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (std::holds_alternative<std::string>(row[i])) is_text[i] = true;
        }
    }
    return is_text;
}

std::string line_of(const std::vector<std::string>& cells, const std::vector<int>& widths,
                    const std::vector<bool>& is_text) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += "  ";
        line += is_text[i] ? pad_right(cells[i], widths[i]) : pad_left(cells[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

}  // namespace

std::string aligned_text(const Table& table, const ReportStyle& style) {
    const Ink ink(style);
    std::vector<std::vector<std::string>> lines(1);
    for (const std::string& c : table.columns) lines[0].push_back(ink.printable(c));
    for (const Row& row : table.rows) {
        lines.emplace_back();
        for (const Cell& cell : row) lines.back().push_back(shown(cell, ink));
    }
    std::vector<int> widths(table.columns.size(), 0);
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], display_width(line[i]));
        }
    }
    const std::vector<bool> is_text = text_columns(table);
    std::string out;
    for (const auto& line : lines) {
        const std::string one = line_of(line, widths, is_text);
        out += &line == &lines[0] ? ink.paint(one, Colour::dim) : one;
    }
    return out;
}

}  // namespace tapestry
