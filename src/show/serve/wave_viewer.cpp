// SPDX-License-Identifier: Apache-2.0
#include "show/serve/wave_viewer.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/process.h"

namespace tapestry {

namespace {

using Json = nlohmann::json;

constexpr int kPatienceMs = 20'000;  // a viewer opens its window first
constexpr std::size_t kMostBytes = 16 << 20;

class Socket {
public:
    explicit Socket(int file) : file_(file) {}
    ~Socket() {
        if (file_ >= 0) ::close(file_);
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    int file() const { return file_; }
    bool good() const { return file_ >= 0; }

private:
    int file_;
};

sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool can_read(int file) {
    pollfd wanted{file, POLLIN, 0};
    return ::poll(&wanted, 1, kPatienceMs) > 0;
}

class Conversation {
public:
    explicit Conversation(int file) : file_(file) {}

    // What went wrong, or nothing.
    std::string show(const ShownWave& wave) {
        if (!say({{"type", "greeting"}, {"version", "0"}, {"commands", {"waveforms_loaded"}}}) ||
            !hear_greeting())
            return "the viewer does not speak WCP";
        std::string wrong = ask({{"command", "load"}, {"source", wave.waveform}});
        if (wrong.empty() && !hear_event("waveforms_loaded"))
            wrong = "the viewer did not load the waveform";
        if (wrong.empty())
            wrong = ask({{"command", "add_variables"}, {"variables", wave.variables}});
        if (wrong.empty() && knows("set_viewport_range"))
            wrong =
                ask({{"command", "set_viewport_range"}, {"start", wave.first}, {"end", wave.last}});
        else if (wrong.empty())
            wrong = ask({{"command", "set_viewport_to"}, {"timestamp", wave.marked}});
        if (wrong.empty() && knows("add_markers"))
            wrong = ask({{"command", "add_markers"},
                         {"markers",
                          {{{"time", wave.marked}, {"name", wave.name}, {"move_focus", false}}}}});
        return wrong;
    }

private:
    bool say(const Json& message) {
        const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
        const std::size_t size = text.size() + 1;  // with the zero that ends it
        for (std::size_t at = 0; at < size;) {
            const ssize_t sent = ::send(file_, text.c_str() + at, size - at, MSG_NOSIGNAL);
            if (sent <= 0) return false;
            at += static_cast<std::size_t>(sent);
        }
        return true;
    }

    std::optional<Json> hear() {
        for (;;) {
            if (const std::size_t end = heard_.find('\0'); end != std::string::npos) {
                Json message = Json::parse(heard_.substr(0, end), nullptr, false);
                heard_.erase(0, end + 1);
                if (message.is_object()) return message;
                return std::nullopt;
            }
            char bytes[4096];
            if (heard_.size() > kMostBytes || !can_read(file_)) return std::nullopt;
            const ssize_t size = ::recv(file_, bytes, sizeof bytes, 0);
            if (size <= 0) return std::nullopt;
            heard_.append(bytes, static_cast<std::size_t>(size));
        }
    }

    bool hear_greeting() {
        const auto message = hear();
        if (!message || message->value("type", "") != "greeting") return false;
        commands_ = message->value("commands", Json::array());
        return true;
    }

    bool knows(const std::string& command) const {
        return std::find(commands_.begin(), commands_.end(), command) != commands_.end();
    }

    std::string ask(Json command) {
        command["type"] = "command";
        if (!say(command)) return "the viewer has closed the connection";
        while (const auto message = hear()) {
            const std::string type = message->value("type", "");
            if (type == "error") return "the viewer says: " + message->value("message", "");
            if (type == "response") return {};
            if (type == "event") events_.push_back(message->value("event", ""));
        }
        return "the viewer does not answer";
    }

    bool hear_event(const std::string& event) {
        if (std::find(events_.begin(), events_.end(), event) != events_.end()) return true;
        while (const auto message = hear()) {
            if (message->value("event", "") == event) return true;
            if (message->value("type", "") == "error") return false;
        }
        return false;
    }

    int file_;
    std::string heard_;
    Json commands_ = Json::array();
    std::vector<std::string> events_;
};

}  // namespace

std::string show_in_listening_viewer(int port, const ShownWave& wave) {
    const Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = loopback(port);
    if (!socket.good() ||
        ::connect(socket.file(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return "no viewer listens at port " + std::to_string(port);
    return Conversation(socket.file()).show(wave);
}

std::string show_in_started_viewer(const std::string& program, const ShownWave& wave) {
    const Socket listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* const place = reinterpret_cast<sockaddr*>(&address);
    if (!listening.good() || ::bind(listening.file(), place, size) != 0 ||
        ::listen(listening.file(), 1) != 0 || ::getsockname(listening.file(), place, &size) != 0)
        return "no port of this machine is free";
    const std::string port = std::to_string(ntohs(address.sin_port));
    if (!start_alone({program, "--wcp-initiate", port})) return program + " is not installed";
    if (!can_read(listening.file())) return program + " does not connect";
    const Socket socket(::accept4(listening.file(), nullptr, nullptr, SOCK_CLOEXEC));
    return socket.good() ? Conversation(socket.file()).show(wave) : program + " does not connect";
}

bool start_alone(const std::vector<std::string>& words) {
    const auto program = find_program(words.front());
    if (!program) return false;
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::setsid();
        if (::fork() != 0) ::_exit(0);  // so that nobody has to wait for it
        const int nothing = ::open("/dev/null", O_RDWR);
        for (const int file : {0, 1, 2}) ::dup2(nothing, file);
        ::execv(program->c_str(), arguments.data());
        ::_exit(127);
    }
    if (child > 0) ::waitpid(child, nullptr, 0);
    return child > 0;
}

}  // namespace tapestry
