// SPDX-License-Identifier: Apache-2.0
#include "show/store/views.h"

#include <fmt/format.h>

#include "show/store/view_parts.h"

namespace tapestry {

const std::vector<View>& views() {
    static const std::vector<View> all = {run_view(),
                                          clocks_view(),
                                          places_view(),
                                          taps_view(),
                                          blocks_view(),
                                          dependencies_view(),
                                          states_view(),
                                          transitions_view(),
                                          channels_view(),
                                          burst_histogram_view(),
                                          queues_view(),
                                          queue_histogram_view(),
                                          calls_view(),
                                          latency_histogram_view(),
                                          buses_view(),
                                          bus_latency_view(),
                                          bus_outstanding_view(),
                                          events_view(),
                                          value_totals_view(),
                                          value_histogram_view(),
                                          sums_view(),
                                          traces_view(),
                                          trace_view(),
                                          assertions_view(),
                                          threads_view(),
                                          numbers_view(),
                                          frames_view(),
                                          host_states_view(),
                                          host_sites_view(),
                                          host_counts_view(),
                                          call_paths_view(),
                                          call_devices_view(),
                                          host_visits_view(),
                                          messages_view(),
                                          communication_view(),
                                          collectives_view(),
                                          host_waits_view(),
                                          imbalance_view(),
                                          host_events_view(),
                                          groups_view(),
                                          levels_view(),
                                          markov_view(),
                                          loops_view(),
                                          phases_view(),
                                          phase_frames_view(),
                                          bottlenecks_view(),
                                          pressure_view(),
                                          victims_view(),
                                          frame_bottlenecks_view(),
                                          deadlocks_view(),
                                          advice_view(),
                                          experiments_view(),
                                          diagnostics_view()};
    return all;
}

std::string select_of(const View& view) {
    std::string columns;
    for (const ViewColumn& c : view.columns) {
        columns += fmt::format("{}{} AS {}", columns.empty() ? "" : ", ", c.sql, c.name);
    }
    return fmt::format("SELECT {} FROM {}", columns, view.from);
}

std::string create_view(const View& view) {
    return fmt::format("CREATE VIEW {} AS {}", view.name, select_of(view));
}

std::string views_markdown() {
    std::string text =
        "# Public views of a run\n\n"
        "A run, `NAME.tapdb`, is a SQLite file; these views are its contract, and tables whose\n"
        "names begin with `raw_` are not. Counts are integers and stop at 2^63-1 (then the\n"
        "quality is `lower_bound`); shares and means are fractions, NULL where there is nothing "
        "to\n"
        "divide. What each number means is defined in [counting.md](counting.md).\n\n"
        "This page is made from `src/model/measures.cpp` and the views in `src/show/store`; a test "
        "keeps them\n"
        "equal.\n";
    for (const View& view : views()) {
        text += fmt::format("\n## {}\n\n{}\n\n| column | meaning |\n|---|---|\n", view.name,
                            view.meaning);
        for (const ViewColumn& c : view.columns) {
            text += fmt::format("| `{}` | {} |\n", c.name, c.meaning);
        }
    }
    return text;
}

}  // namespace tapestry
