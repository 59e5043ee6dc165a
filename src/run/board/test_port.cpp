// SPDX-License-Identifier: Apache-2.0
#include "run/board/test_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "run/board/server_socket.h"

namespace tapestry {

namespace {

// OpenOCD takes Tcl and ends each way with this character.
class OpenOcdPort : public TestPort {
public:
    static constexpr const char* kName = "openocd";
    static constexpr const char* kServerPort = "6666";

    bool open(const std::string& host, const std::string& port, const std::string& tap) {
        if (!socket_.open(host, port)) return refuse(socket_.why());
        const std::optional<std::string> names = ask("jtag names");
        if (!names) return false;
        std::istringstream words(*names);
        std::string first, word;
        bool known = false;
        while (words >> word) {
            if (first.empty()) first = word;
            known = known || word == tap;
        }
        tap_ = tap.empty() ? first : tap;
        if (first.empty()) return refuse("OpenOCD knows of no TAP");
        if (!tap.empty() && !known)
            return refuse(fmt::format("OpenOCD knows no TAP '{}', but {}", tap, *names));
        return true;
    }

    std::optional<std::vector<Bits>> shift(const std::vector<PortShift>& shifts) override {
        std::string text = "set tapestry {}; ";
        for (const PortShift& step : shifts) text += command(step);
        const std::optional<std::string> answer = ask(text + "set tapestry");
        if (!answer) return std::nullopt;
        return answers(*answer, shifts);
    }

private:
    static constexpr char kEnd = '\x1a';
    static constexpr std::size_t kFieldBits = 32;  // that every version of OpenOCD takes
    static constexpr const char* kFailed = "tapestry_failed ";

    bool refuse(const std::string& why) {
        why_ = why;
        return false;
    }

    std::optional<std::string> ask(const std::string& tcl) {
        const std::string text = fmt::format(
            "if {{[catch {{{}}} answer]}} {{set answer \"{}$answer\"}} else {{set answer}}{}", tcl,
            kFailed, kEnd);
        const std::optional<std::string> answer =
            socket_.send(text) ? socket_.receive_until(kEnd) : std::optional<std::string>();
        if (!answer) {
            refuse(socket_.why());
            return std::nullopt;
        }
        if (!answer->starts_with(kFailed)) return answer;
        refuse("OpenOCD says: " + answer->substr(std::string_view(kFailed).size()));
        return std::nullopt;
    }

    std::string command(const PortShift& step) const {
        if (step.instruction) return fmt::format("irscan {} {}; ", tap_, bits_number(step.bits));
        std::string text = fmt::format("lappend tapestry {{*}}[drscan {}", tap_);
        for (std::size_t at = 0; at < step.bits.size(); at += kFieldBits) {
            const std::size_t size = std::min(kFieldBits, step.bits.size() - at);
            const auto from = step.bits.begin() + static_cast<std::ptrdiff_t>(at);
            const Bits field(from, from + static_cast<std::ptrdiff_t>(size));
            text += fmt::format(" {} {}", size, bits_number(field));
        }
        return text + "]; ";
    }

    // One hexadecimal number for each field.
    std::optional<std::vector<Bits>> answers(const std::string& text,
                                             const std::vector<PortShift>& shifts) {
        std::istringstream words(text);
        std::vector<Bits> all;
        for (const PortShift& step : shifts) {
            if (step.instruction) continue;
            Bits bits;
            while (bits.size() < step.bits.size()) {
                std::string word;
                char* end = nullptr;
                words >> word;
                const std::uint64_t number = std::strtoull(word.c_str(), &end, 16);
                if (word.empty() || *end != '\0') {
                    refuse("OpenOCD answers a scan with '" + text.substr(0, 60) + "'");
                    return std::nullopt;
                }
                const Bits field =
                    number_bits(number, std::min(kFieldBits, step.bits.size() - bits.size()));
                bits.insert(bits.end(), field.begin(), field.end());
            }
            all.push_back(std::move(bits));
        }
        return all;
    }

    ServerSocket socket_;
    std::string tap_;
};

// Xilinx Virtual Cable: levels of TMS and TDI for a number of edges, and those of TDO back. The
// only device of its chain is ours.
class XvcPort : public TestPort {
public:
    static constexpr const char* kName = "xvc";
    static constexpr const char* kServerPort = "2542";

    bool open(const std::string& host, const std::string& port, const std::string& tap) {
        if (!tap.empty()) why_ = "a virtual cable has one device, which has no name";
        if (!tap.empty()) return false;
        const std::optional<std::string> info = socket_.open(host, port) && socket_.send("getinfo:")
                                                    ? socket_.receive_until('\n')
                                                    : std::optional<std::string>();
        why_ = socket_.why();
        if (!info) return false;
        const std::size_t colon = info->find(':');
        if (!info->starts_with("xvcServer_v1.") || colon == std::string::npos) {
            why_ = "it is no server of a virtual cable";
            return false;
        }
        const std::size_t most = std::strtoull(info->c_str() + colon + 1, nullptr, 10);
        most_ = std::clamp<std::size_t>(most, 64, kMostEdges);
        Edges reset;
        for (int i = 0; i < 5; ++i) reset.add(true, false);
        reset.add(false, false);
        return play(reset).has_value();
    }

    std::optional<std::vector<Bits>> shift(const std::vector<PortShift>& shifts) override {
        std::vector<Bits> all;
        for (const PortShift& step : shifts) {
            Edges edges;  // from Run-Test/Idle and back to it
            edges.add(true, false);
            if (step.instruction) edges.add(true, false);
            edges.add(false, false);
            edges.add(false, false);
            const std::size_t first = edges.tms.size();
            for (std::size_t i = 0; i < step.bits.size(); ++i)
                edges.add(i + 1 == step.bits.size(), step.bits[i]);
            edges.add(true, false);
            edges.add(false, false);
            const std::optional<Bits> tdo = play(edges);
            if (!tdo) return std::nullopt;
            const auto from = tdo->begin() + static_cast<std::ptrdiff_t>(first);
            if (!step.instruction)
                all.emplace_back(from, from + static_cast<std::ptrdiff_t>(step.bits.size()));
        }
        return all;
    }

private:
    static constexpr std::size_t kMostEdges = 2048;

    struct Edges {
        Bits tms, tdi;
        void add(bool mode, bool data) {
            tms.push_back(mode);
            tdi.push_back(data);
        }
    };

    static std::string packed(const Bits& bits, std::size_t from, std::size_t size) {
        std::string bytes((size + 7) / 8, '\0');
        for (std::size_t i = 0; i < size; ++i) {
            if (bits[from + i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << (i % 8));
        }
        return bytes;
    }

    std::optional<Bits> play(const Edges& edges) {
        Bits tdo;
        for (std::size_t at = 0; at < edges.tms.size(); at += most_) {
            const std::size_t size = std::min(most_, edges.tms.size() - at);
            std::string text = "shift:";
            for (unsigned i = 0; i < 4; ++i) text += static_cast<char>(size >> (8 * i) & 0xff);
            text += packed(edges.tms, at, size) + packed(edges.tdi, at, size);
            const std::optional<std::string> answer =
                socket_.send(text) ? socket_.receive((size + 7) / 8) : std::optional<std::string>();
            why_ = socket_.why();
            if (!answer) return std::nullopt;
            for (std::size_t i = 0; i < size; ++i)
                tdo.push_back(((*answer)[i / 8] >> (i % 8) & 1) != 0);
        }
        return tdo;
    }

    ServerSocket socket_;
    std::size_t most_ = kMostEdges;  // of one message
};

// PROTOCOL:HOST:PORT, of which HOST may hold colons in brackets.
struct ServerName {
    std::string host;
    std::string port;
};

std::optional<ServerName> server_name(const std::string& text, const std::string& protocol,
                                      const std::string& default_port) {
    if (!text.starts_with(protocol + ":")) return std::nullopt;
    std::string host = text.substr(protocol.size() + 1);
    std::string port = default_port;
    const std::size_t colon = host.rfind(':');
    if (colon != std::string::npos && host.find(']', colon) == std::string::npos) {
        port = host.substr(colon + 1);
        host.resize(colon);
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    return ServerName{host.empty() ? "localhost" : host, port};
}

template <class Port>
std::unique_ptr<TestPort> open_port(const ServerName& name, const std::string& tap,
                                    std::string& why) {
    auto port = std::make_unique<Port>();
    if (port->open(name.host, name.port, tap)) return port;
    why = port->why();
    return nullptr;
}

}  // namespace

std::unique_ptr<TestPort> open_test_port(const std::string& server, const std::string& tap,
                                         std::string& why) {
    const auto is_plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
    };
    if (!std::all_of(tap.begin(), tap.end(), is_plain)) {
        why = "'" + tap + "' is no name of a TAP";
        return nullptr;
    }
    if (const auto name = server_name(server, OpenOcdPort::kName, OpenOcdPort::kServerPort))
        return open_port<OpenOcdPort>(*name, tap, why);
    if (const auto name = server_name(server, XvcPort::kName, XvcPort::kServerPort))
        return open_port<XvcPort>(*name, tap, why);
    why = "a test port is openocd:HOST:PORT or xvc:HOST:PORT";
    return nullptr;
}

}  // namespace tapestry
