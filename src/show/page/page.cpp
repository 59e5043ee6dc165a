// SPDX-License-Identifier: Apache-2.0
#include "show/page/page.h"

#include "base/check.h"
#include "show/page/template.h"

namespace tapestry {

namespace {

constexpr std::string_view kDataPlace = "TAPESTRY_DATA";

// In JSON these characters occur only inside strings, where a \u escape is equivalent. `<` could
// end the element; U+2028 and U+2029 are line terminators to older script parsers.
std::string without_markup(const std::string& json) {
    std::string out;
    out.reserve(json.size() + json.size() / 64);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string_view rest = std::string_view(json).substr(i, 3);
        if (rest[0] == '<') {
            out += "\\u003c";
        } else if (rest[0] == '>') {
            out += "\\u003e";
        } else if (rest[0] == '&') {
            out += "\\u0026";
        } else if (rest == "\xe2\x80\xa8" || rest == "\xe2\x80\xa9") {
            out += rest[2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            out += rest[0];
        }
    }
    return out;
}

}  // namespace

std::string page_json(const std::vector<std::string>& runs, bool live,
                      const std::string& comparison) {
    std::string json = R"({"schema":"tapestry.page/1","live":)";
    json += live ? "true" : "false";
    json += ",\"runs\":[";
    for (std::size_t i = 0; i < runs.size(); ++i) json.append(i ? "," : "").append(runs[i]);
    json += "],\"comparison\":";
    return json + (comparison.empty() ? "null" : comparison) + "}";
}

std::string html_page(const std::string& json) {
    const std::string& page = page_template();
    const std::size_t at = page.find(kDataPlace);
    CHECK(at != std::string::npos);
    return page.substr(0, at) + without_markup(json) + page.substr(at + kDataPlace.size());
}

std::string served_page() { return html_page("null"); }

std::string page_policy() {
    constexpr std::string_view kStart = "http-equiv=\"Content-Security-Policy\" content=\"";
    const std::string& page = page_template();
    const std::size_t at = page.find(kStart);
    CHECK(at != std::string::npos);
    const std::size_t begin = at + kStart.size();
    return page.substr(begin, page.find('"', begin) - begin) + "; frame-ancestors 'none'";
}

}  // namespace tapestry
