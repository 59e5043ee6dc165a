// SPDX-License-Identifier: Apache-2.0
#include "base/sandbox.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/fence.h"
#include "base/file.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class Looking : public testing::Test {
protected:
    void SetUp() override {
        char name[] = "/tmp/tapestry_looking_XXXXXX";
        place_ = mkdtemp(name);
        inside_ = place_ / "inside";
        fs::create_directories(inside_);
        write(place_ / "victim", "precious");
        before_ = sandbox_limits();
    }
    void TearDown() override {
        set_sandbox_limits(before_);
        fs::remove_all(place_);
    }
    Exit look_with(const std::string& script) {
        Command command;
        command.words = {"sh", "-c", script};
        command.folder = place_;
        command.output = inside_ / "log";
        return look(command, inside_);
    }
    static void write(const fs::path& path, const std::string& text) {
        Diagnostics nobody;
        ASSERT_TRUE(write_file(path, text, nobody));
    }
    static std::string read(const fs::path& path) {
        Diagnostics nobody;
        return read_file(path, nobody).value_or("(nothing)");
    }

    fs::path place_;
    fs::path inside_;
    SandboxLimits before_{};
};

TEST_F(Looking, NothingIsWrittenOutsideOfTheFolder) {
    if (!Fence::is_possible()) GTEST_SKIP() << "this system has no Landlock";
    for (const char* script :
         {"echo x > victim", "echo x >> victim", ": > victim", "rm victim", "mv victim other",
          "ln victim inside/link && echo x > inside/link", "echo x > new", "mkdir new",
          "ln -s /dev/null new", "mkfifo new", "ln -s ../victim inside/to && echo x > inside/to",
          "sh -c 'echo x > victim'", "cp /dev/null victim", "truncate -s 0 victim"}) {
        EXPECT_FALSE(look_with(script).good()) << script;
        EXPECT_EQ(read(place_ / "victim"), "precious") << script;
        EXPECT_FALSE(fs::exists(fs::symlink_status(place_ / "new"))) << script;
    }
}

TEST_F(Looking, InsideAndTemporaryFilesAndReadingStayFree) {
    for (const char* script :
         {"echo x > inside/new && rm inside/new", "mkdir inside/a inside/b", "cat victim",
          "echo x > inside/a/f && mv inside/a/f inside/b/f", "echo x > /dev/null",
          "t=$(mktemp) && echo x > \"$t\"", "test \"$TMPDIR\" = \"$PWD/inside\""})
        EXPECT_TRUE(look_with(script).good()) << script << ": " << read(inside_ / "log");
}

TEST_F(Looking, SignalsToOthersAreForbiddenWhereTheKernelCan) {
    // Landlock restricts signals since version 6; on older kernels there is nothing to test.
    const Exit exit = look_with("kill -0 $PPID");
    if (exit.good()) GTEST_SKIP() << "this kernel has no scopes";
    EXPECT_EQ(exit.how, Exit::How::exited);
}

TEST_F(Looking, TimeAndMemoryAreBounded) {
    set_sandbox_limits({std::chrono::seconds(1), 64 << 20});
    const Exit slow = look_with("sleep 60");
    EXPECT_EQ(slow.how, Exit::How::timed_out);
    EXPECT_EQ(why_limited(slow, ""), slow.to_text());
    set_sandbox_limits({std::chrono::seconds(60), 64 << 20});
    const Exit large = look_with("awk 'BEGIN { s = \"x\"; for (;;) s = s s }'");
    EXPECT_FALSE(large.good());
    EXPECT_NE(large.how, Exit::How::timed_out) << read(inside_ / "log");
    EXPECT_EQ(why_limited({Exit::How::signalled, 6, 0}, "std::bad_alloc"),
              "needs more than 64 MB of memory");
    EXPECT_EQ(why_limited({Exit::How::exited, 1, 0}, "syntax error"), "");
    EXPECT_EQ(why_limited({Exit::How::exited, 0, 0}, "std::bad_alloc"), "");
}

}  // namespace
}  // namespace tapestry
