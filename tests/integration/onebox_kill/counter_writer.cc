#include "counter_writer.h"

#include <gtest/gtest.h>

#include "bridle/error.h"

namespace bridle::test {
namespace {

constexpr const char* kSum = "sum";
constexpr const char* kExchanged = "exchanged";

}  // namespace

void CounterWriter::writeNext() {
  if (++number_ % 2 == 0) {
    increase();
  } else {
    exchange();
  }
}

void CounterWriter::increase() {
  const absl::StatusOr<std::int64_t> sum = table_.incr({hash_key_, kSum}, 1);
  if (sum.ok() || mayHaveExecuted(sum.status())) ++most_sum_;
  if (!sum.ok()) return;
  ++acknowledged_;
  ++least_sum_;
  sumIs(*sum);
}

void CounterWriter::sumIs(std::int64_t sum) {
  EXPECT_GE(sum, least_sum_) << "increments that were acknowledged are lost";
  EXPECT_LE(sum, most_sum_) << "increments happened twice";
  least_sum_ = most_sum_ = sum;
}

// From what is there, if that is known, to the next number; else it is learnt from the answer.
void CounterWriter::exchange() {
  const std::optional<std::string> from = exchanged_.acknowledged();
  const std::string to = std::to_string(number_);
  const Check check{.sort_key = kExchanged,
                    .type = from ? CheckType::kBytesEqual : CheckType::kNotExist,
                    .operand = from.value_or("")};
  const auto result = table_.checkAndSet(hash_key_, check, {.value = to}, {.return_value = true});
  if (result.ok() && !result->applied) {
    EXPECT_TRUE(exchanged_.allows(result->value)) << result->value.value_or("nothing");
    return exchanged_.settle(result->value);
  }
  exchanged_.note(result.status(), to);
  if (result.ok()) ++acknowledged_;
}

void CounterWriter::check() {
  const auto sum = table_.incr({hash_key_, kSum}, 0);
  ASSERT_TRUE(sum.ok()) << sum.status();
  sumIs(*sum);
  const auto value = table_.get({hash_key_, kExchanged});
  ASSERT_TRUE(value.ok()) << value.status();
  EXPECT_TRUE(exchanged_.allows(*value)) << value->value_or("nothing") << " instead of "
                                         << exchanged_.acknowledged().value_or("nothing");
  exchanged_.settle(*value);
}

}  // namespace bridle::test
