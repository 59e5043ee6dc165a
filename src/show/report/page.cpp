// SPDX-License-Identifier: Apache-2.0
#include "show/report/page.h"

namespace tapestry {

std::string Page::marked(const Cell& name, const Cell& quality) {
    const std::string mark = ink.quality_mark(text(quality));
    if (!mark.empty()) qualities_seen.insert(text(quality));
    return mark + ink.printable(text(name));
}

std::string limit(int top) { return top > 0 ? fmt::format(" LIMIT {}", top) : ""; }

std::string more_line(std::int64_t count, std::string nouns) {
    if (count == 1) nouns.pop_back();
    return fmt::format("and {} more {} (--rows 0 shows all)", thousands(count), nouns);
}

std::string name_list(const Ink& ink, const std::string& start,
                      const std::vector<std::string>& names, std::int64_t count) {
    std::string line = start;
    const std::string_view more = ", ...";
    std::int64_t shown = 0;
    for (const std::string& name : names) {
        const std::string next = (shown ? ", " : ": ") + ink.printable(name);
        const bool is_last = shown + 1 == count;
        const int end = display_width(line) + display_width(next);
        if (end + (is_last ? 0 : display_width(more)) > ink.width() - 2) break;
        line += next;
        ++shown;
    }
    if (shown > 0 && shown < count) line += more;
    return line;
}

std::string section_title(const Ink& ink, const std::string& title, std::int64_t count,
                          const std::string& order) {
    const std::string left = fmt::format("{}  {}", title, thousands(count));
    std::string line = "\n" + ink.paint(left, Colour::bold);
    const int free = ink.width() - display_width(left);
    if (display_width(order) + 2 <= free) line += ink.paint(pad_left(order, free), Colour::dim);
    return line + "\n";
}

}  // namespace tapestry
