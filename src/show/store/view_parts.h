// SPDX-License-Identifier: Apache-2.0
// What the files of views share: pieces of SQL, columns that many views have, the views themselves.
#pragma once

#include <string>

#include "model/tap_form.h"
#include "show/store/views.h"

namespace tapestry {

inline constexpr ColumnType kIndex = ColumnType::index, kCount = ColumnType::count,
                            kMaybeCount = ColumnType::maybe_count, kReal = ColumnType::real,
                            kText = ColumnType::text, kMaybeText = ColumnType::maybe_text;

// The number of a tap that goes by that word of the list of measures.
std::string number_of(const std::string& tap, const std::string& word);
std::string number(const std::string& word);
// a / b as a fraction; NULL when there is nothing to divide by.
std::string ratio(const std::string& a, const std::string& b);
// The value, unless `count` is 0: the least of nothing is not 0.
std::string unless_none(const std::string& value, const std::string& count);

// Cycles of the tap's clock as time, and an edge of it in the run's time base; NULL where the rate
// of the clock is not known.
std::string time_ns(const std::string& cycles);
std::string time_of_edge(const std::string& edge);

// FROM clauses: the taps of a kind that left a record, and the rows of a table that belong to taps
// of a kind. Calls and queues that time a bus are in `buses`: they are none of the design.
std::string taps_of(TapKind kind);
std::string rows_of(const std::string& table, TapKind kind);

ViewColumn tap_column();
ViewColumn path_column();
ViewColumn quality_column(const std::string& sql = "t.quality");
// Of the tap `t`, as all columns here.
ViewColumn observed_time_column();
ViewColumn source_column(const std::string& sql = "t.source");

// A view with a row for each tap of a kind: what describes the tap, its measures in their order,
// what follows from them. A column of `others` that has the name of a measure stands for it.
View view_of_taps(const std::string& name, const std::string& meaning, TapKind kind,
                  std::vector<ViewColumn> about, std::vector<ViewColumn> others);

View run_view();
View clocks_view();
View places_view();
View taps_view();
View blocks_view();
View dependencies_view();
View states_view();
View transitions_view();
View channels_view();
View burst_histogram_view();
View queues_view();
View queue_histogram_view();
View calls_view();
View latency_histogram_view();
View buses_view();
View bus_latency_view();
View bus_outstanding_view();
View events_view();
View value_totals_view();
View value_histogram_view();
View sums_view();
View traces_view();
View trace_view();
View assertions_view();
View threads_view();
View numbers_view();
View frames_view();
View host_states_view();
View host_sites_view();
View messages_view();
View host_waits_view();
View imbalance_view();
View host_events_view();
View groups_view();
View levels_view();
View markov_view();
View loops_view();
View bottlenecks_view();
View pressure_view();
View victims_view();
View frame_bottlenecks_view();
View deadlocks_view();
View advice_view();
View experiments_view();
View diagnostics_view();

}  // namespace tapestry
