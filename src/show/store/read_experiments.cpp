// SPDX-License-Identifier: Apache-2.0
#include "show/store/read_experiments.h"

#include "show/store/sqlite.h"

namespace tapestry {

const char* read_experiments(Database& db, std::vector<Experiment>& experiments) {
    constexpr const char* kNone = "an experiment in it is none";
    constexpr std::int64_t kMostFactor = 1 << 20;
    Statement row(db,
                  "SELECT path, state, kind, factor, cycles, saving, status, reason FROM "
                  "raw_experiments ORDER BY experiment");
    while (row.next()) {
        const auto status = experiment_status_of(row.text(6));
        const auto kind = experiment_kind_of(row.text(2));
        const std::int64_t factor = row.integer(3);
        if (!status || !kind || factor < 2 || factor > kMostFactor) return kNone;
        Experiment e;
        e.path = row.text(0);
        e.state = row.text(1);
        e.kind = *kind;
        if (e.kind == ExperimentKind::pair) e.parts = parts_of(e.path);
        e.factor = static_cast<unsigned>(factor);
        e.status = *status;
        e.reason = row.text(7);
        if (e.status == ExperimentStatus::tried) {
            if (row.integer(4) < 0 || row.is_null(5)) return kNone;
            e.cycles = static_cast<std::uint64_t>(row.integer(4));
            e.saving = row.real(5);
        }
        experiments.push_back(std::move(e));
    }
    return nullptr;
}

}  // namespace tapestry
