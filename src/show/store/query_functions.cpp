// SPDX-License-Identifier: Apache-2.0
#include "show/store/query_functions.h"

#include <sqlite3.h>

#include <algorithm>
#include <string>

#include "base/path_name.h"
#include "model/run.h"
#include "show/store/sqlite.h"

namespace tapestry {

namespace {

bool any_null(int count, sqlite3_value** values) {
    return std::any_of(values, values + count,
                       [](sqlite3_value* v) { return sqlite3_value_type(v) == SQLITE_NULL; });
}

std::string_view text_of(sqlite3_value* value) {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)))
                 : std::string_view();
}

void give_text(sqlite3_context* context, std::string_view text) {
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Every function of NULL is NULL: an unknown value must not become 0 or "".
using Body = void (*)(sqlite3_context*, sqlite3_value**);
template <Body body>
void unless_null(sqlite3_context* context, int count, sqlite3_value** values) {
    if (any_null(count, values)) return sqlite3_result_null(context);
    body(context, values);
}

void share(sqlite3_context* context, sqlite3_value** values) {
    const double whole = sqlite3_value_double(values[1]);
    if (whole == 0) return sqlite3_result_null(context);
    sqlite3_result_double(context, sqlite3_value_double(values[0]) / whole);
}

void under(sqlite3_context* context, sqlite3_value** values) {
    sqlite3_result_int(context, is_under(text_of(values[0]), text_of(values[1])));
}

void matches_pattern(sqlite3_context* context, sqlite3_value** values) {
    sqlite3_result_int(context, matches(text_of(values[1]), text_of(values[0])));
}

void leaf(sqlite3_context* context, sqlite3_value** values) {
    give_text(context, last_part(text_of(values[0])));
}

void parent(sqlite3_context* context, sqlite3_value** values) {
    give_text(context, parent_path(text_of(values[0])));
}

void seconds(sqlite3_context* context, sqlite3_value** values) {
    const double megahertz = sqlite3_value_double(values[1]);
    if (megahertz <= 0) return sqlite3_result_null(context);
    sqlite3_result_double(context, sqlite3_value_double(values[0]) / (megahertz * 1e6));
}

// An unknown word counts as the worst quality: it comes from an untrusted file.
Quality quality_or_worst(std::string_view word) {
    for (const Quality q :
         {Quality::exact, Quality::tried, Quality::lower_bound, Quality::estimated}) {
        if (to_word(q) == word) return q;
    }
    return Quality::invalid;
}

// The state of an aggregate; SQLite allocates it filled with zeros.
struct Worst {
    bool any;
    Quality quality;
};

void worst_step(sqlite3_context* context, int, sqlite3_value** values) {
    auto* worst = static_cast<Worst*>(sqlite3_aggregate_context(context, sizeof(Worst)));
    if (!worst || sqlite3_value_type(values[0]) == SQLITE_NULL) return;
    worst->any = true;
    worst->quality = std::max(worst->quality, quality_or_worst(text_of(values[0])));
}

void worst_end(sqlite3_context* context) {
    const auto* worst = static_cast<Worst*>(sqlite3_aggregate_context(context, 0));
    if (!worst || !worst->any) return sqlite3_result_null(context);
    give_text(context, to_word(worst->quality));
}

using Function = void (*)(sqlite3_context*, int, sqlite3_value**);

struct FunctionRow {
    QueryFunction manual;
    int arguments;
    Function function;
    Function step = nullptr;
    void (*end)(sqlite3_context*) = nullptr;
};

constexpr FunctionRow kFunctions[] = {
    {{"share", "part, whole",
      "part / whole as a fraction; NULL when there is nothing to divide by"},
     2,
     unless_null<share>},
    {{"under", "path, prefix",
      "1 when `path` is `prefix` or lies below it: `top.u_a.b` and `top.u_a[3]` are under "
      "`top.u_a`, `top.u_ab` is not"},
     2,
     unless_null<under>},
    {{"matches", "path, pattern", "1 when they match; `*` stands for any characters"},
     2,
     unless_null<matches_pattern>},
    {{"leaf", "path", "the last part of a path"}, 1, unless_null<leaf>},
    {{"parent", "path", "what stands before the last part"}, 1, unless_null<parent>},
    {{"seconds", "cycles, mhz", "how long they last at a clock of that many megahertz"},
     2,
     unless_null<seconds>},
    {{"worst", "quality",
      "aggregate: the worst quality of a group, for `SELECT sum(cycles), worst(quality) …`"},
     1,
     nullptr,
     worst_step,
     worst_end},
};

}  // namespace

std::vector<QueryFunction> query_functions() {
    std::vector<QueryFunction> all;
    for (const FunctionRow& row : kFunctions) all.push_back(row.manual);
    return all;
}

void add_query_functions(Database& db) {
    if (!db.good()) return;
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    for (const FunctionRow& row : kFunctions) {
        const int status = sqlite3_create_function_v2(
            db.handle(), std::string(row.manual.name).c_str(), row.arguments, kFlags, nullptr,
            row.function, row.step, row.end, nullptr);
        if (status != SQLITE_OK) db.fail_with(status);
    }
}

}  // namespace tapestry
