// SPDX-License-Identifier: Apache-2.0
#include "show/editor/language_server.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "explain/counters/analyse.h"
#include "show/store/sample_run.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class EditorTest : public testing::Test {
protected:
    EditorTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_editor_XXXXXX").string();
        folder_ = fs::canonical(mkdtemp(name.data()));
        fs::create_directories(folder_ / "out");
    }
    ~EditorTest() override { fs::remove_all(folder_); }

    void store(const tapestry::Run& run) {
        Diagnostics diagnostics;
        ASSERT_TRUE(write_run(run, analyse(run), folder_ / "out" / "run.tapdb", diagnostics));
    }

    std::string uri(const std::string& file) const { return "file://" + (folder_ / file).string(); }

    Json initialize_request() const {
        return {{"jsonrpc", "2.0"},
                {"id", 1},
                {"method", "initialize"},
                {"params",
                 {{"rootUri", "file://" + folder_.string()},
                  {"capabilities",
                   {{"workspace",
                     {{"inlayHint", {{"refreshSupport", true}}},
                      {"codeLens", {{"refreshSupport", true}}}}}}}}}};
    }

    // What a server says that has begun, to one request.
    Json ask(const std::string& method, const Json& parameters) {
        LanguageServer server("");
        server.handle(initialize_request());
        server.handle({{"method", "initialized"}, {"params", Json::object()}});
        const std::vector<Json> out =
            server.handle({{"id", 7}, {"method", method}, {"params", parameters}});
        EXPECT_EQ(out.size(), 1U);
        return out.empty() ? Json() : out.back();
    }

    Json document(const std::string& file) const {
        return {{"textDocument", {{"uri", uri(file)}}}};
    }

    RunNotes notes() const {
        Diagnostics diagnostics;
        return *notes_of_run(folder_ / "out" / "run.tapdb", folder_, diagnostics);
    }

    // A file with a state that took time, relative; it is made, so that its lines have a length.
    std::string hottest_file() const {
        for (const auto& [file, lines] : notes().files)
            for (const auto& [line, list] : lines)
                if (list.front().share > 0) {
                    fs::create_directories(file.parent_path());
                    std::ofstream source(file);
                    for (int i = 0; i < 200; ++i) source << "line \xc3\xa9 " << i << "\n";
                    return fs::relative(file, folder_).string();
                }
        return {};
    }

    fs::path folder_;
};

TEST_F(EditorTest, SaysWhatItCanAndReadsTheNewestRun) {
    store(sample_run());
    LanguageServer server("");
    const std::vector<Json> first = server.handle(initialize_request());
    ASSERT_EQ(first.size(), 1U);
    EXPECT_TRUE(first[0]["result"]["capabilities"]["hoverProvider"]);
    const std::vector<Json> begun =
        server.handle({{"method", "initialized"}, {"params", Json::object()}});
    ASSERT_EQ(begun.size(), 3U);  // the answer, and two refreshes
    EXPECT_EQ(begun[0]["method"], "tapestry/answer");
    EXPECT_NE(begun[0]["params"]["answer"], "");
    EXPECT_TRUE(server.handle({{"id", begun[1]["id"]}, {"result", nullptr}}).empty());
}

TEST_F(EditorTest, HoverHintsAndHeatHaveTheCyclesOfTheLine) {
    store(sample_run());
    const std::string file = hottest_file();
    const Json heat = ask("tapestry/heat", document(file))["result"];
    ASSERT_FALSE(heat.empty()) << file;
    const int line = heat[0]["line"];
    Json parameters = document(file);
    parameters["position"] = {{"line", line}, {"character", 2}};
    const std::string text =
        ask("textDocument/hover", parameters)["result"]["contents"]["value"].get<std::string>();
    EXPECT_NE(text.find(" cycles, "), text.npos) << text;
    parameters = document(file);
    parameters["range"] = {{"start", {{"line", line}, {"character", 0}}},
                           {"end", {{"line", line}, {"character", 0}}}};
    const Json hints = ask("textDocument/inlayHint", parameters)["result"];
    ASSERT_EQ(hints.size(), 1U);
    EXPECT_EQ(hints[0]["position"]["line"], line);
    EXPECT_EQ(hints[0]["position"]["character"],
              7 + static_cast<int>(std::to_string(line).size()));  // é is one unit
    parameters["position"] = {{"line", 199}, {"character", 0}};
    EXPECT_TRUE(ask("textDocument/hover", parameters)["result"].is_null());
}

TEST_F(EditorTest, ALensStandsAtWhatLimits) {
    store(sample_run());
    std::size_t limits = 0;
    for (const auto& [file, lines] : notes().files)
        limits +=
            ask("textDocument/codeLens", document(fs::relative(file, folder_).string()))["result"]
                .size();
    EXPECT_GT(limits, 0U);
}

TEST_F(EditorTest, OddRequestsAreRefusedAndNothingBreaks) {
    EXPECT_EQ(ask("textDocument/rename", {})["error"]["code"], -32601);
    EXPECT_TRUE(ask("textDocument/hover", document("rtl/none.sv"))["result"].is_null());
    EXPECT_EQ(ask("textDocument/hover", {{"textDocument", 3}})["error"]["code"], -32600);
    EXPECT_TRUE(ask("textDocument/codeLens", {{"textDocument", {{"uri", "untitled:1"}}}})["result"]
                    .empty());
}

TEST_F(EditorTest, AStreamOfMessagesEndsAsTheProtocolSays) {
    auto framed = [](const Json& message) {
        const std::string text = message.dump();
        return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
    };
    LanguageServer orderly("");
    std::istringstream in(framed(initialize_request()) +
                          framed({{"id", 2}, {"method", "shutdown"}}) +
                          framed({{"method", "exit"}}));
    std::ostringstream out;
    EXPECT_EQ(serve_editor(orderly, in, out), 0);
    EXPECT_EQ(out.str().find("Content-Length: "), 0U);
    EXPECT_NE(out.str().find(R"("id":2)"), std::string::npos);
    LanguageServer cut("");
    std::istringstream half("Content-Length: 400\r\n\r\n{\"id\":");
    EXPECT_EQ(serve_editor(cut, half, out), 1);
}

}  // namespace
}  // namespace tapestry
