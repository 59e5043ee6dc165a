// SPDX-License-Identifier: Apache-2.0
#include "show/serve/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/codes/files.h"
#include "show/serve/connection.h"
#include "show/serve/predictions.h"
#include "show/serve/request.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostConnections = 64;
constexpr std::string_view kWhatIf = "/what-if?";
constexpr std::chrono::seconds kTimeToPredict{10};
constexpr const char* kJson = "Content-Type: application/json\r\n";
constexpr const char* kText = "Content-Type: text/plain; charset=utf-8\r\n";
constexpr const char* kHtml = "Content-Type: text/html; charset=utf-8\r\n";

PageAnswer refusal(int status, const char* why) {
    return {status, kText, std::make_shared<const std::string>(why), false};
}

}  // namespace

struct PageServer::Parts {
    explicit Parts(WhatIfAnswers what_if) : predictions(std::move(what_if)) {}

    std::shared_ptr<const std::string> page;
    std::string common;  // header lines of every answer
    std::function<ServedData()> data_now;
    Predictions predictions;
    int socket = -1;
    int wake[2] = {-1, -1};  // a pipe; a byte in it means stop
    int port = 0;
    std::vector<ServedConnection> connections;

    ~Parts() {
        for (const int file : {socket, wake[0], wake[1]}) {
            if (file >= 0) close(file);
        }
    }

    // A foreign Host reveals DNS rebinding: a site whose name now resolves to 127.0.0.1. A foreign
    // Origin reveals a request made by another site.
    bool is_from_the_page(const PageRequest& request) const {
        const std::string host = request.first("host");
        const bool here =
            host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
        if (request.count("host") != 1 || !here) return false;
        return request.count("origin") == 0 ||
               (request.count("origin") == 1 && request.first("origin") == "http://" + host);
    }

    PageAnswer data_for(const PageRequest& request) const {
        const ServedData data = data_now();
        if (!data.good) return {503, kText, data.text, false};
        const std::string tag = "ETag: " + data.tag + "\r\n";
        if (request.first("if-none-match") == data.tag) return {304, tag, nullptr, false};
        return {200, kJson + tag, data.text, false};
    }

    PageAnswer found(const PageRequest& request) const {
        if (request.target == "/") return {200, kHtml, page, false};
        if (request.target == "/data") return data_for(request);
        return refusal(404, "There is no such page.\n");
    }

    // The refusal, or nullopt if the request is to be answered.
    std::optional<PageAnswer> refused(const PageRequest& request) const {
        const bool get = request.method == "GET" || request.method == "HEAD";
        if (!get) return refusal(405, "Only the page itself is answered here.\n");
        if (!is_from_the_page(request))
            return refusal(403, "Only the page itself is answered here.\n");
        // A single range is answered with the whole, as HTTP allows. Several could ask for more
        // bytes than the whole, and are refused.
        if (request.count("range") > 1 || request.first("range").find(',') != std::string::npos)
            return refusal(416, "Parts are not served.\n");
        return std::nullopt;
    }

    // Answers at once, unless the answer has to be predicted.
    void respond(ServedConnection& connection) {
        const std::string& head = connection.request();
        const std::optional<PageRequest> request = request_of(head);
        if (head.empty() || !request) {
            connection.answer(head.empty() ? refusal(431, "The request is too long.\n")
                                           : refusal(400, "This is no request.\n"),
                              common);
            return;
        }
        const bool only_head = request->method == "HEAD";
        std::optional<PageAnswer> answer = refused(*request);
        const bool predicted = predictions.can_answer() && request->target.starts_with(kWhatIf);
        if (!answer && predicted) {
            connection.wait(kTimeToPredict);
            predictions.ask(connection.socket(), request->target.substr(kWhatIf.size()), only_head);
            return;
        }
        if (!answer) answer = found(*request);
        answer->only_head = only_head;
        connection.answer(*answer, common);
    }

    void answer_predicted() {
        for (const PredictedAnswer& predicted : predictions.ready()) {
            const auto client =
                std::find_if(connections.begin(), connections.end(),
                             [&](const auto& c) { return c.socket() == predicted.client; });
            if (client == connections.end()) continue;
            const bool good = predicted.data.good;
            client->answer(
                {good ? 200 : 400, good ? kJson : kText, predicted.data.text, predicted.only_head},
                common);
        }
        // A client that has waited too long gets an error, and its query is cancelled.
        for (ServedConnection& connection : connections) {
            if (!connection.is_waiting() || ServedConnection::Clock::now() < connection.deadline())
                continue;
            predictions.forget(connection.socket());
            connection.answer(
                refusal(503, "That would take more than 10 s: ask for fewer points.\n"), common);
        }
    }

    void remove(const std::function<bool(const ServedConnection&)>& which) {
        for (const ServedConnection& c : connections)
            if (which(c) && c.is_waiting()) predictions.forget(c.socket());
        std::erase_if(connections, which);
    }

    // A new client is always accepted. If there are too many, one is dropped: the client whose
    // incomplete request is the oldest, or else the one with the earliest deadline.
    void let_in() {
        const int client = accept4(socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (client < 0) return;
        if (connections.size() >= kMostConnections) {
            const auto worst = std::min_element(connections.begin(), connections.end(),
                                                [](const auto& a, const auto& b) {
                                                    return std::pair(!a.is_asking(), a.deadline()) <
                                                           std::pair(!b.is_asking(), b.deadline());
                                                });
            remove([socket = worst->socket()](const auto& c) { return c.socket() == socket; });
        }
        connections.emplace_back(client);
    }

    void serve(ServedConnection& connection) {
        if (!connection.is_asking())
            connection.go_on();
        else if (connection.read())
            respond(connection);
    }

    std::vector<pollfd> waited_for() const {
        std::vector<pollfd> files = {{wake[0], POLLIN, 0}, {socket, POLLIN, 0}};
        for (const ServedConnection& c : connections) files.push_back({c.socket(), c.events(), 0});
        predictions.add_files(files);
        return files;
    }

    int milliseconds_to_wait() const {
        auto left = std::chrono::milliseconds(60'000);
        for (const ServedConnection& c : connections)
            left = std::min(left, std::chrono::ceil<std::chrono::milliseconds>(
                                      c.deadline() - ServedConnection::Clock::now()));
        return static_cast<int>(std::max<std::int64_t>(0, left.count()));
    }

    void answer_all() {
        for (;;) {
            std::vector<pollfd> files = waited_for();
            if (poll(files.data(), files.size(), milliseconds_to_wait()) < 0 && errno != EINTR)
                return;
            if (files[0].revents != 0) return;
            for (std::size_t i = 0; i < connections.size(); ++i) {
                if (files[i + 2].revents != 0) serve(connections[i]);
            }
            answer_predicted();
            const auto now = ServedConnection::Clock::now();
            remove([now](const ServedConnection& c) { return c.is_over(now); });
            if (files[1].revents != 0) let_in();
        }
    }
};

PageServer::PageServer(std::string page, std::string policy, std::function<ServedData()> data_now,
                       WhatIfAnswers what_if)
    : parts_(std::make_unique<Parts>(std::move(what_if))) {
    parts_->page = std::make_shared<const std::string>(std::move(page));
    parts_->common = fmt::format(
        "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
        "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\nContent-Security-Policy: {}\r\n",
        policy);
    parts_->data_now = std::move(data_now);
}

PageServer::~PageServer() = default;

Result<int> PageServer::bind(int port, Diagnostics& diagnostics) {
    Parts& p = *parts_;
    p.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int yes = 1;
    setsockopt(p.socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_port = htons(static_cast<std::uint16_t>(port));
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    auto* const address = reinterpret_cast<sockaddr*>(&here);
    if (::bind(p.socket, address, size) != 0 || ::listen(p.socket, SOMAXCONN) != 0 ||
        getsockname(p.socket, address, &size) != 0 || pipe2(p.wake, O_CLOEXEC) != 0) {
        return diagnostics.report(code::port_taken, {}, port);
    }
    return p.port = ntohs(here.sin_port);
}

void PageServer::listen() {
    parts_->answer_all();
    parts_->connections.clear();
}

void PageServer::stop() {
    const char byte = 0;
    if (write(parts_->wake[1], &byte, 1) < 0) return;  // the pipe is full: a stop is pending
}

}  // namespace tapestry
