// SPDX-License-Identifier: Apache-2.0
#include "model/json_document.h"

namespace tapestry {

namespace {

constexpr std::size_t kMaxMembers = 256;

std::uint32_t line_of(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    return static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
}

// Checks a document before it becomes a tree. The tree stores the members of an object in a list
// with linear search, so an object with a million members would take hours.
class FirstLook : public nlohmann::json_sax<Json> {
public:
    std::size_t error_byte = 0;
    bool too_many = false;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool start_object(std::size_t) override {
        members_.push_back(0);
        return true;
    }
    bool end_object() override {
        members_.pop_back();
        return true;
    }
    bool key(string_t&) override {
        too_many = ++members_.back() > kMaxMembers;
        return !too_many;
    }
    bool parse_error(std::size_t byte, const std::string&, const Json::exception&) override {
        error_byte = byte;
        return false;
    }

private:
    std::vector<std::size_t> members_;  // per open object
};

}  // namespace

Result<Json> parse_document(std::string_view text, const std::string& name, ErrorCode malformed,
                            Diagnostics& diagnostics) {
    FirstLook look;
    if (Json::sax_parse(text, &look)) return Json::parse(text, nullptr, false);
    return diagnostics.report(malformed, {name, line_of(text, look.error_byte)},
                              look.too_many ? "an object has too many members" : "it is not JSON");
}

}  // namespace tapestry
