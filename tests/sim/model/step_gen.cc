#include "step_gen.h"

#include <set>
#include <utility>

namespace bridle::internal::sim {
namespace {

using Kind = Step::Kind;

rc::Gen<std::string> oneOf(std::vector<std::string> choices) {
  return rc::gen::elementOf(std::move(choices));
}

rc::Gen<std::string> hashKey() {
  return oneOf({"a", "ab", "b", std::string("\0", 1), "\xff", "\xff\xff"});
}

rc::Gen<std::string> sortKey() {
  return oneOf({"", "a", "aa", "ab", "b", "ba", std::string("a\0", 2), "a\xff", "\xff", "1"});
}

// Numbers in every notation, what is almost one, and the ends of the range.
rc::Gen<std::string> value() {
  return oneOf({"", "0", "7", "-7", "+8", " 9", "0x1f", "010", "08", "7 ", "text", "te", "xt",
                "9223372036854775807", "-9223372036854775808", "9223372036854775808",
                std::string("\0\xff", 2), std::string(60, 'v')});
}

rc::Gen<std::string> pattern() {
  return oneOf({"", "a", "b", "ab", "\xff", "aa", "1"});
}

rc::Gen<int> ttl() {
  return rc::gen::weightedOneOf<int>({{3, rc::gen::just(0)}, {2, rc::gen::inRange(1, 8)}});
}

rc::Gen<int> limit(int most) {
  return rc::gen::weightedOneOf<int>({{1, rc::gen::just(0)}, {2, rc::gen::inRange(1, most)}});
}

// With one value each, in any order; at least one.
std::vector<Entry> entries() {
  const auto keys = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(sortKey()));
  std::set<std::string> seen;
  std::vector<Entry> result;
  for (const std::string& key : keys) {
    if (seen.insert(key).second) result.push_back({key, *value()});
  }
  return result;
}

void drawRange(Step& step) {
  step.start = *sortKey();
  step.stop = *sortKey();
  step.start_inclusive = *rc::gen::arbitrary<bool>();
  step.stop_inclusive = *rc::gen::arbitrary<bool>();
}

void drawFilter(Step& step) {
  step.filter = static_cast<Filter::Type>(*rc::gen::inRange(0, 5));
  step.pattern = *pattern();
}

void drawLimits(Step& step) {
  step.max_count = *limit(5);
  step.max_bytes = *limit(80);
  step.no_value = *rc::gen::arbitrary<bool>();
}

void drawCheck(Step& step) {
  step.check = static_cast<CheckType>(*rc::gen::inRange(0, 18));
  step.operand = *value();
  step.return_value = *rc::gen::arbitrary<bool>();
}

Step draw() {
  Step step;
  step.kind = static_cast<Kind>(*rc::gen::inRange(0, Step::kKinds));
  step.hash_key = *hashKey();
  step.sort_key = *sortKey();
  step.value = *value();
  step.seconds = *ttl();
  step.entries = entries();
  switch (step.kind) {
    case Kind::kPass:
      step.seconds = *rc::gen::inRange(0, 4);
      break;
    case Kind::kIncr:
      step.by = *rc::gen::element<std::int64_t>(0, 1, -1, 100, INT64_MAX, INT64_MIN);
      step.seconds = *rc::gen::element(0, -1, 3);
      break;
    case Kind::kMultiGetRange:
      drawRange(step);
      drawFilter(step);
      if (step.filter == Filter::Type::kExact) break;  // limits count what only begins like it
      drawLimits(step);
      step.reverse = *rc::gen::arbitrary<bool>();
      break;
    case Kind::kMultiGet:
      drawLimits(step);
      break;
    case Kind::kCheckAndSet:
    case Kind::kCheckAndMutate:
      drawCheck(step);
      [[fallthrough]];
    case Kind::kCompareExchange:
      step.there = *rc::gen::arbitrary<bool>();
      step.other = step.kind == Kind::kCheckAndSet ? *sortKey() : *value();
      break;
    case Kind::kScan:
      drawRange(step);
      [[fallthrough]];
    case Kind::kScanTable:
      drawFilter(step);
      step.no_value = *rc::gen::arbitrary<bool>();
      break;
    default:
      break;
  }
  return step;
}

}  // namespace

rc::Gen<Step> anyStep() {
  return rc::gen::exec([] { return draw(); });
}

}  // namespace bridle::internal::sim
