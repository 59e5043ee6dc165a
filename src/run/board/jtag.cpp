// SPDX-License-Identifier: Apache-2.0
#include "run/board/jtag.h"

#include <bit>
#include <thread>

#include "base/codes/links.h"

namespace tapestry {

namespace {

using std::chrono::steady_clock;

constexpr const char* kJtag = "jtag-";
constexpr const char* kNoLink =
    "the test port is there, but no link answers behind it: is the woven design loaded?";

// How the link's register is selected: the shifts that come before each scan of it.
using Selection = std::vector<PortShift>;

PortShift port_instruction(std::uint64_t code, std::size_t width) {
    return {true, number_bits(code, width)};
}

// Intel's hub of virtual test ports: one instruction shifts the address of a node and its virtual
// instruction, another its data. The hub at address 0 describes its nodes, a digit at a time.
class IntelHub {
public:
    explicit IntelHub(TestPort& port) : port_(port) {}

    std::optional<Selection> find() {
        constexpr std::size_t kMoreThanAnyAddress = 64;
        constexpr std::uint32_t kVirtualPort = 0x08, kMaker = 0x6e;
        const PortShift everything = {false, Bits(kMoreThanAnyAddress)};
        const std::optional<std::vector<Bits>> chosen = port_.shift(
            {port_instruction(kAddress, kWidth), everything, port_instruction(kData, kWidth)});
        if (!chosen) return std::nullopt;
        const std::optional<std::uint32_t> hub = next_word();
        if (!hub || (*hub >> 8 & 0x7ff) != kMaker) return std::nullopt;
        const std::uint32_t nodes = *hub >> 19 & 0xff;
        const std::size_t instruction_bits = *hub & 0xff;
        const auto address_bits = static_cast<std::size_t>(std::bit_width(nodes));
        for (std::uint32_t node = 1; node <= nodes; ++node) {
            const std::optional<std::uint32_t> about = next_word();
            if (!about) return std::nullopt;
            if ((*about >> 8 & 0x7ff) != kMaker || (*about >> 19 & 0xff) != kVirtualPort) continue;
            return Selection{port_instruction(kAddress, kWidth),
                             {false, number_bits(std::uint64_t{node} << instruction_bits,
                                                 address_bits + instruction_bits)},
                             port_instruction(kData, kWidth)};
        }
        return std::nullopt;
    }

private:
    static constexpr std::uint64_t kData = 0x00c, kAddress = 0x00e;
    static constexpr std::size_t kWidth = 10;

    std::optional<std::uint32_t> next_word() {
        const std::optional<std::vector<Bits>> digits =
            port_.shift(std::vector<PortShift>(8, PortShift{false, Bits(4)}));
        if (!digits) return std::nullopt;
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < digits->size(); ++i)
            word |= static_cast<std::uint32_t>(bits_number((*digits)[i])) << (4 * i);
        return word;
    }

    TestPort& port_;
};

std::optional<Selection> select_link(TestPort& port, const std::string& link) {
    if (link == "jtag-intel") return IntelHub(port).find();
    if (link == "jtag-ecp5") return Selection{port_instruction(0x32, 8)};
    return Selection{port_instruction(0x02, 6)};  // of Xilinx, and of tapestry_jtag_pins
}

class JtagTransport : public Transport {
public:
    JtagTransport(std::unique_ptr<TestPort> port, Selection selection)
        : port_(std::move(port)), selection_(std::move(selection)) {}

    bool is_there() { return read(0).has_value(); }

    std::optional<Bytes> receive(std::chrono::milliseconds patience) override {
        const auto end = steady_clock::now() + patience;
        for (;;) {
            std::optional<Bytes> bytes = read(ask_);
            if (!bytes) return std::nullopt;
            ask_ = bytes->size() < ask_ ? kFewest : std::min(2 * ask_, kMost);
            if (!bytes->empty() || steady_clock::now() >= end) return bytes;
            std::this_thread::sleep_for(kPause);
        }
    }

    // What the link had no room for is sent again.
    bool send(std::span<const std::uint8_t> bytes) override {
        const auto end = steady_clock::now() + kSendPatience;
        while (!bytes.empty()) {
            const std::optional<Bits> answer = scan(write_scan(bytes));
            const std::optional<std::size_t> taken =
                answer ? taken_bytes(*answer, bytes.size()) : std::optional<std::size_t>();
            if (!taken || steady_clock::now() >= end) return false;
            bytes = bytes.subspan(*taken);
        }
        return true;
    }

private:
    static constexpr std::size_t kFewest = 32, kMost = 512;  // bytes of a scan
    static constexpr auto kPause = std::chrono::milliseconds(1);
    static constexpr auto kSendPatience = std::chrono::seconds(10);

    std::optional<Bytes> read(std::size_t bytes) {
        const std::optional<Bits> answer = scan(read_scan(bytes));
        if (!answer) return std::nullopt;
        return given_bytes(*answer, bytes);
    }

    std::optional<Bits> scan(const Bits& bits) {
        std::vector<PortShift> shifts = selection_;
        shifts.push_back({false, bits});
        std::optional<std::vector<Bits>> answers = port_->shift(shifts);
        if (!answers || answers->empty()) return std::nullopt;
        return std::move(answers->back());
    }

    std::unique_ptr<TestPort> port_;
    Selection selection_;
    std::size_t ask_ = kFewest;
};

}  // namespace

bool is_jtag(const std::string& link) { return link.starts_with(kJtag); }

std::unique_ptr<Transport> jtag_transport(std::unique_ptr<TestPort> port, const std::string& link,
                                          std::string& why) {
    std::optional<Selection> selection = select_link(*port, link);
    if (!selection) {
        why = port->why().empty() ? "it has no hub with a virtual test port of ours" : port->why();
        return nullptr;
    }
    TestPort& same = *port;
    auto transport = std::make_unique<JtagTransport>(std::move(port), std::move(*selection));
    if (transport->is_there()) return transport;
    why = same.why().empty() ? kNoLink : same.why();
    return nullptr;
}

Result<std::unique_ptr<Transport>> open_jtag(const TransportOptions& options,
                                             Diagnostics& diagnostics) {
    std::string why;
    std::unique_ptr<TestPort> port = open_test_port(options.device, options.tap, why);
    std::unique_ptr<Transport> transport =
        port ? jtag_transport(std::move(port), options.link, why) : nullptr;
    if (transport) return transport;
    return diagnostics.report(code::device_unusable, {}, options.device, why);
}

}  // namespace tapestry
