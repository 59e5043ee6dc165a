// SPDX-License-Identifier: Apache-2.0
// What a client asks: the head of an HTTP request. Bodies are not read; nothing here takes one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tapestry {

struct PageRequest {
    std::string method;
    std::string target;
    std::vector<std::pair<std::string, std::string>> headers;  // names in lower case

    std::size_t count(std::string_view name) const;
    std::string first(std::string_view name) const;  // "" when there is none
};

// `head` up to and with the empty line; nothing when it is no request.
std::optional<PageRequest> request_of(std::string_view head);

}  // namespace tapestry
