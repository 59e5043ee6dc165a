// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/ghdl_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>
#include <sstream>

#include "base/letter_case.h"
#include "base/time_text.h"

namespace tapestry {

namespace {

// file:12:3: text, file:12:3:warning: text, file:12:3:@105ns:(assertion failure): text
std::optional<GhdlMessage> message_of(const std::string& line) {
    const std::size_t file_end = line.find(':');
    if (file_end == std::string::npos || file_end == 0 || line[0] == ' ') return std::nullopt;
    GhdlMessage message;
    message.place.file = line.substr(0, file_end);
    const char* at = line.data() + file_end + 1;
    const char* const end = line.data() + line.size();
    const auto [after_line, bad_line] = std::from_chars(at, end, message.place.line);
    if (bad_line != std::errc() || after_line == end || *after_line != ':') return std::nullopt;
    std::uint32_t column = 0;
    const auto [after_column, bad_column] = std::from_chars(after_line + 1, end, column);
    if (bad_column != std::errc() || after_column == end || *after_column != ':')
        return std::nullopt;
    message.text.assign(after_column + 1, end);
    for (const char* word : {"warning:", "note:", "error:"}) {
        if (!message.text.starts_with(word)) continue;
        message.is_error = std::string_view(word) == "error:";
        message.text.erase(0, std::string_view(word).size());
    }
    message.text.erase(0, message.text.find_first_not_of(' '));
    // Messages of the design's own assertions during synthesis.
    for (const char* word :
         {"(assertion note)", "(assertion warning)", "(report note)", "(report warning)"}) {
        if (message.text.starts_with(word)) message.is_error = false;
    }
    return message;
}

// `index (4) out of bounds (0 to 3) at tb.vhd:21`: moves the place from the text to `place`.
void take_place(GhdlMessage& message) {
    const std::size_t at = message.text.rfind(" at ");
    const std::size_t colon = message.text.rfind(':');
    if (at == std::string::npos || colon == std::string::npos || colon < at) return;
    const char* const end = message.text.data() + message.text.size();
    std::uint32_t line = 0;
    const auto [after, bad] = std::from_chars(message.text.data() + colon + 1, end, line);
    if (bad != std::errc() || after != end) return;
    message.place = {message.text.substr(at + 4, colon - at - 4), line};
    message.text.erase(at);
}

bool follows_from_another(const GhdlMessage& error) {
    return error.text.find(" not found in library \"") != std::string::npos ||
           error.text.find("was not analysed") != std::string::npos;
}

// True if a file is refused because of another one.
bool waits_for_another(const std::string& output) {
    for (const GhdlMessage& message : ghdl_messages(output))
        if (message.is_error) return follows_from_another(message);
    return false;
}

}  // namespace

std::vector<GhdlMessage> ghdl_messages(const std::string& output) {
    std::vector<GhdlMessage> messages;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (auto message = message_of(line)) messages.push_back(std::move(*message));
    }
    return messages;
}

std::vector<GhdlMessage> causes_in(std::vector<GhdlMessage> messages) {
    std::erase_if(messages, [](const GhdlMessage& m) { return !m.is_error; });
    std::vector<GhdlMessage> causes = messages;
    std::erase_if(causes, follows_from_another);
    return causes.empty() ? messages : causes;
}

GhdlMessage last_words(const std::string& log) {
    GhdlMessage last;
    std::string more;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const auto message = message_of(line);
        for (const std::string_view what : {"(assertion failure): ", "(report failure): "}) {
            const std::size_t at = message ? line.find(what) : std::string::npos;
            if (at == std::string::npos) continue;
            last = *message;
            last.text =
                fmt::format("{} of severity failure: {}", what.substr(1, what.find(' ') - 1),
                            line.substr(at + what.size()));
            return last;
        }
        const std::size_t error = line.find("error: ");
        if (last.text.empty() && error != std::string::npos) {
            last.text = line.substr(error + 7);
            take_place(last);
        }
        const std::size_t own = line.find("ghdl-");
        const std::size_t colon = line.find(": ", own == std::string::npos ? line.size() : own);
        if (last.text.empty() && colon != std::string::npos) last.text = line.substr(colon + 2);
        // `several sources for unresolved signal` has `for signal: .tb(sim).stop` before or after
        // it.
        if (line.starts_with("for signal: ") || line.starts_with("in process ")) more = ", " + line;
    }
    if (!last.text.empty()) last.text += more;
    return last;
}

bool ends_by_failure(const GhdlMessage& last) {
    constexpr std::string_view kSaid = " of severity failure: ";
    const std::size_t said = last.text.find(kSaid);
    if (said == std::string::npos) return false;
    const std::string text = in_lower_case(last.text.substr(said + kSaid.size()));
    const std::regex no_trouble("(no|not an?|0|without|none:?) (errors?|failures?)");
    const std::string rest = std::regex_replace(text, no_trouble, "ended");
    if (std::regex_search(
            rest, std::regex("error|fail|mismatch|wrong|timeout|timed out|abort|unexpected")))
        return false;
    return std::regex_search(rest, std::regex("\\bend(s|ed)?\\b|finish|complete|\\bdone\\b|success|"
                                              "pass(ed)?\\b|\\bok\\b|\\bover\\b"));
}

GhdlMessage why_refused(const std::string& output) {
    for (GhdlMessage& message : ghdl_messages(output))
        if (message.is_error) return std::move(message);
    return last_words(output);
}

const std::string& cause_of(const std::vector<std::string>& outputs) {
    const auto own = std::find_if_not(outputs.begin(), outputs.end(), waits_for_another);
    return own == outputs.end() ? outputs.front() : *own;
}

// (generic "width_g" has no default value)
std::string missing_generic(const std::string& output) {
    constexpr std::string_view kBefore = "generic \"";
    const std::size_t at = output.find(kBefore);
    const std::size_t end = at == std::string::npos ? at : output.find('"', at + kBefore.size());
    if (end == std::string::npos || output.compare(end, 22, "\" has no default value") != 0)
        return {};
    return output.substr(at + kBefore.size(), end - at - kBefore.size());
}

std::uint64_t end_of_simulation(std::string_view log) {
    const std::size_t said =
        std::max(log.rfind("simulation stopped") + 1, log.rfind("simulation finished") + 1);
    const std::size_t at = said == 0 ? log.npos : log.find('@', said);
    return at == log.npos ? 0 : femtoseconds(log.substr(at + 1));
}

}  // namespace tapestry
