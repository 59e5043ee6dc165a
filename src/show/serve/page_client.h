// SPDX-License-Identifier: Apache-2.0
// One client: its request as far as it has come, and its answer as far as it has gone.
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace tapestry {

struct PageAnswer {
    int status = 200;
    std::string head;  // header lines of its own
    std::shared_ptr<const std::string> body;
    bool only_head = false;
};

class ServedConnection {
public:
    using Clock = std::chrono::steady_clock;

    explicit ServedConnection(int socket);  // which it owns
    ~ServedConnection();
    ServedConnection(ServedConnection&& other) noexcept;
    ServedConnection& operator=(ServedConnection&& other) noexcept;
    ServedConnection(const ServedConnection&) = delete;

    int socket() const { return socket_; }
    bool is_asking() const { return head_.empty() && !is_waiting_; }
    bool is_waiting() const { return is_waiting_; }  // for an answer that takes its time
    short events() const;                            // what poll() shall wait for
    bool is_over(Clock::time_point now) const { return ended_ || now >= deadline_; }
    Clock::time_point deadline() const { return deadline_; }

    // Takes what has come. True when the request is complete: request() has its head, or is too
    // long and has none.
    bool read();
    const std::string& request() const { return in_; }
    void wait(std::chrono::seconds most);  // for answer(), which comes by then
    void answer(const PageAnswer& answer, const std::string& common);
    void go_on();  // with the answer, or with waiting

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
    std::size_t sent_ = 0;  // of both
    Clock::time_point deadline_;
};

}  // namespace tapestry
