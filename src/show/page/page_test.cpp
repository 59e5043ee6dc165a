// SPDX-License-Identifier: Apache-2.0
#include "show/page/page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "explain/counters/analyse.h"
#include "show/page/dot_layout.h"
#include "show/page/graph_layout.h"
#include "show/page/graph_levels.h"
#include "show/page/json_text.h"
#include "show/page/series_pack.h"
#include "show/page/source_files.h"
#include "show/store/run_view.h"
#include "show/store/sample_run.h"
#include "show/store/views.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class PageTest : public testing::Test {
protected:
    PageTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_page_XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~PageTest() override { fs::remove_all(folder_); }

    std::string data_of(const tapestry::Run& run, const PageSources& sources = {}) {
        EXPECT_TRUE(write_run(run, analyse(run), folder_ / "run.tapdb", diagnostics_));
        const Result<RunView> view = open_run(folder_ / "run.tapdb", diagnostics_);
        EXPECT_TRUE(view);
        const Result<std::string> data = page_data(*view, sources, diagnostics_);
        EXPECT_TRUE(data);
        return data ? *data : "";
    }

    void write(const fs::path& file, const std::string& text) {
        fs::create_directories((folder_ / file).parent_path());
        std::ofstream(folder_ / file) << text;
    }

    fs::path folder_;
    Diagnostics diagnostics_;
};

// {"words":…,"at":…} and plain arrays are equivalent.
std::vector<Json> column(const Json& table, const char* name) {
    const Json& c = table.at("columns").at(name);
    if (c.is_array()) return c.get<std::vector<Json>>();
    std::vector<Json> cells;
    for (const Json& at : c.at("at"))
        cells.push_back(at.is_null() ? Json() : c.at("words").at(at.get<std::size_t>()));
    return cells;
}

TEST_F(PageTest, EveryRowOfEveryViewIsThere) {
    const Json data = Json::parse(data_of(sample_run()));
    const Result<RunView> run = open_run(folder_ / "run.tapdb", diagnostics_);
    for (const View& view : views()) {
        static const std::set<std::string_view> kPackedOrLeftOut = {"frames", "trace", "numbers",
                                                                    "host_visits"};
        if (kPackedOrLeftOut.contains(view.name)) continue;
        SCOPED_TRACE(view.name);
        std::string sql = "SELECT * FROM " + view.name;
        if (!view.order.empty()) sql += " ORDER BY " + view.order;
        const Result<Table> table = run->query(sql, diagnostics_);
        ASSERT_TRUE(table);
        const Json& packed = data.at("tables").at(view.name);
        ASSERT_EQ(packed.at("rows"), table->rows.size());
        for (std::size_t c = 0; c < table->columns.size(); ++c) {
            const std::vector<Json> cells = column(packed, table->columns[c].c_str());
            ASSERT_EQ(cells.size(), table->rows.size());
            for (std::size_t r = 0; r < cells.size(); ++r)
                EXPECT_EQ(cells[r], Json::parse(json_cell(table->rows[r][c])));
        }
    }
}

// The label of an experiment: one on the outside is not labelled as one on the design.
TEST_F(PageTest, ExperimentsHaveTheLabelsOfTheTerminal) {
    auto run = sample_run();
    for (const ExperimentKind kind : {ExperimentKind::design, ExperimentKind::outside}) {
        Experiment e;
        e.path = "filter";
        e.kind = kind;
        e.status = ExperimentStatus::tried;
        e.saving = kind == ExperimentKind::design ? 0.4 : 0.1;
        run.experiments.push_back(e);
    }
    const Json data = Json::parse(data_of(run));
    EXPECT_EQ(column(data.at("tables").at("experiments"), "label"),
              (std::vector<Json>{"all of filter", "the outside of filter"}));
}

// The decoder of the page, in C++: what was packed must come out again.
std::map<std::tuple<std::int64_t, std::string, std::uint64_t>, std::uint64_t> unpack(
    const Json& pack) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : pack.at("bytes").get<std::string>()) {
        if (c == '=') break;
        bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
        held += 6;
        if (held >= 8) bytes += static_cast<char>(bits >> (held -= 8) & 0xff);
    }
    const std::vector<Json> names = column({{"columns", pack}}, "name");
    const std::vector<Json> taps = column({{"columns", pack}}, "tap");
    std::map<std::tuple<std::int64_t, std::string, std::uint64_t>, std::uint64_t> points;
    for (std::size_t s = 0; s < taps.size(); ++s) {
        std::size_t at = pack.at("offset")[s].get<std::size_t>();
        auto next = [&] {
            std::uint64_t n = 0;
            int shift = 0;
            for (;; shift += 7) {
                const auto byte = static_cast<unsigned char>(bytes.at(at++));
                n |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
                if (byte < 0x80) return n;
            }
        };
        std::uint64_t position = 0;
        for (std::size_t i = 0; i < pack.at("count")[s].get<std::size_t>(); ++i) {
            position += next();
            points[{taps[s].get<std::int64_t>(), names[s].get<std::string>(), position}] = next();
        }
    }
    return points;
}

TEST_F(PageTest, FramesComeOutAsTheyWentIn) {
    const Json data = Json::parse(data_of(sample_run()));
    const auto points = unpack(data.at("frames").at("series"));
    const Result<RunView> run = open_run(folder_ / "run.tapdb", diagnostics_);
    const Result<Table> rows =
        run->query("SELECT tap, name, frame, value FROM frames", diagnostics_);
    ASSERT_TRUE(rows && !rows->rows.empty());
    EXPECT_EQ(points.size(), rows->rows.size());
    for (const Row& row : rows->rows) {
        const auto it = points.find({std::get<std::int64_t>(row[0]), std::get<std::string>(row[1]),
                                     static_cast<std::uint64_t>(std::get<std::int64_t>(row[2]))});
        ASSERT_NE(it, points.end());
        EXPECT_EQ(it->second, static_cast<std::uint64_t>(std::get<std::int64_t>(row[3])));
    }
}

// A trace of a machine, and one of a number: a name, a code without one, X bits, a large number.
TEST_F(PageTest, TracesComeOutAsTheyWentIn) {
    tapestry::Run run = sample_run();
    auto add = [&](const std::string& path, std::vector<TapState> states,
                   std::vector<TraceRecord> records) {
        TapNumbers& n = run.taps.emplace_back();
        n.tap.tap = static_cast<int>(run.taps.size()) - 1;
        n.tap.own = part_of(TapKind::trace);
        n.tap.path = path;
        *n.tap.find_states() = std::move(states);
        n.trace = std::move(records);
        return n.tap.tap;
    };
    const int named = add("t.state", {{"A", "0", "busy", ""}, {"B", "1", "idle", ""}},
                          {{0, 3, 1, true}, {1, 5, 0, true}, {2, 8, 3, true}, {3, 9, 0, false}});
    const int plain = add("t.n", {}, {{0, 2, 0, true}, {1, 7, 1'000'000'000'000, true}});
    const Json data = Json::parse(data_of(run));
    EXPECT_EQ(data.at("trace").at("names"),
              Json::parse(fmt::format(R"([[{},["B","A","3"]]])", named)));
    const auto points = unpack(data.at("trace").at("series"));
    const std::map<std::tuple<std::int64_t, std::string, std::uint64_t>, std::uint64_t> want = {
        {{named, "", 3}, 1}, {{named, "", 5}, 2}, {{named, "", 8}, 3},
        {{named, "", 9}, 0}, {{plain, "", 2}, 1}, {{plain, "", 7}, 1'000'000'000'001}};
    EXPECT_EQ(points, want);
}

TEST(SeriesPack, LargeNumbersSurvive) {
    SeriesPack pack;
    pack.add(7, "x", 0, 0);
    pack.add(7, "x", 3, INT64_MAX);
    const auto points = unpack(Json::parse(pack.to_json()));
    EXPECT_EQ((points.at({7, "x", 3})), static_cast<std::uint64_t>(INT64_MAX));
    EXPECT_EQ((points.at({7, "x", 0})), 0U);
}

TEST(JsonText, IntegersThatJavaScriptWouldRoundAreText) {
    EXPECT_EQ(json_cell(std::int64_t{9007199254740991}), "9007199254740991");
    EXPECT_EQ(json_cell(std::int64_t{9007199254740992}), "\"9007199254740992\"");
    EXPECT_EQ(json_cell(std::string("a\xff")), "\"a\xef\xbf\xbd\"");
}

TEST(HtmlPage, NoNameCanEndTheElementItStandsIn) {
    const std::string name = "</script><img src=x onerror=alert(1)>&<!--\xe2\x80\xa8\xe2\x80\xa9";
    const std::string plain = html_page(Json("").dump());
    const std::string page = html_page(Json(name).dump());
    auto count = [](const std::string& text, const char* what) {
        int n = 0;
        for (std::size_t at = text.find(what); at != std::string::npos;
             at = text.find(what, at + 1))
            ++n;
        return n;
    };
    for (const char* what : {"</script", "<img", "<!--", "\xe2\x80\xa8", "\xe2\x80\xa9"})
        EXPECT_EQ(count(page, what), count(plain, what)) << what;
    const std::size_t begin = page.find("id=\"data\">") + 10;
    EXPECT_EQ(Json::parse(page.substr(begin, page.find("</script", begin) - begin)), Json(name));
}

TEST(HtmlPage, PolicyNamesHashesAndNothingUnsafe) {
    const std::string policy = page_policy();
    EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
    EXPECT_NE(policy.find("script-src 'sha256-"), std::string::npos);
    EXPECT_EQ(policy.find("unsafe"), std::string::npos);
}

TEST_F(PageTest, OnlySourcesBelowTheFoldersAreShown) {
    write("project/rtl/a.sv", "module a;\n");
    write("secret.sv", "module secret;\n");
    write("project/key.pem", "key");
    fs::create_symlink(folder_ / "secret.sv", folder_ / "project/link.sv");
    const PageSources sources{{folder_ / "project"}, false};
    EXPECT_FALSE(find_source("rtl/a.sv", sources).empty());
    EXPECT_TRUE(find_source("../secret.sv", sources).empty());
    EXPECT_TRUE(find_source("link.sv", sources).empty());
    EXPECT_TRUE(find_source("key.pem", sources).empty());
    EXPECT_TRUE(find_source((folder_ / "secret.sv").string(), sources).empty());
    EXPECT_FALSE(find_source("../secret.sv", {{folder_ / "project"}, true}).empty());
}

TEST(GraphLayout, IndicesFold) {
    EXPECT_EQ(folded("dut.g[3].u[12].q"), "dut.g[*].u[*].q");
    EXPECT_EQ(folded("dut.a[b][]"), "dut.a[b][]");
    EXPECT_EQ(folded("a[1"), "a[1");
}

TEST_F(PageTest, GraphHasEveryBlockAndEveryLineHasPoints) {
    const Json graphs = Json::parse(data_of(sample_run())).at("graphs");
    ASSERT_EQ(graphs.size(), 1U);
    const Json& graph = graphs.at(0);
    EXPECT_EQ(graph.at("id"), "");
    ASSERT_FALSE(graph.at("nodes").empty());
    ASSERT_FALSE(graph.at("edges").empty());
    for (const Json& edge : graph.at("edges")) {
        EXPECT_LT(edge.at("from").get<std::size_t>(), graph.at("nodes").size());
        EXPECT_GE(edge.at("line").size(), 8U);
    }
    const Result<RunView> run = open_run(folder_ / "run.tapdb", diagnostics_);
    const Result<Table> scopes = run->query("SELECT DISTINCT scope FROM blocks", diagnostics_);
    ASSERT_TRUE(scopes);
    for (const Row& row : scopes->rows) {
        int homes = 0;
        for (const Json& node : graph.at("nodes"))
            for (const Json& member : node.at("members"))
                if (member == std::get<std::string>(row[0])) ++homes;
        EXPECT_EQ(homes, 1) << std::get<std::string>(row[0]);
    }
}

// A chain of blocks in rows: `rows` instances with `columns` blocks each.
GraphLevel farm(std::size_t rows, std::size_t columns) {
    GraphLevel all;
    for (std::size_t i = 0; i < rows * columns; ++i) {
        const std::string id =
            "farm.u_row_" + std::to_string(i / columns) + ".u_" + std::to_string(i);
        all.nodes.push_back({id, "machine", {id}, 1});
        if (i > 0) all.lines[{i - 1, i}] = {"link_" + std::to_string(i)};
    }
    return all;
}

TEST(GraphLevels, ADesignThatFitsIsOneDrawing) { EXPECT_EQ(levels_of(farm(6, 10), 60).size(), 1U); }

TEST(GraphLevels, InstancesOfALargeOneAreBoxesWithDrawingsOfTheirOwn) {
    const std::vector<GraphLevel> levels = levels_of(farm(20, 50), 60);
    ASSERT_EQ(levels.size(), 21U);
    EXPECT_EQ(levels[0].id, "");
    ASSERT_EQ(levels[0].nodes.size(), 20U);
    EXPECT_EQ(levels[0].nodes[3].id, "farm.u_row_3");
    EXPECT_EQ(levels[0].nodes[3].kind, "group");
    EXPECT_EQ(levels[0].nodes[3].members.size(), 50U);
    EXPECT_EQ(levels[0].lines.size(), 19U);
    const GraphLevel& inside = levels[4];
    EXPECT_EQ(inside.id, "farm.u_row_3");
    ASSERT_EQ(inside.nodes.size(), 52U);  // and the two neighbours
    EXPECT_EQ(inside.nodes[51].kind, "outside");
    std::set<std::string> outside = {inside.nodes[50].id, inside.nodes[51].id};
    EXPECT_EQ(outside, (std::set<std::string>{"farm.u_row_2", "farm.u_row_4"}));
}

TEST(GraphLevels, SiblingsThatAreCountedAreOneBox) {
    GraphLevel all = farm(1, 300);
    all.lines.clear();
    const std::vector<GraphLevel> levels = levels_of(all, 60);
    ASSERT_EQ(levels.size(), 2U);
    ASSERT_EQ(levels[0].nodes.size(), 1U);
    EXPECT_EQ(levels[0].nodes[0].id, "farm.u_row_0.u_*");
    EXPECT_EQ(levels[1].nodes.size(), 300U);
}

TEST(GraphLevels, APipelineKeepsItsOrder) {
    const std::vector<GraphLevel> whole = levels_of(farm(1, 100), 60);
    ASSERT_EQ(whole.size(), 1U);
    EXPECT_EQ(whole[0].nodes.size(), 100U);
    const std::vector<GraphLevel> sections = levels_of(farm(1, 300), 60);
    ASSERT_EQ(sections.size(), 11U);
    ASSERT_EQ(sections[0].nodes.size(), 10U);
    EXPECT_EQ(sections[0].nodes[1].id, "farm.u_row_0.u_30 to u_59");
    EXPECT_EQ(sections[0].lines.size(), 9U);
    EXPECT_EQ(sections[2].nodes.size(), 32U);  // and the two neighbours
    EXPECT_EQ(sections[2].nodes[0].id, "farm.u_row_0.u_30");
}

TEST(DotLayout, AHighDrawingBecomesColumnsThatDoNotOverlap) {
    Layout layout;
    for (std::size_t i = 0; i < 60; ++i) layout.nodes.push_back({0, 0, 140, 60});
    lay_out(layout);
    const double height = layout.height;
    wrap(layout);
    EXPECT_LT(layout.height, height / 3);
    for (std::size_t i = 0; i < layout.nodes.size(); ++i)
        for (std::size_t k = i + 1; k < layout.nodes.size(); ++k)
            EXPECT_FALSE(layout.nodes[i].x == layout.nodes[k].x &&
                         layout.nodes[i].y == layout.nodes[k].y)
                << i << " and " << k;
}

TEST(DotLayout, AWideDrawingBecomesBandsThatDoNotOverlap) {
    Layout layout;
    for (std::size_t i = 0; i < 60; ++i) {
        layout.nodes.push_back({0, 0, 140, 60});
        if (i > 0) layout.edges.push_back({i - 1, i, {}});
    }
    lay_out(layout);
    const double wide = layout.width;
    wrap(layout);
    EXPECT_LT(layout.width, wide / 3);
    EXPECT_LT(layout.width / layout.height, 8);
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const LayoutBox& a = layout.nodes[i];
        for (std::size_t k = i + 1; k < layout.nodes.size(); ++k) {
            const LayoutBox& b = layout.nodes[k];
            EXPECT_FALSE(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
                         b.y < a.y + a.height)
                << i << " and " << k;
        }
    }
    for (const LayoutEdge& edge : layout.edges) EXPECT_EQ((edge.line.size() - 2) % 6, 0U);
}

TEST_F(PageTest, SameRunSameBytes) { EXPECT_EQ(data_of(sample_run()), data_of(sample_run())); }

}  // namespace
}  // namespace tapestry
