// SPDX-License-Identifier: Apache-2.0
#include "cli/tool.h"

namespace tapestry {

DeclaredCommands first_commands() {
    return {{"profile", declare_profile}, {"scan", declare_scan},       {"report", declare_report},
            {"query", declare_query},     {"compare", declare_compare}, {"doctor", declare_doctor}};
}

}  // namespace tapestry
