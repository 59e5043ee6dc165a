// SPDX-License-Identifier: Apache-2.0
// SQL fragments and columns that several views use, and the declarations of all views.
#pragma once

#include <string>

#include "model/tap_form.h"
#include "show/store/views.h"

namespace tapestry {

inline constexpr ColumnType kIndex = ColumnType::index, kCount = ColumnType::count,
                            kMaybeCount = ColumnType::maybe_count, kReal = ColumnType::real,
                            kText = ColumnType::text, kMaybeText = ColumnType::maybe_text;

// The value of the measure `word` of a tap.
std::string number_of(const std::string& tap, const std::string& word);
std::string number(const std::string& word);
// a / b as a fraction; NULL if b is 0.
std::string ratio(const std::string& a, const std::string& b);
// The value, or NULL if `count` is 0: the minimum of no samples is not 0.
std::string unless_none(const std::string& value, const std::string& count);

// Cycles of the tap's clock as nanoseconds, and the time of one of its edges in the time base of
// the run; NULL if the rate of the clock is unknown.
std::string time_ns(const std::string& cycles);
std::string time_of_edge(const std::string& edge);

// FROM clauses: the taps of a kind that left a record, and the rows of a table that belong to taps
// of a kind. Calls and queues that measure a bus are left out: they appear in `buses`.
std::string taps_of(TapKind kind);
std::string rows_of(const std::string& table, TapKind kind);

ViewColumn tap_column();
ViewColumn path_column();
ViewColumn quality_column(const std::string& sql = "t.quality");
// Like all columns here, of the tap `t`.
ViewColumn observed_time_column();
ViewColumn source_column(const std::string& sql = "t.source");

// A view with a row for each tap of a kind: the columns `about` that describe the tap, its measures
// in their order, and `others` derived from them. A column of `others` with the name of a measure
// replaces it.
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
View host_counts_view();
View call_paths_view();
View call_devices_view();
View host_visits_view();
View collectives_view();
View communication_view();
View messages_view();
View host_waits_view();
View imbalance_view();
View host_events_view();
View groups_view();
View levels_view();
View markov_view();
View loops_view();
View phases_view();
View phase_frames_view();
View bottlenecks_view();
View pressure_view();
View victims_view();
View frame_bottlenecks_view();
View deadlocks_view();
View advice_view();
View experiments_view();
View diagnostics_view();

}  // namespace tapestry
