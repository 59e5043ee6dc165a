// SPDX-License-Identifier: Apache-2.0
#include "show/serve/connection.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace tapestry {

namespace {

constexpr std::chrono::seconds kTimeToAsk{5};
constexpr std::chrono::seconds kTimeToTake{30};  // an answer of hundreds of megabytes, on loopback
constexpr std::size_t kMostBytesOfARequest = 16 << 10;

const char* words_of(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 304:
            return "Not Modified";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 416:
            return "Range Not Satisfiable";
        case 431:
            return "Request Header Fields Too Large";
        case 503:
            return "Service Unavailable";
        default:
            return "Bad Request";
    }
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

ServedConnection::ServedConnection(int socket)
    : socket_(socket), deadline_(Clock::now() + kTimeToAsk) {}

ServedConnection::~ServedConnection() {
    if (socket_ >= 0) close(socket_);
}

ServedConnection::ServedConnection(ServedConnection&& other) noexcept { *this = std::move(other); }

ServedConnection& ServedConnection::operator=(ServedConnection&& other) noexcept {
    std::swap(socket_, other.socket_);
    ended_ = other.ended_;
    is_waiting_ = other.is_waiting_;
    in_ = std::move(other.in_);
    head_ = std::move(other.head_);
    body_ = std::move(other.body_);
    sent_ = other.sent_;
    deadline_ = other.deadline_;
    return *this;
}

bool ServedConnection::read() {
    char part[4096];
    const ssize_t n = recv(socket_, part, sizeof part, 0);
    if (n == 0 || (n < 0 && !would_block())) ended_ = true;
    if (n <= 0) return false;
    in_.append(part, static_cast<std::size_t>(n));
    const std::size_t end = in_.find("\r\n\r\n");
    if (end != std::string::npos && end < kMostBytesOfARequest) {
        in_.resize(end + 4);
        return true;
    }
    if (in_.size() < kMostBytesOfARequest) return false;
    in_.clear();
    return true;
}

void ServedConnection::wait(std::chrono::seconds most) {
    is_waiting_ = true;
    deadline_ = Clock::now() + most;
}

void ServedConnection::answer(const PageAnswer& answer, const std::string& common) {
    is_waiting_ = false;
    head_ = fmt::format("HTTP/1.1 {} {}\r\n{}{}", answer.status, words_of(answer.status), common,
                        answer.head);
    if (answer.body) head_ += fmt::format("Content-Length: {}\r\n", answer.body->size());
    head_ += "Connection: close\r\n\r\n";
    if (!answer.only_head) body_ = answer.body;
    deadline_ = Clock::now() + kTimeToTake;
    send_more();
}

short ServedConnection::events() const { return sent_ < size() ? POLLOUT : POLLIN; }

void ServedConnection::go_on() {
    if (sent_ < size())
        send_more();
    else
        drain();
}

void ServedConnection::send_more() {
    while (sent_ < size()) {
        const bool in_head = sent_ < head_.size();
        const std::string& from = in_head ? head_ : *body_;
        const std::size_t at = in_head ? sent_ : sent_ - head_.size();
        const ssize_t n = send(socket_, from.data() + at, from.size() - at, MSG_NOSIGNAL);
        if (n < 0 && !would_block()) ended_ = true;
        if (n <= 0) return;
        sent_ += static_cast<std::size_t>(n);
    }
    shutdown(socket_, SHUT_WR);
}

// Closing while the client still sends would reset the connection before it has read the answer.
void ServedConnection::drain() {
    char rest[4096];
    const ssize_t n = recv(socket_, rest, sizeof rest, 0);
    if (n == 0 || (n < 0 && !would_block())) ended_ = true;
}

}  // namespace tapestry
