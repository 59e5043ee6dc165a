// SPDX-License-Identifier: Apache-2.0
#include "jobs/simulation/flow_settings.h"

#include <nlohmann/json.hpp>

#include "base/codes/files.h"
#include "base/file.h"

namespace tapestry {

using Json = nlohmann::ordered_json;

std::string to_json(const FlowSettings& settings) {
    const ProjectOptions& project = settings.project;
    return Json{{"programs", settings.programs},
                {"builds", settings.builds},
                {"readings", settings.readings},
                {"start", settings.start},
                {"frame", settings.frame},
                {"project", project.project_file},
                {"top", project.top},
                {"verilator", project.verilator},
                {"include", project.include},
                {"exclude", project.exclude},
                {"facts", project.facts},
                {"trace", project.trace},
                {"record", project.record}}
        .dump(2);
}

Result<FlowSettings> flow_settings_from(const std::filesystem::path& file,
                                        Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(file, diagnostics);
    if (!text) return text.failure();
    try {
        const Json json = Json::parse(*text);
        FlowSettings settings;
        json.at("programs").get_to(settings.programs);
        json.at("builds").get_to(settings.builds);
        json.at("readings").get_to(settings.readings);
        json.at("start").get_to(settings.start);
        json.at("frame").get_to(settings.frame);
        ProjectOptions& project = settings.project;
        json.at("project").get_to(project.project_file);
        json.at("top").get_to(project.top);
        json.at("verilator").get_to(project.verilator);
        json.at("include").get_to(project.include);
        json.at("exclude").get_to(project.exclude);
        json.at("facts").get_to(project.facts);
        json.at("trace").get_to(project.trace);
        json.at("record").get_to(project.record);
        return settings;
    } catch (const Json::exception&) {
        return diagnostics.report(code::file_missing, {}, file.string(), "it is no file of a flow");
    }
}

}  // namespace tapestry
