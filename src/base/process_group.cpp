// SPDX-License-Identifier: Apache-2.0
#include "base/process_group.h"

#include <cstdlib>
#include <utility>

namespace tapestry {

namespace {

int number_of(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text && *text >= '0' && *text <= '9' ? std::atoi(text) : otherwise;
}

}  // namespace

ProcessGroup process_group() {
    ProcessGroup group;
    if (std::getenv(kAlone)) return group;
    for (const char* name : {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID"}) {
        const char* id = std::getenv(name);
        if (id && group.job == "group") group.job = id;
    }
    for (const auto& [rank, size] : {std::pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
                                     std::pair("PMI_RANK", "PMI_SIZE")}) {
        const int own = number_of(rank, -1), all = number_of(size, 0);
        if (own < 0 || own >= all) continue;
        group.rank = own;
        group.size = all;
        break;
    }
    return group;
}

}  // namespace tapestry
