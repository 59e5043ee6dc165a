// SPDX-License-Identifier: Apache-2.0
// A connection to a server, with a limit on how long anything takes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tapestry {

class ServerSocket {
public:
    ServerSocket() = default;
    ServerSocket(const ServerSocket&) = delete;
    ServerSocket& operator=(const ServerSocket&) = delete;
    ~ServerSocket();

    // False, with the reason in why(), when nobody listens there.
    bool open(const std::string& host, const std::string& port);
    bool send(std::string_view bytes);
    // Everything up to the character, without it; or so many bytes.
    std::optional<std::string> receive_until(char end);
    std::optional<std::string> receive(std::size_t size);
    const std::string& why() const { return why_; }

private:
    bool fill();

    int fd_ = -1;
    std::string buffer_;
    std::string why_;
};

}  // namespace tapestry
