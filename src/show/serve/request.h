// SPDX-License-Identifier: Apache-2.0
// The head of an HTTP request. Bodies are not read, since no address of this server takes one.
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
    std::string first(std::string_view name) const;  // "" if absent
};

// `head` includes the empty line that ends it. nullopt if it is not an HTTP request.
std::optional<PageRequest> request_of(std::string_view head);

}  // namespace tapestry
