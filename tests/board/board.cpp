// SPDX-License-Identifier: Apache-2.0
// A board without a board: the woven design with its own testbench in Verilator, and behind the
// pins of the link what a host sees of a board: a terminal (uart, axis), registers (axil), a memory
// (dram), a stream (inband), a server with a cable to the test port (jtag, xvc).
//
//     board +link=LINK +until=EDGES [+divisor=N] [+faults=N] [+map=taps.json] [+out=FILE]
//           [+application=FILE] [+edges=FILE]
//
// jtag, xvc: prints the port on which it listens, on loopback: for OpenOCD's driver remote_bitbang,
// or for a host that speaks Xilinx Virtual Cable. Runs until the first connection is closed again.
// uart, axis: prints the name of the terminal, runs until it has been opened and closed again.
// axil: the host library itself talks; each of its accesses runs the simulation until it is
// answered. Its reading goes to FILE as text. dram: runs +until edges, then writes the memory to
// FILE. inband: asks for reports now and then, runs +until edges; the stream goes to FILE, what the
// application sent to +application, and a letter for each edge to +edges.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include "Vtb.h"
#include "run/board/registers.h"
#include "run/board/session.h"
#include "verilated.h"

namespace {

std::mt19937 random_bits(1);  // the same stalls in every run
bool chance(unsigned one_in) { return random_bits() % one_in == 0; }

bool done = false;
std::uint64_t edges = 0;
std::uint64_t until = 0;
int divisor = 4;
unsigned faults = 0;  // one in so many bytes to the host; 0: none
constexpr std::uint64_t kMostEdges = 200'000'000;
VerilatedContext context;
Vtb* tb = nullptr;

// The next time at which something happens. False when the simulation is over.
bool step() {
    if (context.gotFinish() || done || edges >= kMostEdges) return false;
    tb->eval();
    if (!tb->eventsPending()) return false;
    context.time(tb->nextTimeSlot());
    return true;
}

// ---- A terminal -----------------------------------------------------------------------------

class Terminal {
public:
    void open() {
        fd_ = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
        if (fd_ < 0 || grantpt(fd_) != 0 || unlockpt(fd_) != 0) std::exit(2);
        termios settings{};
        tcgetattr(fd_, &settings);
        cfmakeraw(&settings);
        tcsetattr(fd_, TCSANOW, &settings);
        std::cout << ptsname(fd_) << std::endl;
    }
    // A bad line changes, loses and doubles bytes in turn, and gets better after a while.
    void put(std::uint8_t byte) {
        const unsigned fault = faults == 0 || ++sent_ % faults != 0 ? 0 : sent_ / faults;
        const bool bad = fault > 0 && fault < 12;
        if (bad && fault % 3 == 0) byte ^= 0x10;
        if (!bad || fault % 3 != 1) out_.push_back(byte);
        if (bad && fault % 3 == 2) out_.push_back(byte);
        flush();
    }
    bool get(std::uint8_t& byte) {
        if (fd_ < 0) return false;
        if (++idle_ % 64 == 0) look();
        if (in_.empty()) return false;
        byte = in_.front();
        in_.pop_front();
        return true;
    }

private:
    void flush() {
        while (!out_.empty()) {
            const std::uint8_t byte = out_.front();
            if (write(fd_, &byte, 1) != 1) return;
            out_.pop_front();
        }
    }
    void look() {
        flush();
        std::uint8_t buffer[256];
        const ssize_t got = read(fd_, buffer, sizeof buffer);
        if (got > 0) {
            heard_ = true;
            in_.insert(in_.end(), buffer, buffer + got);
        }
        pollfd state{fd_, POLLIN, 0};
        poll(&state, 1, 0);
        // The host has closed the terminal after it had talked to us.
        if (heard_ && (state.revents & POLLHUP)) done = true;
    }
    int fd_ = -1;
    unsigned idle_ = 0;
    unsigned sent_ = 0;
    bool heard_ = false;
    std::deque<std::uint8_t> in_, out_;
} terminal;

// 8N1, `divisor` edges a bit; both ways at once.
class Uart {
public:
    int edge(int tx) {
        receive(tx);
        return transmit();
    }

private:
    // Each bit is sampled in its middle; a byte without its stop bit is dropped.
    void receive(int tx) {
        if (rx_edge_ < 0) {
            if (tx == 0) rx_edge_ = rx_ = 0;
            return;
        }
        ++rx_edge_;
        if (rx_edge_ % divisor != divisor / 2) return;
        const int bit = rx_edge_ / divisor;
        if (bit >= 1 && bit <= 8) rx_ |= tx << (bit - 1);
        if (bit != 9) return;
        if (tx == 1) terminal.put(static_cast<std::uint8_t>(rx_));
        rx_edge_ = -1;
    }
    int transmit() {
        if (tx_left_ == 0) {
            std::uint8_t byte = 0;
            if (!terminal.get(byte)) return 1;
            shift_ = 0x200U | static_cast<unsigned>(byte) << 1;  // stop, data, start
            tx_left_ = 10 * divisor;
        }
        const int bit = (10 * divisor - tx_left_) / divisor;
        --tx_left_;
        return static_cast<int>(shift_ >> bit) & 1;
    }
    int rx_edge_ = -1;  // edges since the start bit began
    int rx_ = 0;
    int tx_left_ = 0;
    unsigned shift_ = 0;
} uart;

// ---- Registers ------------------------------------------------------------------------------

struct Access {
    bool write = false;
    std::uint32_t address = 0;
    std::uint32_t data = 0;
};

// One access at a time.
class BusMaster : public tapestry::Registers {
public:
    std::optional<std::uint32_t> get(std::uint64_t offset) override {
        return transfer({false, static_cast<std::uint32_t>(offset), 0});
    }
    bool put(std::uint64_t offset, std::uint32_t value) override {
        return transfer({true, static_cast<std::uint32_t>(offset), value}).has_value();
    }

    // AXI4-Lite with address and data in any order, and a master that is not always ready.
    void edge(int handshakes, int rdata, int* address, int* data, int* valids) {
        if (handshakes & 16) aw_done_ = true;
        if (handshakes & 8) w_done_ = true;
        if (handshakes & 2) ar_done_ = true;
        if (state_ == State::running && (handshakes & (access_.write ? 4 : 1))) {
            access_.data = static_cast<std::uint32_t>(rdata);
            state_ = State::finished;
        }
        if (state_ == State::wanted && chance(3)) {
            state_ = State::running;
            aw_done_ = w_done_ = ar_done_ = aw_ = w_ = false;
        }
        const bool running = state_ == State::running;
        const bool write = running && access_.write;
        aw_ = aw_ || chance(3);  // a valid that was raised stays
        w_ = w_ || chance(3);
        *address = static_cast<int>(access_.address);
        *data = static_cast<int>(access_.data);
        const bool bready = write && chance(2);
        *valids = (write && aw_ && !aw_done_) << 4 | (write && w_ && !w_done_) << 3 | bready << 2 |
                  (running && !access_.write && !ar_done_) << 1 |
                  (running && !access_.write && chance(2));
    }

private:
    enum class State { idle, wanted, running, finished };

    std::optional<std::uint32_t> transfer(const Access& access) {
        access_ = access;
        state_ = State::wanted;
        while (state_ != State::finished) {
            if (!step()) return std::nullopt;
        }
        state_ = State::idle;
        return access_.data;
    }

    State state_ = State::idle;
    Access access_;
    bool aw_ = false, w_ = false, aw_done_ = false, w_done_ = false, ar_done_ = false;
};
BusMaster* bus_master = nullptr;

void host(const std::string& map_file, const std::string& out) {
    tapestry::Diagnostics diagnostics;
    std::ifstream in(map_file);
    std::stringstream text;
    text << in.rdbuf();
    const auto map = tapestry::tap_map_from_json(text.str(), map_file, diagnostics);
    auto master = std::make_unique<BusMaster>();
    bus_master = master.get();
    tapestry::RegisterTransport transport(std::move(master));
    tapestry::SessionOptions options;
    options.patience = std::chrono::seconds(20);
    const auto collected =
        map ? tapestry::collect(*map, transport, options, diagnostics) : map.failure();
    for (const auto& d : diagnostics.all()) std::cerr << tapestry::to_text(d);
    if (collected) std::ofstream(out) << tapestry::to_text(collected->reading);
    bus_master = nullptr;
}

// ---- A stream and a memory ------------------------------------------------------------------

struct {
    std::uint8_t command = 0;
    bool waiting = false;
} axis;

class Memory {
public:
    int edge(int handshakes, std::uint32_t address, std::uint32_t data, unsigned strobes) {
        if (handshakes & 4) addresses_.push_back(address);
        if (handshakes & 2) words_.push_back({data, strobes, (handshakes & 8) != 0});
        if (handshakes & 1) --answers_;
        while (!addresses_.empty() && !words_.empty()) store();
        return chance(2) << 2 | chance(2) << 1 | (answers_ > 0);
    }
    const std::vector<char>& bytes() const { return bytes_; }

private:
    struct Word {
        std::uint32_t data;
        unsigned strobes;
        bool last;
    };
    void store() {
        const Word word = words_.front();
        words_.pop_front();
        std::uint32_t& address = addresses_.front();
        if (bytes_.size() < address + 4) bytes_.resize(address + 4);
        for (unsigned i = 0; i < 4; ++i) {
            if (word.strobes >> i & 1)
                bytes_[address + i] = static_cast<char>(word.data >> (8 * i));
        }
        address += 4;
        if (!word.last) return;
        addresses_.pop_front();
        ++answers_;
    }
    std::vector<char> bytes_;
    std::deque<std::uint32_t> addresses_;
    std::deque<Word> words_;
    int answers_ = 0;
} memory;

// Takes the stream with stalls at random and asks for reports.
class Inband {
public:
    int edge(std::size_t bytes, unsigned handshakes, std::uint64_t data, std::uint64_t app_data) {
        const bool tvalid = handshakes & 16, tready = handshakes & 8;
        const bool app_tvalid = handshakes & 4, app_tready = handshakes & 2;
        if (tvalid && tready) append(stream_, data, bytes);
        if (app_tvalid && app_tready) append(application_, app_data, bytes);
        // The application can send; it could, were there no report (stall); or the port is shut.
        edges_ += app_tready ? 'r' : app_tvalid && tready ? 's' : '.';
        if (handshakes & 1) commands_.pop_front();
        ask();
        return !chance(4) << 9 | !commands_.empty() << 8 |
               (commands_.empty() ? 0 : commands_.front());
    }
    const std::string& stream() const { return stream_; }
    const std::string& application() const { return application_; }
    const std::string& edges() const { return edges_; }

private:
    static void append(std::string& to, std::uint64_t data, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) to += static_cast<char>(data >> (8 * i));
    }
    void ask() {
        using tapestry::Opcode;
        constexpr std::pair<std::uint64_t, Opcode> kPlan[] = {{100, Opcode::hello},
                                                              {200, Opcode::identify},
                                                              {3000, Opcode::snapshot},
                                                              {9000, Opcode::snapshot}};
        for (const auto& [edge, opcode] : kPlan) {
            if (edge != ::edges) continue;
            const tapestry::Bytes bytes = tapestry::command_bytes(opcode, 0);
            commands_.insert(commands_.end(), bytes.begin(), bytes.end());
        }
    }
    std::string stream_, application_, edges_;
    std::deque<std::uint8_t> commands_;
} inband;

// ---- A cable ---------------------------------------------------------------------------------

// What a server does with the pins, a step at every second edge of the clock: letters of OpenOCD's
// remote_bitbang, into which the messages of a virtual cable are taken apart.
class Cable {
public:
    void open(bool virtual_cable) {
        virtual_ = virtual_cable;
        listening_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* where = reinterpret_cast<sockaddr*>(&address);
        if (bind(listening_, where, size) != 0 || listen(listening_, 1) != 0 ||
            getsockname(listening_, where, &size) != 0)
            std::exit(2);
        std::cout << ntohs(address.sin_port) << std::endl;
    }

    int edge(int tdo) {
        if (++idle_ % 2 != 0) return pins_;
        if (steps_.empty() && (came_ || idle_ % 256 == 0)) look();
        if (steps_.empty()) return pins_;
        const char step = steps_.front();
        steps_.pop_front();
        if (step >= '0' && step <= '7') pins_ = step - '0';
        if (step == 'R') read_ += static_cast<char>('0' + tdo);
        if (step == 'Q') done = true;
        if (steps_.empty()) answer();
        return pins_;
    }

private:
    void look() {
        if (connection_ < 0) {
            connection_ = accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK);
            const int at_once = 1;
            setsockopt(connection_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
        }
        char bytes[4096];
        const ssize_t got = connection_ < 0 ? -1 : recv(connection_, bytes, sizeof bytes, 0);
        came_ = got > 0;
        if (got == 0) done = true;
        if (got > 0) in_.append(bytes, static_cast<std::size_t>(got));
        if (!virtual_) {
            steps_.assign(in_.begin(), in_.end());
            in_.clear();
        } else
            take_message();
    }
    void take_message() {
        if (in_.rfind("getinfo:", 0) == 0) {
            in_.erase(0, 8);
            say("xvcServer_v1.0:1024\n");
        }
        if (in_.rfind("shift:", 0) != 0 || in_.size() < 10) return;
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in_[i]); };
        const std::size_t size = byte(6) | byte(7) << 8 | byte(8) << 16 | byte(9) << 24;
        const std::size_t bytes = (size + 7) / 8;
        if (in_.size() < 10 + 2 * bytes) return;
        for (std::size_t i = 0; i < size; ++i) {
            const int tms = byte(10 + i / 8) >> (i % 8) & 1;
            const int tdi = byte(10 + bytes + i / 8) >> (i % 8) & 1;
            const int low = tms << 1 | tdi;
            for (const int step : {'0' + low, int{'R'}, '0' + (4 | low)})
                steps_.push_back(static_cast<char>(step));
        }
        in_.erase(0, 10 + 2 * bytes);
    }
    void answer() {
        std::string bytes = read_;
        if (virtual_) {
            bytes.assign((read_.size() + 7) / 8, '\0');
            for (std::size_t i = 0; i < read_.size(); ++i) {
                if (read_[i] == '1') bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << (i % 8));
            }
        }
        read_.clear();
        say(bytes);
    }
    void say(const std::string& bytes) {
        if (!bytes.empty()) send(connection_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    bool virtual_ = false, came_ = false;
    int listening_ = -1, connection_ = -1;
    int pins_ = 0;
    unsigned idle_ = 0;
    std::string in_, read_;
    std::deque<char> steps_;
} cable;

void write(const std::string& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

std::string argument(int argc, char** argv, const std::string& name, const std::string& otherwise) {
    const std::string start = "+" + name + "=";
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word.rfind(start, 0) == 0) return word.substr(start.size());
    }
    return otherwise;
}

void count_edge() {
    if (++edges == until) done = true;
}

}  // namespace

extern "C" int board_uart(int tx) {
    count_edge();
    return uart.edge(tx);
}

extern "C" int board_jtag(int tdo) {
    count_edge();
    return cable.edge(tdo);
}

extern "C" void board_axil(int handshakes, int rdata, int* address, int* data, int* valids) {
    count_edge();
    *address = *data = *valids = 0;
    if (bus_master) bus_master->edge(handshakes, rdata, address, data, valids);
}

extern "C" int board_axis(int beat, int tdata, int tkeep, int command_taken) {
    count_edge();
    for (int i = 0; beat && i < 4; ++i) {
        if (tkeep >> i & 1) terminal.put(static_cast<std::uint8_t>(tdata >> (8 * i)));
    }
    if (command_taken) axis.waiting = false;
    if (!axis.waiting) axis.waiting = terminal.get(axis.command);
    return chance(2) << 9 | axis.waiting << 8 | axis.command;
}

extern "C" int board_dram(int handshakes, int address, int data, int strobes) {
    count_edge();
    return memory.edge(handshakes, static_cast<std::uint32_t>(address),
                       static_cast<std::uint32_t>(data), static_cast<unsigned>(strobes));
}

extern "C" int board_inband(int bytes, int handshakes, long long data, long long app_data) {
    count_edge();
    return inband.edge(static_cast<std::size_t>(bytes), static_cast<unsigned>(handshakes),
                       static_cast<std::uint64_t>(data), static_cast<std::uint64_t>(app_data));
}

int main(int argc, char** argv) {
    context.commandArgs(argc, argv);
    const std::string link = argument(argc, argv, "link", "");
    const std::string out = argument(argc, argv, "out", "");
    until = std::stoull(argument(argc, argv, "until", "0"));
    divisor = std::stoi(argument(argc, argv, "divisor", "4"));
    faults = static_cast<unsigned>(std::stoul(argument(argc, argv, "faults", "0")));
    if (link == "uart" || link == "axis") terminal.open();
    if (link == "jtag" || link == "xvc") cable.open(link == "xvc");
    Vtb model(&context);
    tb = &model;
    if (link == "axil") {
        host(argument(argc, argv, "map", ""), out);
        return 0;
    }
    while (step()) {
    }
    if (link == "dram") write(out, {memory.bytes().begin(), memory.bytes().end()});
    if (link == "inband") {
        write(out, inband.stream());
        write(argument(argc, argv, "application", ""), inband.application());
        write(argument(argc, argv, "edges", ""), inband.edges());
    }
    return edges < kMostEdges ? 0 : 1;
}
