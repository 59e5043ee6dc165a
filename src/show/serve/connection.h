// SPDX-License-Identifier: Apache-2.0
// One connection: the part of the request received so far, and the part of the answer sent so far.
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace tapestry {

struct PageAnswer {
    int status = 200;
    std::string head;  // header lines specific to this answer
    std::shared_ptr<const std::string> body;
    bool only_head = false;
};

class ServedConnection {
public:
    using Clock = std::chrono::steady_clock;

    explicit ServedConnection(int socket);  // takes ownership
    ~ServedConnection();
    ServedConnection(ServedConnection&& other) noexcept;
    ServedConnection& operator=(ServedConnection&& other) noexcept;
    ServedConnection(const ServedConnection&) = delete;

    int socket() const { return socket_; }
    bool is_asking() const { return head_.empty() && !is_waiting_; }
    bool is_waiting() const { return is_waiting_; }  // for a prediction
    short events() const;                            // for poll()
    bool is_over(Clock::time_point now) const { return ended_ || now >= deadline_; }
    Clock::time_point deadline() const { return deadline_; }

    // Receives what has arrived. True when the request is complete: request() is then its head, or
    // empty if it was too long.
    bool read();
    const std::string& request() const { return in_; }
    void wait(std::chrono::seconds most);  // answer() is called before this time is up
    void answer(const PageAnswer& answer, const std::string& common);
    void go_on();  // sends more of the answer, or notices that the client has closed

private:
    std::size_t size() const { return head_.size() + (body_ ? body_->size() : 0); }
    void send_more();
    void drain();

    int socket_ = -1;
    bool ended_ = false;
    bool is_waiting_ = false;
    std::string in_;
    std::string head_;
    std::shared_ptr<const std::string> body_;
    std::size_t sent_ = 0;  // bytes of head and body
    Clock::time_point deadline_;
};

}  // namespace tapestry
