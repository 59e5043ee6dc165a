// SPDX-License-Identifier: Apache-2.0
#include "show/serve/server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <thread>

#include "base/codes/files.h"

namespace tapestry {
namespace {

class ServerTest : public testing::Test {
protected:
    ServerTest()
        : server_("<!doctype html>page", "default-src 'none'", [this] { return data_; },
                  {[](const std::string& query) {
                      if (query == "long") std::this_thread::sleep_for(std::chrono::seconds(60));
                      if (query == "dies") abort();
                      return ServedData{query != "bad", "",
                                        std::make_shared<const std::string>("{" + query + "}")};
                  }}),
          port_(*server_.bind(0, diagnostics_)),
          thread_([this] { server_.listen(); }) {}
    ~ServerTest() override {
        server_.stop();
        thread_.join();
    }

    void expect_to_stop_at_once() {
        const auto start = std::chrono::steady_clock::now();
        server_.stop();
        thread_.join();
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
        thread_ = std::thread([] {});
    }

    int connected() const {
        const int s = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(static_cast<std::uint16_t>(port_));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return connect(s, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0 ? s : -1;
    }

    // Sends raw bytes and returns everything received until the server closes or goes silent. A
    // client that has shut down its sending side gets no answer.
    std::string raw(const std::string& bytes, bool is_last_word = false) const {
        const int s = connected();
        if (s < 0) return "refused";
        timeval wait{5, 0};
        setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
        send(s, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (is_last_word) shutdown(s, SHUT_WR);
        std::string answer;
        char part[4096];
        for (ssize_t n = recv(s, part, sizeof part, 0); n > 0; n = recv(s, part, sizeof part, 0))
            answer.append(part, static_cast<std::size_t>(n));
        close(s);
        return answer;
    }

    std::string get(const std::string& target, const std::string& headers) const {
        return raw(fmt::format("GET {} HTTP/1.1\r\n{}Connection: close\r\n\r\n", target, headers));
    }
    std::string host() const { return fmt::format("Host: 127.0.0.1:{}\r\n", port_); }

    static int status(const std::string& answer) {
        return answer.size() > 12 ? std::atoi(answer.c_str() + 9) : 0;
    }

    Diagnostics diagnostics_;
    ServedData data_{true, "\"1\"", std::make_shared<const std::string>(R"({"runs":[]})")};
    PageServer server_;
    int port_;
    std::thread thread_;
};

TEST_F(ServerTest, ServesThePageAndItsDataAndNothingElse) {
    EXPECT_NE(get("/", host()).find("<!doctype html>page"), std::string::npos);
    EXPECT_NE(get("/", host()).find("Content-Security-Policy: default-src 'none'"),
              std::string::npos);
    EXPECT_NE(get("/data", host()).find(R"({"runs":[]})"), std::string::npos);
    for (const char* target : {"/index.html", "/../etc/passwd", "/%2e%2e/etc/passwd",
                               "//etc/passwd", "/data/", "/data/../x", "/.", "/favicon.ico"})
        EXPECT_EQ(status(get(target, host())), 404) << target;
    EXPECT_EQ(status(raw("POST /data HTTP/1.1\r\n" + host() + "Connection: close\r\n\r\n")), 405);
}

TEST_F(ServerTest, AnswersWhatIf) {
    EXPECT_NE(get("/what-if?run=0", host()).find("{run=0}"), std::string::npos);
    EXPECT_EQ(status(get("/what-if?bad", host())), 400);
    EXPECT_EQ(status(get("/what-if", host())), 404);
    EXPECT_EQ(status(get("/what-if?run=0", host() + "Origin: https://example.com\r\n")), 403);
}

// No client waits for the query of another.
TEST_F(ServerTest, AnswersThatTakeLongKeepNobodyWaiting) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<int> others;
    for (int i = 0; i < 3; ++i) {
        others.push_back(connected());
        const std::string bytes = "GET /what-if?long HTTP/1.1\r\n" + host() + "\r\n";
        send(others.back(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    EXPECT_EQ(status(get("/", host())), 200);
    EXPECT_EQ(status(get("/what-if?run=0", host())), 200);
    EXPECT_EQ(status(get("/what-if?dies", host())), 400);
    EXPECT_EQ(status(get("/what-if?run=1", host())), 200);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    char answer[64] = {};
    EXPECT_GT(recv(others[0], answer, sizeof answer - 1, 0), 0);
    EXPECT_EQ(status(answer), 503);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    for (const int s : others) close(s);
}

// More queries than run at once: each one that ends or is cancelled lets a queued one start.
TEST_F(ServerTest, QuestionsThatNobodyWaitsForAreForgotten) {
    for (int i = 0; i < 20; ++i) {
        const int s = connected();
        const std::string bytes = "GET /what-if?long HTTP/1.1\r\n" + host() + "\r\n";
        send(s, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        close(s);
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(status(get("/what-if?run=0", host())), 200);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(ServerTest, StopsAtOnceWhateverIsThoughtOf) {
    const int s = connected();
    const std::string bytes = "GET /what-if?long HTTP/1.1\r\n" + host() + "\r\n";
    send(s, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    EXPECT_EQ(status(get("/what-if?run=0", host())), 200);
    expect_to_stop_at_once();
    close(s);
}

TEST_F(ServerTest, SaysWhenNothingIsNew) {
    EXPECT_EQ(status(get("/data", host() + "If-None-Match: \"1\"\r\n")), 304);
    EXPECT_EQ(status(get("/data", host() + "If-None-Match: \"0\"\r\n")), 200);
}

TEST_F(ServerTest, RefusesForeignHostsAndOrigins) {
    const std::string own = fmt::format("Origin: http://127.0.0.1:{}\r\n", port_);
    EXPECT_EQ(status(get("/data", host() + own)), 200);
    EXPECT_EQ(status(get("/data", fmt::format("Host: localhost:{}\r\n", port_))), 200);
    for (const std::string& headers :
         {host() + "Origin: https://example.com\r\n", host() + "Origin: null\r\n",
          host() + own + "Origin: https://example.com\r\n",
          fmt::format("Host: evil.example:{}\r\n", port_), std::string("Host: 127.0.0.1\r\n"),
          std::string(), host() + "Host: evil.example\r\n"})
        EXPECT_EQ(status(get("/data", headers)), 403) << headers;
}

TEST_F(ServerTest, ListensOnLoopbackOnly) {
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in other{};
    other.sin_family = AF_INET;
    other.sin_port = htons(static_cast<std::uint16_t>(port_));
    other.sin_addr.s_addr = htonl(0x7f000002);  // 127.0.0.2 is ours too, but not bound
    EXPECT_NE(connect(s, reinterpret_cast<sockaddr*>(&other), sizeof other), 0);
    close(s);
}

TEST_F(ServerTest, SurvivesMalformedRequests) {
    const std::string long_line(100'000, 'a');
    for (const std::string& bytes :
         {std::string("\r\n\r\n"), std::string("GET"), std::string("GET / HTTP/9.9\r\n\r\n"),
          std::string("\0\0\0\0", 4), "GET /" + long_line + " HTTP/1.1\r\n\r\n",
          "GET / HTTP/1.1\r\nX: " + long_line + "\r\n\r\n",
          "GET /%zz HTTP/1.1\r\n" + host() + "\r\n",
          "GET / HTTP/1.1\r\n" + host() + "Content-Length: 99999999999999999999\r\n\r\n",
          "GET / HTTP/1.1\r\n" + host() + "Content-Length: -1\r\n\r\nx",
          "POST / HTTP/1.1\r\n" + host() + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\n",
          "GET / HTTP/1.1\r\n" + host() + "Range: bytes=9-1,0-18446744073709551615\r\n\r\n"})
        raw(bytes, true);
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        std::string bytes = "GET /data HTTP/1.1\r\n" + host() + "Range: bytes=0-5\r\n\r\n";
        for (int k = 0; k < 6; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
        raw(bytes, true);
    }
    EXPECT_EQ(status(get("/data", host())), 200) << "it still answers";
}

// Clients that send a byte now and then and clients that do not read do not keep the next one from
// being answered.
TEST_F(ServerTest, SlowAndGreedyClientsKeepNobodyWaiting) {
    data_.text = std::make_shared<const std::string>(16 << 20, 'x');
    std::vector<int> others;
    for (int i = 0; i < 200; ++i) {
        const int s = connected();
        const std::string bytes = i % 2 ? "GET /data HTTP/1.1\r\n" + host() + "\r\n" : "G";
        send(s, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        others.push_back(s);
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(status(get("/", host())), 200);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    for (const int s : others) close(s);
}

TEST_F(ServerTest, ARequestHasItsTime) {
    const int s = connected();
    const auto start = std::chrono::steady_clock::now();
    char byte = 0;
    for (int i = 0; i < 40; ++i) {
        if (send(s, "G", 1, MSG_NOSIGNAL) < 0 || recv(s, &byte, 1, MSG_DONTWAIT) == 0) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    close(s);
}

TEST_F(ServerTest, StopsAtOnceWhoeverIsConnected) {
    const int s = connected();
    send(s, "GET", 3, MSG_NOSIGNAL);
    expect_to_stop_at_once();
    close(s);
}

TEST_F(ServerTest, ServesNoParts) {
    EXPECT_EQ(status(get("/data", host() + "Range: bytes=0-,0-,0-\r\n")), 416);
    EXPECT_EQ(status(get("/data", host() + "Range: bytes=0-1\r\nRange: bytes=0-\r\n")), 416);
    EXPECT_EQ(status(get("/data", host() + "Range: bytes=0-3\r\n")), 200);
}

TEST_F(ServerTest, SaysThatAPortIsTaken) {
    PageServer second("", "", [] { return ServedData{}; });
    EXPECT_FALSE(second.bind(port_, diagnostics_));
    EXPECT_EQ(diagnostics_.all().back().code, code::port_taken);
}

}  // namespace
}  // namespace tapestry
