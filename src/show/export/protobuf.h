// SPDX-License-Identifier: Apache-2.0
// Writes Protocol Buffers messages field by field. On the wire a field is a tag (field number and
// wire type), then a varint, eight bytes, or a length and that many bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace tapestry {

class ProtobufMessage {
public:
    void add_number(std::uint32_t field, std::uint64_t number) {
        add_varint(std::uint64_t{field} << 3);
        add_varint(number);
    }

    void add_fixed(std::uint32_t field, std::uint64_t number) {
        add_varint(std::uint64_t{field} << 3 | 1);
        for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(number >> (8 * i));
    }
    void add_real(std::uint32_t field, double number) {
        add_fixed(field, std::bit_cast<std::uint64_t>(number));
    }

    void add_text(std::uint32_t field, std::string_view text) {
        add_varint(std::uint64_t{field} << 3 | 2);
        add_varint(text.size());
        bytes_.append(text);
    }

    void add_message(std::uint32_t field, const ProtobufMessage& message) {
        add_text(field, message.bytes_);
    }

    const std::string& bytes() const { return bytes_; }

private:
    void add_varint(std::uint64_t number) {
        while (number >= 0x80) {
            bytes_ += static_cast<char>(number | 0x80);
            number >>= 7;
        }
        bytes_ += static_cast<char>(number);
    }

    std::string bytes_;
};

}  // namespace tapestry
