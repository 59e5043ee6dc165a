// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <thread>

#include "base/output_folder.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "jobs/what_if/live_run.h"
#include "jobs/what_if/what_if.h"
#include "show/page/page.h"
#include "show/serve/server.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct ReportLiveArguments {
    std::vector<std::string> runs = {"out"};
    int port = 0;
    bool json = false;
};

// What the page gets, made again only when a file has changed.
class Pages {
public:
    Pages(const std::vector<std::string>& paths, const fs::path& scratch) {
        for (const std::string& path : paths) {
            const fs::path own = scratch / fmt::format("{}", runs_.size());
            std::error_code ignored;
            fs::create_directory(own, ignored);
            runs_.emplace_back(path, own);
        }
    }

    ServedData now() {
        std::string tag = "\"";
        for (const LiveRun& run : runs_) tag += run.stamp() + ",";
        tag.back() = '"';
        if (last_.tag != tag || !last_.good) last_ = made(tag);
        return last_;
    }

    const std::vector<LiveRun>& runs() const { return runs_; }

private:
    ServedData made(const std::string& tag) const {
        std::vector<std::string> data;
        bool live = false;
        for (const LiveRun& run : runs_) {
            Diagnostics diagnostics;
            live = live || run.is_under_way();
            const Result<std::string> one = run.data(diagnostics);
            if (!one) return {false, tag, shared(to_text(diagnostics.all().back()))};
            if (!one->empty()) data.push_back(*one);
        }
        return {true, tag, shared(page_json(data, live))};
    }
    static std::shared_ptr<const std::string> shared(std::string text) {
        return std::make_shared<const std::string>(std::move(text));
    }

    std::vector<LiveRun> runs_;
    ServedData last_;
};

Result<Done> check_paths(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
    for (const std::string& path : paths) {
        std::error_code ec;
        if (fs::is_directory(path, ec)) {
            settle(path);
            continue;
        }
        if (const auto done = open_run(path, diagnostics); !done) return done.failure();
    }
    return Done{};
}

// An interrupt ends the command in good order; what it kept in the temporary folder goes.
class StopOnSignal {
public:
    explicit StopOnSignal(PageServer& server) {
        sigemptyset(&signals_);
        for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) sigaddset(&signals_, s);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
        thread_ = std::thread([this, &server] {
            int got = 0;
            sigwait(&signals_, &got);
            server.stop();
        });
    }
    ~StopOnSignal() {
        pthread_kill(thread_.native_handle(), SIGUSR1);
        thread_.join();
    }
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;

private:
    sigset_t signals_{};
    std::thread thread_;
};

int live_command(const ReportLiveArguments& options, Diagnostics& diagnostics) {
    Scratch scratch;
    if (!is_usable(scratch, diagnostics) || !check_paths(options.runs, diagnostics))
        return kBadInput;
    Pages pages(options.runs, scratch.path());
    WhatIf what_if(pages.runs());
    PageServer server(served_page(), page_policy(), [&pages] { return pages.now(); },
                      {[&what_if](const std::string& query) { return what_if.answer(query); },
                       [&what_if](const std::string& query) { what_if.prepare(query); }});
    const Result<int> port = server.bind(options.port, diagnostics);
    if (!port) return kBadInput;
    const StopOnSignal stop(server);
    const std::string url = fmt::format("http://127.0.0.1:{}/", *port);
    if (options.json)
        fmt::print("{{\"url\": \"{}\"}}\n", url);
    else
        fmt::print("{}  (Ctrl-C ends it)\n", url);
    std::fflush(stdout);
    server.listen();
    return kFine;
}

}  // namespace

Action declare_report_live(OptionList& app) {
    auto o = std::make_shared<ReportLiveArguments>();
    app.add_option("runs", o->runs, "Run files, or folders of profile or run, also ones at work")
        ->type_name("RUN")
        ->capture_default_str();
    app.add_option("--port", o->port, "Port on this machine (default: any free one)")
        ->check(within(1, 65535))
        ->type_name("N");
    app.add_flag("--json", o->json, "Print the address as JSON");
    return [o](Diagnostics& diagnostics) { return live_command(*o, diagnostics); };
}

}  // namespace tapestry
