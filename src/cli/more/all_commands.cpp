// SPDX-License-Identifier: Apache-2.0
#include "cli/more/all_commands.h"

#include "cli/tool.h"
#include "explain/prediction/advice_bounds.h"
#include "explain/replay/operations_of.h"
#include "jobs/stages/analysed.h"

namespace tapestry {

DeclaredCommands all_commands() {
    DeclaredCommands all = first_commands();
    const DeclaredCommands others = {{"run", declare_run},
                                     {"import", declare_import},
                                     {"import reading", declare_import_reading},
                                     {"import recordings", declare_import_recordings},
                                     {"report live", declare_report_live},
                                     {"report tests", declare_report_tests},
                                     {"report reanalyse", declare_report_reanalyse},
                                     {"check", declare_check},
                                     {"history", declare_history},
                                     {"history add", declare_history_add},
                                     {"export", declare_export},
                                     {"waves", declare_waves},
                                     {"report lsp", declare_lsp},
                                     {"predict", declare_predict},
                                     {"predict size", declare_predict_size},
                                     {"predict sweep", declare_predict_sweep},
                                     {"tune", declare_tune},
                                     {"weave", declare_weave},
                                     {"cost", declare_cost},
                                     {"prove", declare_prove},
                                     {"hls", declare_hls},
                                     {"hls profile", declare_hls_profile},
                                     {"record", declare_record},
                                     {"cc", declare_cc}};
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

void bring_parts() { bring_replay({keep_operations, bound_by_replay}); }

}  // namespace tapestry
