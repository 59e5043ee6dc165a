// SPDX-License-Identifier: Apache-2.0
#include "run/board/server_socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace tapestry {

namespace {

constexpr int kServerPatience = 20'000;  // milliseconds: a scan may be long on a slow cable
constexpr std::size_t kMostAnswer = std::size_t{1} << 22;

}  // namespace

ServerSocket::~ServerSocket() {
    if (fd_ >= 0) close(fd_);
}

bool ServerSocket::open(const std::string& host, const std::string& port) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int status = getaddrinfo(host.c_str(), port.c_str(), &wanted, &found);
    if (status != 0) {
        why_ = gai_strerror(status);
        return false;
    }
    for (const addrinfo* at = found; at && fd_ < 0; at = at->ai_next) {
        const int fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
        if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) == 0) {
            fd_ = fd;
            continue;
        }
        why_ = std::strerror(errno);
        if (fd >= 0) close(fd);
    }
    freeaddrinfo(found);
    if (fd_ < 0) return false;
    const int at_once = 1;
    setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    return true;
}

bool ServerSocket::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) {
            why_ = std::strerror(errno);
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool ServerSocket::fill() {
    pollfd wait{fd_, POLLIN, 0};
    const int ready = poll(&wait, 1, kServerPatience);
    if (ready < 0 && errno == EINTR) return true;
    if (ready == 0) why_ = "it says nothing any more";
    if (ready <= 0) return false;
    std::array<char, 65536> bytes;
    const ssize_t got = recv(fd_, bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) return true;
    if (got > 0) buffer_.append(bytes.data(), static_cast<std::size_t>(got));
    if (got <= 0) why_ = got == 0 ? "it closed the connection" : std::strerror(errno);
    return got > 0;
}

std::optional<std::string> ServerSocket::receive_until(char end) {
    std::size_t at = 0;
    while ((at = buffer_.find(end)) == std::string::npos) {
        if (!fill()) return std::nullopt;
        if (buffer_.size() > kMostAnswer) {
            why_ = "its answer has no end";
            return std::nullopt;
        }
    }
    std::string text = buffer_.substr(0, at);
    buffer_.erase(0, at + 1);
    return text;
}

std::optional<std::string> ServerSocket::receive(std::size_t size) {
    while (buffer_.size() < size)
        if (!fill()) return std::nullopt;
    std::string bytes = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return bytes;
}

}  // namespace tapestry
