#include "route/meta_reply.h"

#include <gmock/gmock.h>

#include "unit/wire/vectors.h"
#include "wire/frame.h"

namespace bridle::internal {
namespace {

std::optional<std::string> errorIn(const std::string& vector_name) {
  const auto reply = wire::decodeReply(wire::vector(vector_name));
  const auto name = metaErrorName(reply->result);
  if (!name.has_value()) return std::nullopt;
  return std::string(*name);
}

TEST(MetaReplyTest, FindsTheErrorOfAnyKindOfAnswer) {
  EXPECT_EQ(errorIn("V32"), "ERR_OK");
  EXPECT_EQ(errorIn("V34"), "ERR_FORWARD_TO_OTHERS");
  EXPECT_EQ(errorIn("V35"), "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(errorIn("V37"), "ERR_OK");
  EXPECT_EQ(errorIn("V40"), "ERR_OK");
  EXPECT_EQ(errorIn("V42"), "ERR_OK");
}

TEST(MetaReplyTest, FindsNoneInWhatIsNoAnswerOfAMeta) {
  EXPECT_EQ(errorIn("V3"), std::nullopt) << "a GET reply begins with a number";
  EXPECT_EQ(metaErrorName(""), std::nullopt);
  const std::string whole(wire::decodeReply(wire::vector("V35"))->result);
  for (std::size_t size = 0; size < 10 + std::string("ERR_OBJECT_NOT_FOUND").size(); ++size) {
    EXPECT_EQ(metaErrorName(whole.substr(0, size)), std::nullopt) << size;
  }
}

}  // namespace
}  // namespace bridle::internal
