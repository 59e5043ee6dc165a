// SPDX-License-Identifier: Apache-2.0
#include "serve/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace tapestry {

namespace {

constexpr const char* kLoopback = "127.0.0.1";
constexpr int kSecondsToWait = 5;
constexpr std::size_t kMostBytesOfABody = 1024;  // the page sends none

}  // namespace

struct PageServer::Parts {
    std::string page;
    std::string policy;
    std::function<ServedData()> data_now;
    httplib::Server server;
    std::mutex one_at_a_time;
    int port = 0;
    std::atomic<bool> listening = false;
    std::atomic<bool> stopped = false;

    // A name that some site has pointed at 127.0.0.1 stands in Host, and a foreign site in Origin.
    bool is_from_the_page(const httplib::Request& request) const {
        const std::string here = fmt::format("{}:{}", kLoopback, port);
        const std::string named = fmt::format("localhost:{}", port);
        const std::string host = request.get_header_value("Host");
        if (request.get_header_value_count("Host") != 1 || (host != here && host != named))
            return false;
        if (!request.has_header("Origin")) return true;
        return request.get_header_value_count("Origin") == 1 &&
               request.get_header_value("Origin") == "http://" + host;
    }

    void answer_data(const httplib::Request& request, httplib::Response& response) {
        const std::scoped_lock lock(one_at_a_time);
        const ServedData data = data_now();
        if (!data.good) {
            response.status = 503;
            response.set_content(data.text, "text/plain; charset=utf-8");
            return;
        }
        response.set_header("ETag", data.tag);
        if (request.get_header_value("If-None-Match") == data.tag)
            response.status = 304;
        else
            response.set_content(data.text, "application/json");
    }

    void set_up() {
        // Without SO_REUSEPORT, which the library would set: a port has one owner.
        server.set_socket_options([](socket_t socket) {
            const int yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        server.set_read_timeout(kSecondsToWait);
        server.set_write_timeout(kSecondsToWait);
        server.set_keep_alive_timeout(kSecondsToWait);
        server.set_payload_max_length(kMostBytesOfABody);
        server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                                    {"Cache-Control", "no-store"},
                                    {"Referrer-Policy", "no-referrer"},
                                    {"Cross-Origin-Resource-Policy", "same-origin"},
                                    {"Cross-Origin-Opener-Policy", "same-origin"},
                                    {"Content-Security-Policy", policy}});
        server.set_pre_routing_handler([this](const auto& request, auto& response) {
            const bool get = request.method == "GET" || request.method == "HEAD";
            if (get && is_from_the_page(request))
                return httplib::Server::HandlerResponse::Unhandled;
            response.status = get ? 403 : 405;
            response.set_content("Only the page itself is answered here.\n", "text/plain");
            return httplib::Server::HandlerResponse::Handled;
        });
        server.Get("/", [this](const auto&, auto& response) {
            response.set_content(page, "text/html; charset=utf-8");
        });
        server.Get("/data",
                   [this](const auto& request, auto& response) { answer_data(request, response); });
    }
};

PageServer::PageServer(std::string page, std::string policy, std::function<ServedData()> data_now)
    : parts_(std::make_unique<Parts>()) {
    parts_->page = std::move(page);
    parts_->policy = std::move(policy);
    parts_->data_now = std::move(data_now);
    parts_->set_up();
}

PageServer::~PageServer() = default;

Result<int> PageServer::bind(int port, Diagnostics& diagnostics) {
    const bool good = port == 0 ? (parts_->port = parts_->server.bind_to_any_port(kLoopback)) > 0
                                : parts_->server.bind_to_port(kLoopback, parts_->port = port);
    if (good) return parts_->port;
    diagnostics.report(Code::port_taken, {}, port);
    return failure;
}

void PageServer::listen() {
    parts_->listening = true;
    if (!parts_->stopped) parts_->server.listen_after_bind();
    parts_->listening = false;
}

// The library forgets a stop that comes before its loop runs, so that one is waited for.
void PageServer::stop() {
    parts_->stopped = true;
    while (parts_->listening && !parts_->server.is_running())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (parts_->server.is_running()) parts_->server.stop();
}

}  // namespace tapestry
