// SPDX-License-Identifier: Apache-2.0
#include "show/serve/request.h"

#include <algorithm>
#include <cctype>

#include "base/letter_case.h"
#include "base/text.h"

namespace tapestry {

namespace {

std::string_view next_line(std::string_view& rest) {
    const std::size_t end = rest.find("\r\n");
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
    return line;
}

}  // namespace

std::size_t PageRequest::count(std::string_view name) const {
    return static_cast<std::size_t>(std::count_if(
        headers.begin(), headers.end(), [&](const auto& header) { return header.first == name; }));
}

std::string PageRequest::first(std::string_view name) const {
    for (const auto& [key, value] : headers) {
        if (key == name) return value;
    }
    return {};
}

std::optional<PageRequest> request_of(std::string_view head) {
    PageRequest request;
    const std::string_view line = next_line(head);
    const std::size_t one = line.find(' ');
    const std::size_t two = one == std::string_view::npos ? one : line.find(' ', one + 1);
    if (two == std::string_view::npos) return std::nullopt;
    const std::string_view version = line.substr(two + 1);
    if (version != "HTTP/1.1" && version != "HTTP/1.0") return std::nullopt;
    request.method = line.substr(0, one);
    request.target = line.substr(one + 1, two - one - 1);
    while (!head.empty()) {
        const std::string_view header = next_line(head);
        if (header.empty()) break;
        const std::size_t colon = header.find(':');
        if (colon == std::string_view::npos || colon == 0) return std::nullopt;
        request.headers.emplace_back(in_lower_case(header.substr(0, colon)),
                                     trimmed(header.substr(colon + 1)));
    }
    return request;
}

}  // namespace tapestry
