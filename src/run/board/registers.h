// SPDX-License-Identifier: Apache-2.0
// The registers of tapestry_link_axil, by any kind of access.
#pragma once

#include <memory>

#include "run/board/transport.h"

namespace tapestry {

// 32-bit registers at byte offsets.
class Registers {
public:
    virtual ~Registers() = default;
    virtual std::optional<std::uint32_t> get(std::uint64_t offset) = 0;
    virtual bool put(std::uint64_t offset, std::uint32_t value) = 0;
};

class RegisterTransport : public Transport {
public:
    explicit RegisterTransport(std::unique_ptr<Registers> registers);

    std::optional<Bytes> receive(std::chrono::milliseconds patience) override;
    bool send(std::span<const std::uint8_t> bytes) override;

private:
    bool is_there();

    std::unique_ptr<Registers> registers_;
};

}  // namespace tapestry
