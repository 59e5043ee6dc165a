// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "base/codes/files.h"
#include "base/codes/runs.h"
#include "cli/command.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/default_run.h"
#include "show/query/named_queries.h"
#include "show/report/table_text.h"
#include "show/store/row_text.h"
#include "show/store/run_view.h"

namespace tapestry {

namespace {

struct QueryArguments {
    std::vector<std::string> words;  // runs, then the SQL unless the query is a named one
    std::string named;
    bool list = false;
    bool json = false;
    bool csv = false;
    double timeout = 60;
};

int list_queries(bool json) {
    Table table{{"name", "answers", "sql"}, {}};
    for (const NamedQuery& q : named_queries()) {
        table.rows.push_back({std::string(q.name), std::string(q.answers), std::string(q.sql)});
    }
    if (json) {
        const char* separator = "[\n  ";
        for (const Row& row : table.rows) {
            to_output(separator + json_row(table.columns, row));
            separator = ",\n  ";
        }
        to_output("\n]\n");
        return kFine;
    }
    table.columns.pop_back();
    for (Row& row : table.rows) row.pop_back();
    to_output(aligned_text(table, {}));
    return kFine;
}

// CSV and JSON go out row by row; only aligned text has to see all rows first.
Result<Done> answer(const RunView& runs, std::string_view sql, const QueryArguments& o,
                    Diagnostics& diagnostics) {
    std::vector<std::string> columns;
    if (!o.csv && !o.json) {
        const Result<Table> table = runs.query(sql, diagnostics);
        if (!table) return table.failure();
        to_output(aligned_text(*table, {}));
        return Done{};
    }
    bool is_first = true;
    auto take = [&](const Row& row) {
        if (is_first && o.csv) to_output(csv_header(columns));
        if (o.json) to_output(is_first ? "[\n  " : ",\n  ");
        is_first = false;
        to_output(o.csv ? csv_row(row) : json_row(columns, row));
    };
    if (const auto done = runs.for_each_row(sql, columns, take, diagnostics); !done)
        return done.failure();
    if (o.json) to_output(is_first ? "[]\n" : "\n]\n");
    if (is_first && o.csv) to_output(csv_header(columns));
    return Done{};
}

int refuse_query(const std::string& why, Diagnostics& diagnostics) {
    diagnostics.report(code::command_line_refused, {}, why, "query ");
    return kBadInput;
}

// A word without a space is no SQL but a run whose SQL is missing.
bool may_be_sql(const std::string& word) {
    return word.find_first_of(" \t\n") != std::string::npos;
}

int query_command(QueryArguments o, Diagnostics& diagnostics) {
    if (o.list) return list_queries(o.json);
    std::string sql;
    if (const NamedQuery* named = find_named_query(o.named)) {
        sql = named->sql;
    } else if (!o.named.empty()) {
        diagnostics.report(code::query_unknown, {}, o.named);
        return kBadInput;
    } else if (!o.words.empty()) {
        sql = o.words.back();
        o.words.pop_back();
    }
    if (o.words.empty() && o.named.empty() && !may_be_sql(sql))
        return refuse_query("a query needs SQL behind its run files", diagnostics);
    if (!fill_in_run(o.words, diagnostics)) return kBadInput;
    Result<RunView> runs = open_runs(name_runs(o.words), diagnostics);
    if (!runs) return kBadInput;
    runs->limit_time(std::chrono::milliseconds(static_cast<std::int64_t>(o.timeout * 1000)));
    return answer(*runs, sql, o, diagnostics) ? kFine : kBadInput;
}

}  // namespace

Action declare_query(OptionList& app) {
    auto o = std::make_shared<QueryArguments>();
    app.add_option("words", o->words, "Run files (or NAME=FILE; default: out), then one SELECT")
        ->type_name("RUN... SQL");
    app.add_option("--named", o->named, "Run a query of the library instead")->type_name("NAME");
    app.add_flag("--list", o->list, "List the library");
    Option* json = app.add_flag("--json", o->json, "Print JSON: a list of objects");
    app.add_flag("--csv", o->csv, "Print CSV")->excludes(json);
    app.add_option("--timeout", o->timeout, "Seconds a query may take")
        ->check(within(0.001, 1e6))
        ->type_name("S")
        ->capture_default_str();
    return [o](Diagnostics& diagnostics) { return query_command(*o, diagnostics); };
}

}  // namespace tapestry
