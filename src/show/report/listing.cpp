// SPDX-License-Identifier: Apache-2.0
#include "show/report/listing.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr int kIndent = 2;
constexpr int kGap = 2;
constexpr int kLeastBar = 12;
constexpr int kMostBar = 40;

std::string without_trailing_blanks(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}  // namespace

Listing::Listing(const Ink& ink, std::string bar_header, std::vector<ListingColumn> columns)
    : ink_(ink), bar_header_(std::move(bar_header)), columns_(std::move(columns)) {}

void Listing::add_row(const std::string& label, Bar bar, std::vector<std::string> cells) {
    lines_.push_back({Line::Kind::row, label, "", std::move(bar), std::move(cells)});
}

void Listing::add_heading(const std::string& left, const std::string& right) {
    lines_.push_back({Line::Kind::heading, left, right, {}, {}});
}

void Listing::add_note(const std::string& text) {
    lines_.push_back({Line::Kind::note, text, "", {}, {}});
}

int Listing::column_width(std::size_t column) const {
    if (columns_[column].from_width > ink_.width()) return 0;
    int width = 0;
    for (const Line& line : lines_) {
        if (line.kind == Line::Kind::row)
            width = std::max(width, display_width(line.cells[column]));
    }
    return width == 0 ? 0 : std::max(width, display_width(columns_[column].header));
}

Listing::Layout Listing::layout() const {
    Layout layout;
    int fixed = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        layout.columns.push_back(column_width(i));
        if (layout.columns[i] > 0) fixed += kGap + layout.columns[i];
    }
    for (const Line& line : lines_) {
        if (line.kind == Line::Kind::row) {
            layout.label = std::max(layout.label, display_width(line.label));
        }
    }
    const int free = ink_.width() - kIndent - fixed;
    const int least_bar = std::max(kLeastBar, display_width(bar_header_));
    layout.one_line = layout.label + kGap + least_bar <= free;
    if (!layout.one_line) layout.label = 0;
    layout.bar = std::clamp(free - kGap - layout.label, least_bar, kMostBar);
    return layout;
}

std::string Listing::cells_text(const Layout& layout, const std::string& bar,
                                const std::vector<std::string>& cells) const {
    const std::string gap(kGap, ' ');
    std::string text, after_bar;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (layout.columns[i] == 0) continue;
        const bool left = columns_[i].left;
        std::string cell =
            left ? pad_right(cells[i], layout.columns[i]) : pad_left(cells[i], layout.columns[i]);
        // Text columns precede the bar, numbers follow it.
        left ? text += cell + gap : after_bar += gap + cell;
    }
    return text + pad_right(bar, layout.bar) + after_bar;
}

std::string Listing::row_text(const Layout& layout, const Line& line) const {
    const std::string indent(kIndent, ' ');
    const std::string cells = cells_text(layout, line.bar(layout.bar), line.cells);
    if (layout.one_line) {
        return indent + pad_right(line.label, layout.label) + std::string(kGap, ' ') + cells;
    }
    return indent + ink_.tail(line.label, ink_.width() - kIndent) + "\n" + indent +
           std::string(kGap, ' ') + cells;
}

std::string Listing::heading_text(const Line& line) const {
    const int left_width = ink_.width() - display_width(line.right) - kGap;
    if (line.right.empty() || display_width(line.label) > left_width) {
        return ink_.paint(ink_.tail(line.label, ink_.width()), Colour::bold);
    }
    return ink_.paint(pad_right(line.label, left_width + kGap), Colour::bold) +
           ink_.paint(line.right, Colour::dim);
}

std::string Listing::to_text() const {
    const Layout layout = this->layout();
    std::string text;
    std::vector<std::string> headers;
    for (const ListingColumn& column : columns_) headers.push_back(column.header);
    const std::string header =
        std::string(kIndent + kGap + layout.label, ' ') + cells_text(layout, bar_header_, headers);
    if (std::any_of(lines_.begin(), lines_.end(),
                    [](const Line& line) { return line.kind == Line::Kind::row; })) {
        text = ink_.paint(without_trailing_blanks(header), Colour::dim) + "\n";
    }
    for (const Line& line : lines_) {
        switch (line.kind) {
            case Line::Kind::row:
                text += without_trailing_blanks(row_text(layout, line));
                break;
            case Line::Kind::heading:
                text += heading_text(line);
                break;
            case Line::Kind::note:
                text += "  " + ink_.paint(line.label, Colour::dim);
                break;
        }
        text += "\n";
    }
    return text;
}

}  // namespace tapestry
