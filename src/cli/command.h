// SPDX-License-Identifier: Apache-2.0
// One command of the tool: its options, and what it does.
#pragma once

#include <functional>
#include <vector>

#include "base/diagnostics.h"
#include "base/exit_status.h"
#include "jobs/options/options.h"

namespace tapestry {

using Action = std::function<int(Diagnostics&)>;

// A command that a program of ours carries out.
struct DeclaredCommand {
    const char* name;                // of two words for a part of a command, such as "predict size"
    Action (*declare)(OptionList&);  // adds the options; the action runs once they are parsed
};
using DeclaredCommands = std::vector<DeclaredCommand>;

Action declare_profile(OptionList& app);
Action declare_scan(OptionList& app);
Action declare_weave(OptionList& app);
Action declare_run(OptionList& app);
Action declare_import(OptionList& app);
Action declare_import_reading(OptionList& app);
Action declare_report(OptionList& app);
Action declare_report_reanalyse(OptionList& app);
Action declare_report_live(OptionList& app);
Action declare_report_tests(OptionList& app);
Action declare_query(OptionList& app);
Action declare_compare(OptionList& app);
Action declare_predict(OptionList& app);
Action declare_predict_size(OptionList& app);
Action declare_predict_sweep(OptionList& app);
Action declare_tune(OptionList& app);
Action declare_check(OptionList& app);
Action declare_history(OptionList& app);
Action declare_history_add(OptionList& app);
Action declare_export(OptionList& app);
Action declare_waves(OptionList& app);
Action declare_cost(OptionList& app);
Action declare_prove(OptionList& app);
Action declare_hls(OptionList& app);
Action declare_hls_profile(OptionList& app);
Action declare_doctor(OptionList& app);
Action declare_record(OptionList& app);
Action declare_import_recordings(OptionList& app);
Action declare_cc(OptionList& app);
Action declare_lsp(OptionList& app);

}  // namespace tapestry
