#include "tools/bench/field_length.h"

#include <vector>

#include "support/status_matchers.h"
#include "unit/tools/statistics.h"
#include "unit/tools/temp_file.h"

namespace bridle::internal::bench {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::TempFile;
using test::tolerance;
using testing::DoubleNear;
using testing::HasSubstr;

constexpr int kLengths = 100'000;

std::vector<double> draw(const FieldLength& length, std::size_t size) {
  Rng rng(1);
  return test::measureShares(size, kLengths, [&] { return length.next(rng); });
}

TEST(FieldLengthTest, ConstantIsConstant) {
  const FieldLength length = constantLength(100);
  EXPECT_TRUE(length.constant);
  EXPECT_EQ(length.longest, 100);
  EXPECT_THAT(draw(length, 101)[100], DoubleNear(1, 1e-6));
}

TEST(FieldLengthTest, UniformIncludesBothEnds) {
  const FieldLength length = uniformLength(1, 4);
  EXPECT_FALSE(length.constant);
  EXPECT_EQ(length.longest, 4);
  const std::vector<double> shares = draw(length, 5);
  EXPECT_EQ(shares[0], 0);
  for (std::size_t i = 1; i <= 4; ++i) {
    EXPECT_THAT(shares[i], DoubleNear(0.25, tolerance(0.25, kLengths)));
  }
}

TEST(FieldLengthTest, ZipfianPrefersTheShortest) {
  const FieldLength length = zipfianLength(1, 1000);
  const std::vector<double> shares = draw(length, 1001);
  EXPECT_THAT(shares[1], DoubleNear(0.12938, tolerance(0.12938, kLengths)));
  EXPECT_THAT(shares[2], DoubleNear(0.06514, tolerance(0.06514, kLengths)));
  EXPECT_EQ(shares[0] + shares[1001], 0);
}

TEST(FieldLengthTest, HistogramGivesUpperEndsOfBlocks) {
  const TempFile file("BlockSize\t10\n0\t1\n1\t0\n2\t3\n");
  const absl::StatusOr<FieldLength> length = histogramLength(file.path());
  ASSERT_THAT(length, test::IsOk());
  EXPECT_EQ(length->longest, 30);
  const std::vector<double> shares = draw(*length, 31);
  EXPECT_THAT(shares[10], DoubleNear(0.25, tolerance(0.25, kLengths)));
  EXPECT_THAT(shares[30], DoubleNear(0.75, tolerance(0.75, kLengths)));
  EXPECT_EQ(shares[20], 0);
}

TEST(FieldLengthTest, HistogramErrorsNameFileAndLine) {
  const struct {
    const char* content;
    const char* error;
  } cases[] = {
      {"", ": no block has a count above 0"},
      {"BlockSize\t10\n", ": no block has a count above 0"},
      {"BlockSize\t10\n0\t0\n", ": no block has a count above 0"},
      {"Blocks\t10\n", ":1: expected \"BlockSize<tab>number\""},
      {"BlockSize 10\n", ":1: expected \"BlockSize<tab>number\""},
      {"BlockSize\t0\n", ":1: expected \"BlockSize<tab>number\""},
      {"BlockSize\t10\n0\t1\n2\t1\n", ":3: expected \"1<tab>number\""},
      {"BlockSize\t10\n0\t-1\n", ":2: expected \"0<tab>number\""},
      {"BlockSize\t10\n0\t99999999999999999999\n", ":2: expected"},
  };
  for (const auto& c : cases) {
    const TempFile file(c.content);
    EXPECT_THAT(histogramLength(file.path()),
                FailsWith(StatusCode::kInvalidArgument, HasSubstr(file.path() + c.error)))
        << c.content;
  }
  EXPECT_THAT(histogramLength("/nonexistent/hist.txt"),
              FailsWith(StatusCode::kNotFound, HasSubstr("/nonexistent/hist.txt")));
}

}  // namespace
}  // namespace bridle::internal::bench
