// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/sweep_area.h"

#include <fmt/format.h>

#include "base/codes/files.h"
#include "base/progress.h"
#include "base/scratch.h"
#include "jobs/stages/project_options.h"
#include "weave/synthesis/cost.h"

namespace tapestry {

Result<std::vector<Area>> areas_of_points(const AreaOptions& options, const std::string& file,
                                          const std::vector<std::vector<std::string>>& values,
                                          Diagnostics& diagnostics) {
    ProjectOptions project_options;
    project_options.project_file = file;
    const Result<Project> project = project_of(project_options, diagnostics);
    Scratch scratch;
    if (!project) return project.failure();
    if (const auto done = is_usable(scratch, diagnostics); !done) return done.failure();
    if (project->top.empty()) {
        return diagnostics.report(
            code::command_line_refused, {},
            fmt::format("--area needs the design's top, and '{}' names none", file), "sweep ");
    }
    Progress progress;
    SourceSet sources = project->sources;
    std::vector<Area> areas;
    for (const std::vector<std::string>& point : values) {
        progress.show(fmt::format("synthesizing point {} of {}", areas.size() + 1, values.size()));
        // Those of the project are the testbench's.
        sources.parameters.clear();
        for (std::size_t i = 0; i < point.size(); ++i)
            sources.parameters.emplace_back(options.parameters[i], point[i]);
        const Result<Area> area = area_of(sources, project->top, options.family, scratch.path(),
                                          fmt::format("point_{}", areas.size()), diagnostics);
        if (!area) return area.failure();
        areas.push_back(*area);
    }
    progress.clear();
    return areas;
}

}  // namespace tapestry
