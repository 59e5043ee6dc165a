// SPDX-License-Identifier: Apache-2.0
// A listing: per row a label, a bar that fills the remaining width, and aligned columns of numbers.
// If the labels are too long for that, each label gets a line of its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "show/report/ink.h"

namespace tapestry {

struct ListingColumn {
    std::string header;
    int from_width = 0;  // shown if the terminal is at least this wide
    bool left = false;   // text, not numbers
};

class Listing {
public:
    using Bar = std::function<std::string(int width)>;

    Listing(const Ink& ink, std::string bar_header, std::vector<ListingColumn> columns);

    // `cells` match the columns. The label is plain text.
    void add_row(const std::string& label, Bar bar, std::vector<std::string> cells);
    // A line between rows. `right` is printed at the right edge if it fits.
    void add_heading(const std::string& left, const std::string& right);
    void add_note(const std::string& text);

    std::string to_text() const;

private:
    struct Line {
        enum class Kind { row, heading, note } kind;
        std::string label;  // or the text of a heading or a note
        std::string right;
        Bar bar;
        std::vector<std::string> cells;
    };
    struct Layout {
        bool one_line = true;
        int label = 0;
        int bar = 0;
        std::vector<int> columns;  // 0: not shown
    };

    int column_width(std::size_t column) const;  // 0 for a column that is empty in all rows
    Layout layout() const;
    std::string cells_text(const Layout& layout, const std::string& bar,
                           const std::vector<std::string>& cells) const;
    std::string row_text(const Layout& layout, const Line& line) const;
    std::string heading_text(const Line& line) const;

    const Ink& ink_;
    std::string bar_header_;
    std::vector<ListingColumn> columns_;
    std::vector<Line> lines_;
};

}  // namespace tapestry
