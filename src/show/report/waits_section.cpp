// SPDX-License-Identifier: Apache-2.0
// Waits of threads for other threads: how long, where, and for which thread.
#include <algorithm>
#include <filesystem>

#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

// "wait_at_barrier" -> "barrier".
std::string words_of(const std::string& pattern) {
    std::string words = pattern;
    for (const std::string_view waits : {"wait_at_", "wait_for_"})
        if (words.starts_with(waits)) words.erase(0, waits.size());
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

}  // namespace

Result<std::string> waits_section(Page& page) {
    const Result<Table> count = page.ask("SELECT COUNT(*) FROM host_waits");
    if (!count) return count.failure();
    const std::int64_t all = integer(count->rows[0][0]);
    if (all == 0) return std::string();
    const Result<Table> waits = page.ask(
        "SELECT path, call, cause, pattern, count, wait_ns, source FROM host_waits ORDER BY "
        "wait_ns DESC, path, call, cause, source" +
        limit(page.ink.top()));
    if (!waits) return waits.failure();
    std::string out = section_title(page.ink, "WAITS", all, "longest first");
    for (const Row& row : waits->rows) {
        const std::string line = std::filesystem::path(text(row[6])).filename().string();
        const std::string at = line.empty() ? "" : " at " + page.ink.printable(line);
        out += fmt::format("  {} waited {} in {}{} for {} ({}, {} times)\n",
                           page.ink.printable(text(row[0])), duration(real(row[5])),
                           page.ink.printable(text(row[1])), at, page.ink.printable(text(row[2])),
                           words_of(text(row[3])), thousands(integer(row[4])));
    }
    const auto shown = static_cast<std::int64_t>(waits->rows.size());
    if (all > shown) out += "  " + more_line(all - shown, "waits") + "\n";
    return out;
}

}  // namespace tapestry
