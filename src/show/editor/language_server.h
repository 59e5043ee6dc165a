// SPDX-License-Identifier: Apache-2.0
// A language server (LSP 3.17) that shows what the newest run measured at each line. Requests of
// its own: tapestry/heat {uri} gives the measured lines of a file with their shares, and the
// notification tapestry/answer {design, answer, run} comes whenever a run was read.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "show/editor/line_notes.h"

namespace tapestry {

class LanguageServer {
public:
    // `run` may be empty: then the newest run below the folder that the editor has open.
    explicit LanguageServer(std::filesystem::path run) : named_run_(std::move(run)) {}

    // What to send back, in order.
    std::vector<nlohmann::json> handle(const nlohmann::json& message);
    bool is_over() const { return over_; }
    int status() const { return asked_to_end_ ? 0 : 1; }  // of the process, as the protocol says

private:
    using Json = nlohmann::json;
    Json answer_to(const std::string& method, const Json& parameters);
    void initialize(const Json& parameters);
    void read_newest(std::vector<Json>& out);
    std::filesystem::path newest_run() const;
    const FileNotes* notes_of(const Json& parameters, std::filesystem::path& file) const;
    Json hover(const Json& parameters) const;
    Json hints(const Json& parameters) const;
    Json lenses(const Json& parameters) const;
    Json heat(const Json& parameters) const;

    std::filesystem::path named_run_;
    std::filesystem::path root_ = ".";
    std::filesystem::path shown_run_;
    std::filesystem::file_time_type shown_time_{};
    RunNotes notes_;
    bool can_refresh_ = false;
    bool has_begun_ = false;
    bool asked_to_end_ = false;
    bool over_ = false;
    int next_id_ = 0;
};

// Reads messages until the client ends or the stream does. The exit status of the process.
int serve_editor(LanguageServer& server, std::istream& in, std::ostream& out);

}  // namespace tapestry
