// SPDX-License-Identifier: Apache-2.0
#include "base/plain_names.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/file.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

TEST(PlainNames, LinksWhatIsNotPlainAndKnowsItAgain) {
    std::string made = (fs::temp_directory_path() / "plain_names-XXXXXX").string();
    const fs::path folder = mkdtemp(made.data());
    Diagnostics diagnostics;
    PlainNames names(folder);
    EXPECT_EQ(names.plain("rtl/a-b.v"), "rtl/a-b.v");
    for (const char* odd : {"the mill.v", "ümlaut.v", "$(shell id).v", "a;b.v", "q'uote.v"}) {
        const std::string user = (folder / odd).string();
        ASSERT_TRUE(write_file(user, odd, diagnostics));
        const std::string plain = names.plain(user);
        EXPECT_TRUE(is_plain_name(plain)) << plain;
        EXPECT_EQ(names.plain(user), plain);
        EXPECT_TRUE(plain.ends_with(".v"));
        EXPECT_EQ(read_file(plain, diagnostics), odd);
        EXPECT_EQ(names.restored("in " + plain + ":12"), "in " + user + ":12");
    }
    // A file in a folder is reached through the folder's link, which is made once.
    const std::string below = names.plain((folder / "a b" / "rtl" / "x.v").string());
    EXPECT_TRUE(below.ends_with("_/rtl/x.v")) << below;
    EXPECT_EQ(names.plain((folder / "a b" / "rtl").string()) + "/x.v", below);
    // Another stage links other names in the same folder.
    PlainNames others(folder);
    const std::string other = others.plain((folder / "c d").string());
    EXPECT_TRUE(is_plain_name(other)) << other;
    EXPECT_EQ(fs::read_symlink(other), folder / "c d");
    fs::remove_all(folder);
}

}  // namespace
}  // namespace tapestry
