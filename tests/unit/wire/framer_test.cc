#include "wire/framer.h"

#include <vector>

#include "base/rng.h"
#include "support/status_matchers.h"
#include "vectors.h"
#include "wire/frame.h"

namespace bridle::internal::wire {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kMaxFrame = 1024;

// A framer and what came out of it.
struct Harness {
  explicit Harness(Framer::Measure measure, std::size_t max = kMaxFrame) : framer(measure, max) {}

  absl::Status feed(std::string_view bytes) {
    return framer.feed(bytes, [this](std::string_view frame) {
      frames.emplace_back(frame);
      return true;
    });
  }

  Framer framer;
  std::vector<std::string> frames;
};

std::vector<std::string> replies() {
  return {vector("V3"), vector("V5"), vector("V4"), vector("V32"), vector("V47")};
}

std::string joined(const std::vector<std::string>& frames) {
  std::string stream;
  for (const std::string& frame : frames) stream += frame;
  return stream;
}

TEST(FramerTest, ManyFramesInOneReadAreNotCopied) {
  const std::string stream = joined(replies());
  Framer framer(measureReply, kMaxFrame);
  std::size_t at = 0;
  EXPECT_THAT(framer.feed(stream,
                          [&](std::string_view frame) {
                            EXPECT_EQ(frame.data(), stream.data() + at);
                            at += frame.size();
                            return true;
                          }),
              IsOk());
  EXPECT_EQ(at, stream.size());
  EXPECT_EQ(framer.buffered(), 0U);
}

TEST(FramerTest, ByteByByteGivesTheSameFrames) {
  const std::string stream = joined(replies());
  Harness harness(measureReply);
  for (const char& byte : stream) ASSERT_THAT(harness.feed({&byte, 1}), IsOk());
  EXPECT_EQ(harness.frames, replies());
  EXPECT_EQ(harness.framer.buffered(), 0U);
}

TEST(FramerTest, AnySplitGivesTheSameFrames) {
  const std::vector<std::string> requests = {vector("V1"), vector("V2"), vector("V30"),
                                             vector("V31"), vector("V1")};
  const std::string stream = joined(requests);
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    Harness harness(measureThftRequest);
    for (std::string_view rest = stream; !rest.empty();) {
      const std::size_t size = 1 + rng.below(std::min<std::size_t>(rest.size(), 150));
      ASSERT_THAT(harness.feed(rest.substr(0, size)), IsOk());
      rest.remove_prefix(size);
    }
    ASSERT_EQ(harness.frames, requests) << "round " << round;
  }
}

TEST(FramerTest, APartOfAFrameIsKeptForLater) {
  Harness harness(measureReply);
  EXPECT_THAT(harness.feed(vector("V3").substr(0, 50)), IsOk());
  EXPECT_EQ(harness.framer.buffered(), 50U);
  EXPECT_THAT(harness.feed(vector("V3").substr(50)), IsOk());
  EXPECT_THAT(harness.frames, ElementsAre(vector("V3")));
  EXPECT_EQ(harness.framer.buffered(), 0U);
  EXPECT_THAT(harness.feed(""), IsOk());
}

TEST(FramerTest, AFrameOverTheLimitIsRefusedAtItsLengthAndForEver) {
  Harness harness(measureReply, 104);
  EXPECT_THAT(harness.feed(vector("V3")), IsOk());  // 104 bytes
  EXPECT_THAT(harness.feed(fromHex("00000069")),
              FailsWith(StatusCode::kDataLoss, HasSubstr("105 bytes, more than the limit of 104")));
  EXPECT_THAT(harness.feed(vector("V3")), FailsWith(StatusCode::kDataLoss, HasSubstr("105 bytes")));
  EXPECT_THAT(harness.frames, ElementsAre(vector("V3")));
}

TEST(FramerTest, AHugeLengthReservesNothing) {
  Harness harness(measureReply, std::size_t{1} << 40);
  EXPECT_THAT(harness.feed(fromHex("ffffffff00")), IsOk());
  EXPECT_EQ(harness.framer.buffered(), 5U);
}

TEST(FramerTest, AReplyShorterThanAnyIsRefused) {
  for (const char* hex : {"00000000", "00000004", "00000013"}) {
    EXPECT_THAT(measureReply(fromHex(hex)),
                FailsWith(StatusCode::kDataLoss, HasSubstr("shortest has 20")));
  }
  EXPECT_EQ(*measureReply(fromHex("00000014")), 20U);
}

TEST(FramerTest, StopsWhenItsOwnerIsGone) {
  auto framer = std::make_unique<Framer>(measureReply, kMaxFrame);
  int frames = 0;
  const auto end_of_owner = [&](std::string_view frame) {
    ++frames;
    framer.reset();
    EXPECT_EQ(frame, vector("V3"));  // still there
    return false;
  };
  ASSERT_THAT(framer->feed(vector("V3").substr(0, 50), end_of_owner), IsOk());
  EXPECT_THAT(framer->feed(vector("V3").substr(50) + vector("V3"), end_of_owner), IsOk());
  EXPECT_EQ(frames, 1);

  framer = std::make_unique<Framer>(measureReply, kMaxFrame);
  EXPECT_THAT(framer->feed(vector("V3") + vector("V3"), end_of_owner), IsOk());
  EXPECT_EQ(frames, 2);
}

TEST(FramerTest, WhatIsNoRequestIsRefusedAtOnce) {
  const struct {
    const char* hex;
    const char* why;
  } cases[] = {
      {"58585858", "does not begin with THFT"},
      {"474554202f", "does not begin with THFT"},
      {"5448465400000002", "header version 2"},
      {"54484654ffffffff", "header version 4294967295"},
      {"54484654000000000000002f0000000000000031", "48 bytes, not 47"},
      {"5448465400000000000000400000000000000031", "48 bytes, not 64"},
      {"5448465400000000000000300000000000000000", "body is empty"},
      {"54484654000000010000002500000000", "body is empty"},
  };
  for (const auto& [hex, why] : cases) {
    EXPECT_THAT(Harness(measureThftRequest).feed(fromHex(hex)),
                FailsWith(StatusCode::kDataLoss, HasSubstr(why)));
  }
}

TEST(FramerTest, LengthsOfARequestAddUpWithoutOverflow) {
  EXPECT_EQ(*measureThftRequest(fromHex("5448465400000001ffffffffffffffff")),
            16 + 2 * std::size_t{0xffffffff});
  EXPECT_EQ(*measureThftRequest(fromHex("544846540000000000000030deadbeefffffffff")),
            48 + std::size_t{0xffffffff});
  EXPECT_EQ(*measureThftRequest(fromHex("54484654000000010000002500000")), 0U);
}

}  // namespace
}  // namespace bridle::internal::wire
