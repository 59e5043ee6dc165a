// SPDX-License-Identifier: Apache-2.0
#include "base/scratch.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <fstream>
#include <optional>

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class ScratchTest : public testing::Test {
protected:
    ScratchTest() {
        fs::create_directories(parent_);
        if (const char* was = getenv("TMPDIR")) was_ = was;
        setenv("TMPDIR", parent_.c_str(), 1);
    }
    ~ScratchTest() override {
        was_ ? setenv("TMPDIR", was_->c_str(), 1) : unsetenv("TMPDIR");
        fs::remove_all(parent_);
    }
    // As if it had been made an hour ago.
    static void age(const fs::path& folder) {
        fs::last_write_time(folder / ".alive",
                            fs::file_time_type::clock::now() - std::chrono::hours(1));
    }
    fs::path left(const std::string& name, bool marked) const {
        fs::create_directories(parent_ / name / "inside");
        if (marked) {
            std::ofstream(parent_ / name / ".alive") << "";
            age(parent_ / name);
        }
        return parent_ / name;
    }

    // Tests run beside each other: each has a folder of its own.
    fs::path parent_ = fs::path(testing::TempDir()) /
                       testing::UnitTest::GetInstance()->current_test_info()->name();
    std::optional<std::string> was_;
};

TEST_F(ScratchTest, RemovesWhatAKilledCommandLeft) {
    const fs::path dead = left("tapestry-dead00", true);
    const fs::path unmarked = left("tapestry-old000", false);
    const fs::path other = left("another-dead00", true);
    const Scratch scratch;
    EXPECT_FALSE(fs::exists(dead));
    EXPECT_TRUE(fs::exists(unmarked));
    EXPECT_TRUE(fs::exists(other));
}

TEST_F(ScratchTest, LeavesWhatIsInUse) {
    const Scratch first;
    age(first.path());
    const Scratch second;
    EXPECT_TRUE(fs::exists(first.path()));
    EXPECT_TRUE(fs::exists(second.path()));
}

}  // namespace
}  // namespace tapestry
