// SPDX-License-Identifier: Apache-2.0
#include "show/report/check_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "show/report/ink.h"

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const CheckRule& rule) {
    return rule.name.empty() ? rule.expression : rule.name;
}

std::size_t count_of(const std::vector<CheckResult>& results, CheckVerdict verdict) {
    return static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(),
                      [&](const CheckResult& r) { return r.verdict == verdict; }));
}

Colour verdict_colour(CheckVerdict verdict) {
    if (verdict == CheckVerdict::passed) return Colour::green;
    return verdict == CheckVerdict::failed ? Colour::red : Colour::yellow;
}

// Text escaped for an attribute. A character that XML 1.0 does not allow becomes '?'.
std::string xml_text(const std::string& text) {
    std::string out;
    for (const char c : Ink(ReportStyle{}).printable(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string junit_case(const CheckResult& r) {
    std::string out =
        fmt::format("    <testcase classname=\"tapestry\" name=\"{}\"", xml_text(name_of(r.rule)));
    if (!r.rule.file.empty()) {
        out += fmt::format(" file=\"{}\" line=\"{}\"", xml_text(r.rule.file), r.rule.line);
    }
    if (r.verdict == CheckVerdict::passed) {
        return out +
               fmt::format(" time=\"0\">\n      <system-out>{}</system-out>\n    </testcase>\n",
                           xml_text(r.sentence));
    }
    const char* element = r.verdict == CheckVerdict::failed ? "failure" : "error";
    return out + fmt::format(
                     " time=\"0\">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n"
                     "    </testcase>\n",
                     element, to_word(r.verdict), xml_text(r.sentence),
                     xml_text(r.rule.expression));
}

}  // namespace

std::string check_text(const std::vector<CheckResult>& results, const ReportStyle& style) {
    const Ink ink(style);
    std::string out;
    for (const CheckResult& r : results) {
        out += fmt::format("{}  {}\n",
                           ink.paint(pad_right(to_word(r.verdict), 9), verdict_colour(r.verdict)),
                           ink.printable(name_of(r.rule)));
        out += "           " + ink.printable(r.sentence) + "\n";
        if (r.is_estimated) out += "           an estimated number is behind this\n";
    }
    return out + fmt::format("{} passed, {} failed, {} undecided\n",
                             count_of(results, CheckVerdict::passed),
                             count_of(results, CheckVerdict::failed),
                             count_of(results, CheckVerdict::undecided));
}

std::string check_json(const std::vector<CheckResult>& results) {
    Json checks = Json::array();
    for (const CheckResult& r : results) {
        checks.push_back({{"name", name_of(r.rule)},
                          {"expr", r.rule.expression},
                          {"verdict", to_word(r.verdict)},
                          {"estimated", r.is_estimated},
                          {"sentence", r.sentence},
                          {"file", r.rule.file},
                          {"line", r.rule.line}});
    }
    const Json out = {{"schema", "tapestry.checks/1"},
                      {"passed", count_of(results, CheckVerdict::passed)},
                      {"failed", count_of(results, CheckVerdict::failed)},
                      {"undecided", count_of(results, CheckVerdict::undecided)},
                      {"checks", checks}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string check_junit(const std::vector<CheckResult>& results, const std::string& run) {
    const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"0\"",
                                           results.size(), count_of(results, CheckVerdict::failed),
                                           count_of(results, CheckVerdict::undecided));
    std::string out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n"
        "  <testsuite name=\"{1}\" {0}>\n",
        counts, xml_text(run));
    for (const CheckResult& r : results) out += junit_case(r);
    return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace tapestry
