// SPDX-License-Identifier: Apache-2.0
#include "show/editor/language_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <istream>
#include <limits>
#include <optional>
#include <ostream>

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kFoldersDeep = 3;              // below the editor's folder, where runs are looked for
constexpr std::size_t kMostShown = 6;        // notes of one line in a hover
constexpr std::size_t kMostBytes = 1 << 26;  // of a message
constexpr int kUnknownMethod = -32601;
constexpr int kBadRequest = -32600;

// "file:///a%20b" as /a b; empty for other schemes.
fs::path path_of_uri(const std::string& uri) {
    constexpr std::string_view kScheme = "file://";
    if (!uri.starts_with(kScheme)) return {};
    std::string path;
    for (std::size_t i = uri.find('/', kScheme.size()); i < uri.size(); ++i) {
        const bool is_code = uri[i] == '%' && i + 2 < uri.size() && std::isxdigit(uri[i + 1]) &&
                             std::isxdigit(uri[i + 2]);
        path += is_code ? static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16)) : uri[i];
        if (is_code) i += 2;
    }
    return fs::path(path).lexically_normal();
}

// A column of the protocol counts units of UTF-16.
std::size_t utf16_length(const std::string& line) {
    std::size_t length = 0;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0) != 0x80) length += byte >= 0xf0 ? 2 : 1;
    }
    return length > 0 && line.back() == '\r' ? length - 1 : length;
}

std::vector<std::size_t> line_lengths(const fs::path& file) {
    std::vector<std::size_t> lengths;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) lengths.push_back(utf16_length(line));
    return lengths;
}

Json line_range(int line, std::size_t length) {
    return {{"start", {{"line", line - 1}, {"character", 0}}},
            {"end", {{"line", line - 1}, {"character", length}}}};
}

std::string uri_in(const Json& parameters) {
    const Json document = parameters.value("textDocument", Json::object());
    return document.value("uri", parameters.value("uri", ""));
}

}  // namespace

void LanguageServer::initialize(const Json& parameters) {
    const Json folders = parameters.value("workspaceFolders", Json());
    std::string root;
    if (folders.is_array() && !folders.empty())
        root = folders[0].value("uri", "");
    else if (parameters.contains("rootUri") && parameters["rootUri"].is_string())
        root = parameters["rootUri"].get<std::string>();
    if (const fs::path path = path_of_uri(root); !path.empty()) root_ = path;
    const Json workspace =
        parameters.value("capabilities", Json::object()).value("workspace", Json::object());
    can_refresh_ = workspace.value("inlayHint", Json::object()).value("refreshSupport", false) &&
                   workspace.value("codeLens", Json::object()).value("refreshSupport", false);
}

fs::path LanguageServer::newest_run() const {
    std::error_code ec;
    if (!named_run_.empty())
        return fs::is_directory(named_run_, ec) ? named_run_ / "run.tapdb" : named_run_;
    fs::path newest;
    fs::file_time_type time = fs::file_time_type::min();
    const auto options = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator it(root_, options, ec), end; !ec && it != end;
         it.increment(ec)) {
        const std::string name = it->path().filename().string();
        if (it.depth() >= kFoldersDeep || name.starts_with(".") || name == "node_modules")
            it.disable_recursion_pending();
        if (it->path().extension() != ".tapdb") continue;
        std::error_code own;
        const fs::file_time_type written = it->last_write_time(own);
        if (own || written <= time) continue;
        newest = it->path();
        time = written;
    }
    return newest;
}

void LanguageServer::read_newest(std::vector<Json>& out) {
    const fs::path run = newest_run();
    std::error_code ec;
    const fs::file_time_type written = fs::last_write_time(run, ec);
    if (run.empty() || ec || (run == shown_run_ && written == shown_time_)) return;
    shown_run_ = run;
    shown_time_ = written;
    Diagnostics diagnostics;
    Result<RunNotes> notes = notes_of_run(run, root_, diagnostics);
    notes_ = notes ? std::move(*notes) : RunNotes{};
    const std::string answer =
        notes ? notes_.answer : fmt::format("{} cannot be read", run.string());
    out.push_back(
        {{"jsonrpc", "2.0"},
         {"method", "tapestry/answer"},
         {"params", {{"design", notes_.design}, {"answer", answer}, {"run", run.string()}}}});
    if (!can_refresh_) return;
    for (const char* what : {"workspace/inlayHint/refresh", "workspace/codeLens/refresh"})
        out.push_back({{"jsonrpc", "2.0"},
                       {"id", fmt::format("tapestry-{}", ++next_id_)},
                       {"method", what},
                       {"params", nullptr}});
}

const FileNotes* LanguageServer::notes_of(const Json& parameters, fs::path& file) const {
    file = path_of_uri(uri_in(parameters));
    auto it = notes_.files.find(file);
    std::error_code ec;
    if (it == notes_.files.end() && !file.empty())
        it = notes_.files.find(fs::weakly_canonical(file, ec));
    return it == notes_.files.end() ? nullptr : &it->second;
}

Json LanguageServer::hover(const Json& parameters) const {
    fs::path file;
    const FileNotes* notes = notes_of(parameters, file);
    const Json position = parameters.value("position", Json::object());
    const auto at =
        notes ? notes->find(position.value("line", -1) + 1) : FileNotes::const_iterator();
    if (!notes || at == notes->end()) return nullptr;
    std::string text;
    for (std::size_t i = 0; i < std::min(at->second.size(), kMostShown); ++i)
        text += (i > 0 ? "\n\n" : "") + at->second[i].detail;
    if (at->second.size() > kMostShown)
        text += fmt::format("\n\nand {} more", at->second.size() - kMostShown);
    return {{"contents", {{"kind", "markdown"}, {"value", text}}}};
}

Json LanguageServer::hints(const Json& parameters) const {
    Json out = Json::array();
    fs::path file;
    const FileNotes* notes = notes_of(parameters, file);
    if (!notes) return out;
    const Json range = parameters.value("range", Json::object());
    const int first = range.value("start", Json::object()).value("line", 0);
    const int last =
        range.value("end", Json::object()).value("line", std::numeric_limits<int>::max() - 1);
    const std::vector<std::size_t> lengths = line_lengths(file);
    for (auto it = notes->lower_bound(first + 1); it != notes->end() && it->first <= last + 1;
         ++it) {
        const auto note = std::find_if(it->second.begin(), it->second.end(),
                                       [](const LineNote& n) { return !n.limits; });
        if (note == it->second.end() || it->first < 1 ||
            static_cast<std::size_t>(it->first) > lengths.size())
            continue;
        const auto others = static_cast<std::size_t>(it->second.end() - note) - 1;
        std::string label = note->brief;
        if (others > 0) label += fmt::format(" and {} more", others);
        out.push_back({{"position",
                        {{"line", it->first - 1},
                         {"character", lengths[static_cast<std::size_t>(it->first) - 1]}}},
                       {"label", label},
                       {"paddingLeft", true}});
    }
    return out;
}

Json LanguageServer::lenses(const Json& parameters) const {
    Json out = Json::array();
    fs::path file;
    const FileNotes* notes = notes_of(parameters, file);
    if (!notes) return out;
    for (const auto& [line, list] : *notes)
        for (const LineNote& note : list)
            if (note.limits)
                out.push_back({{"range", line_range(line, 0)},
                               {"command",
                                {{"title", note.brief},
                                 {"command", "tapestry.openReport"},
                                 {"arguments", {shown_run_.string()}}}}});
    return out;
}

Json LanguageServer::heat(const Json& parameters) const {
    Json out = Json::array();
    fs::path file;
    const FileNotes* notes = notes_of(parameters, file);
    if (!notes) return out;
    for (const auto& [line, list] : *notes) {
        const auto hottest = std::max_element(
            list.begin(), list.end(),
            [](const LineNote& a, const LineNote& b) { return a.share < b.share; });
        if (hottest->share > 0)
            out.push_back(
                {{"line", line - 1}, {"share", hottest->share}, {"category", hottest->category}});
    }
    return out;
}

Json LanguageServer::answer_to(const std::string& method, const Json& parameters) {
    if (method == "initialize") {
        initialize(parameters);
        return {{"capabilities",
                 {{"textDocumentSync", 0},
                  {"hoverProvider", true},
                  {"inlayHintProvider", true},
                  {"codeLensProvider", Json::object()}}},
                {"serverInfo", {{"name", "tapestry"}}}};
    }
    if (method == "shutdown") {
        asked_to_end_ = true;
        return nullptr;
    }
    if (method == "textDocument/hover") return hover(parameters);
    if (method == "textDocument/inlayHint") return hints(parameters);
    if (method == "textDocument/codeLens") return lenses(parameters);
    if (method == "tapestry/heat") return heat(parameters);
    return Json::value_t::discarded;
}

std::vector<Json> LanguageServer::handle(const Json& message) {
    std::vector<Json> out;
    if (!message.is_object()) return out;
    const Json method_value = message.value("method", Json());
    if (!method_value.is_string()) return out;  // the answer to a refresh
    const std::string method = method_value.get<std::string>();
    Json parameters = message.value("params", Json::object());
    if (!parameters.is_object()) parameters = Json::object();
    if (method == "exit") over_ = true;
    if (method == "initialized") has_begun_ = true;
    if (has_begun_ && !over_) read_newest(out);
    if (!message.contains("id")) return out;
    Json reply = {{"jsonrpc", "2.0"}, {"id", message["id"]}};
    try {
        Json result = answer_to(method, parameters);
        if (result.is_discarded())
            reply["error"] = {{"code", kUnknownMethod}, {"message", "no such request: " + method}};
        else
            reply["result"] = std::move(result);
    } catch (const Json::exception& error) {  // a member of another type than the protocol says
        reply["error"] = {{"code", kBadRequest}, {"message", error.what()}};
    }
    out.push_back(std::move(reply));
    return out;
}

namespace {

// One message; none at the end of the stream, or when what comes is no message.
std::optional<std::string> next_message(std::istream& in) {
    std::size_t length = 0;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        constexpr std::string_view kLength = "Content-Length:";
        if (line.starts_with(kLength))
            length = std::strtoul(line.c_str() + kLength.size(), nullptr, 10);
        if (!line.empty()) continue;
        if (length == 0 || length > kMostBytes) return std::nullopt;
        std::string text(length, '\0');
        in.read(text.data(), static_cast<std::streamsize>(length));
        if (static_cast<std::size_t>(in.gcount()) != length) return std::nullopt;
        return text;
    }
    return std::nullopt;
}

}  // namespace

int serve_editor(LanguageServer& server, std::istream& in, std::ostream& out) {
    while (!server.is_over()) {
        const std::optional<std::string> text = next_message(in);
        if (!text) return server.status();
        for (const Json& message : server.handle(Json::parse(*text, nullptr, false))) {
            const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
            out << "Content-Length: " << body.size() << "\r\n\r\n" << body << std::flush;
        }
    }
    return server.status();
}

}  // namespace tapestry
