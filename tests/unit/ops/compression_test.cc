#include "ops/compression.h"

#include <zstd.h>

#include <array>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/rng.h"
#include "op_test.h"

namespace bridle::internal::test {
namespace {

constexpr TableOptions kCompressed{.compress_values = true};

std::string frameOf(std::string_view value) {
  std::string frame;
  appendCompressed(frame, value);
  return frame;
}

std::string read(std::string stored) {
  EXPECT_TRUE(decompressValue(stored));
  return stored;
}

std::string randomBytes(Rng& rng, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(rng.next());
  return bytes;
}

TEST(Compression, ValuesComeBack) {
  Rng rng(1);
  for (const std::size_t size : {1UL, 2UL, 100UL, 65'536UL, 400'000UL, 3'000'000UL}) {
    const std::string plain(size, 'x');
    EXPECT_EQ(read(frameOf(plain)), plain) << size;
    const std::string random = randomBytes(rng, size);
    EXPECT_EQ(read(frameOf(random)), random) << size;
  }
  EXPECT_LT(frameOf(std::string(400'000, 'x')).size(), 100U);
}

TEST(Compression, AFrameOfAnyWriterIsRead) {
  const std::string value(100'000, 'y');
  std::string high(ZSTD_compressBound(value.size()), '\0');
  high.resize(ZSTD_compress(high.data(), high.size(), value.data(), value.size(), 19));
  EXPECT_EQ(read(high), value);
  EXPECT_EQ(read(frameOf("ab") + frameOf("cd")), "abcd");

  // Without the size in its header, as streams are written.
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  std::string stream(ZSTD_compressBound(value.size()), '\0');
  stream.resize(ZSTD_compress2(context, stream.data(), stream.size(), value.data(), value.size()));
  ZSTD_freeCCtx(context);
  EXPECT_EQ(read(stream), value);
}

TEST(Compression, WhatIsNoFrameIsReadAsItIs) {
  const std::string frame = frameOf("some value that is long enough to be cut");
  for (std::size_t size = 0; size < frame.size(); ++size) {
    EXPECT_EQ(read(frame.substr(0, size)), frame.substr(0, size)) << size;
  }
  EXPECT_EQ(read(frame + "tail"), frame + "tail");
  EXPECT_EQ(read("42"), "42");
  EXPECT_EQ(read(""), "");
}

TEST(Compression, BrokenFramesDoNoHarm) {
  Rng rng(2);
  const std::string frame = frameOf(randomBytes(rng, 300) + std::string(3000, 'z'));
  for (int i = 0; i < 20'000; ++i) {
    std::string broken = frame;
    broken[rng.below(broken.size())] = static_cast<char>(rng.next());
    decompressValue(broken);
  }
}

TEST(Compression, AValueHasALimitWhateverItsFrameSays) {
  std::string largest = frameOf(std::string(limits::kMaxDecompressedBytes, 'x'));
  EXPECT_EQ(read(largest).size(), limits::kMaxDecompressedBytes);
  std::string bomb = frameOf(std::string(limits::kMaxDecompressedBytes + 1, 'x'));
  const std::string before = bomb;
  EXPECT_FALSE(decompressValue(bomb));
  EXPECT_EQ(bomb, before);
}

TEST(Compression, A64_AbsentValuesPassThrough) {
  GetOp::Result absent;
  EXPECT_TRUE(GetOp::decompress(absent));
  EXPECT_EQ(absent, std::nullopt);
  CheckResult unmet{.value_returned = true};
  EXPECT_TRUE(CheckAndSetOp::decompress(unmet));
  EXPECT_EQ(unmet.value, std::nullopt);
  Entries none;
  EXPECT_TRUE(MultiGetOp::decompress(none));
}

TEST(Compression, AllResultsWithValuesAreDecompressed) {
  const std::string frame = frameOf("value");
  GetOp::Result got = frame;
  EXPECT_TRUE(GetOp::decompress(got));
  EXPECT_EQ(got, "value");
  Entries entries{{{"a", frame}, {"b", "plain"}}};
  EXPECT_TRUE(MultiGetRangeOp::decompress(entries));
  EXPECT_EQ(entries.entries[0].value, "value");
  EXPECT_EQ(entries.entries[1].value, "plain");
  CheckResult checked{.value = frame};
  EXPECT_TRUE(CompareExchangeOp::decompress(checked));
  EXPECT_EQ(checked.value, "value");
  FoundRecords found{{{"h", "s", frame}}};
  EXPECT_TRUE(BatchGetOp::decompress(found));
  EXPECT_EQ(found.records[0].value, "value");
  ScanReply scanned{.records = {{"raw", frame}}};
  EXPECT_TRUE(ScanOp::decompress(scanned));
  EXPECT_EQ(scanned.records[0].value, "value");
  static_assert(!HoldsValues<SetOp> && !HoldsValues<TtlOp> && !HoldsValues<IncrOp>);
}

TEST(Compression, WritesOfValuesAreFramesWhereTheTableWantsThem) {
  const std::string frame = frameOf("value");
  const std::string set = encoded(SetRequest{{"h"}, "value"}, kCompressed);
  EXPECT_EQ(wire::decodeArgs<wire::update_request>(set)->value.bytes, frame);
  EXPECT_EQ(encoded(SetRequest{{"h"}, frame}), set);

  const std::array<EntryView, 2> entries{{{"a", "value"}, {"b", ""}}};
  const auto multi_set = wire::decodeArgs<wire::multi_put_request>(
      encoded(MultiSetRequest{"h", entries}, kCompressed));
  EXPECT_EQ(multi_set->kvs[0].value.bytes, frame);
  EXPECT_EQ(multi_set->kvs[1].value.bytes, "") << "the server knows it as empty";

  const std::array<Mutation, 2> mutations{{Mutation::set("a", "value"), Mutation::del("b")}};
  const auto mutate = wire::decodeArgs<wire::check_and_mutate_request>(
      encoded(CheckAndMutateRequest{"h", {}, mutations}, kCompressed));
  EXPECT_EQ(mutate->mutate_list[0].value.bytes, frame);
  EXPECT_EQ(mutate->mutate_list[1].value.bytes, "");
}

TEST(Compression, ACheckSeesWhatIsStoredAndACompareExchangeAFrame) {
  const Check plain{"s", CheckType::kBytesEqual, "plain"};
  const auto set = wire::decodeArgs<wire::check_and_set_request>(
      encoded(CheckAndSetRequest{"h", plain, {.value = "value"}}, kCompressed));
  EXPECT_EQ(set->check_operand.bytes, "plain");
  EXPECT_EQ(set->set_value.bytes, frameOf("value"));
  const auto exchange = wire::decodeArgs<wire::check_and_set_request>(
      encoded(CompareExchangeRequest{{"h", "s"}, "old", "value"}, kCompressed));
  EXPECT_EQ(exchange->check_operand.bytes, frameOf("old"));
  EXPECT_EQ(exchange->set_value.bytes, frameOf("value"));
}

}  // namespace
}  // namespace bridle::internal::test
