#include "tools/bench/field_length.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/status.h"
#include "base/text_file.h"
#include "tools/bench/zipfian.h"

namespace bridle::internal::bench {
namespace {

constexpr std::int64_t kMost = 1'000'000'000;  // of a block size or a count in the file

bool parseNumber(std::string_view text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0 && number <= kMost;
}

struct Block {
  std::int64_t length;
  std::int64_t drawn_below;  // sum of the counts up to this block
};

struct BlockFile {
  std::int64_t block_size = 0;
  std::vector<Block> blocks;

  // False if the line does not fit.
  bool addLine(std::string_view line) {
    const std::size_t tab = line.find('\t');
    if (tab == line.npos) return false;
    const std::string_view name = line.substr(0, tab);
    std::int64_t number = 0;
    if (!parseNumber(line.substr(tab + 1), number)) return false;
    if (block_size == 0) {
      block_size = number;
      return name == "BlockSize" && number > 0;
    }
    std::int64_t index = 0;
    if (!parseNumber(name, index) || index != std::ssize(blocks)) return false;
    const std::int64_t below = blocks.empty() ? 0 : blocks.back().drawn_below;
    blocks.push_back({(index + 1) * block_size, below + number});
    return true;
  }
};

absl::StatusOr<std::vector<Block>> readBlocks(const std::string& path) {
  const absl::StatusOr<std::string> text = readTextFile(path, limits::kMaxPropertyFileBytes);
  if (!text.ok()) return text.status();
  BlockFile file;
  std::string_view rest = *text;
  for (int line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (!file.addLine(rest.substr(0, end))) {
      return invalidArgument(path, ":", line, ": expected \"",
                             line == 1 ? std::string("BlockSize") : std::to_string(line - 2),
                             "<tab>number\"");
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (file.blocks.empty() || file.blocks.back().drawn_below == 0) {
    return invalidArgument(path, ": no block has a count above 0");
  }
  return std::move(file.blocks);
}

}  // namespace

FieldLength constantLength(std::int64_t length) {
  return {[length](Rng&) { return length; }, length, true};
}

FieldLength uniformLength(std::int64_t least, std::int64_t most) {
  const auto width = static_cast<std::uint64_t>(most - least + 1);
  return {[=](Rng& rng) { return least + static_cast<std::int64_t>(rng.below(width)); }, most};
}

FieldLength zipfianLength(std::int64_t least, std::int64_t most) {
  const Zipfian ranks(most - least + 1, Zipfian::kTheta);
  return {[=](Rng& rng) { return least + ranks.next(rng); }, most};
}

absl::StatusOr<FieldLength> histogramLength(const std::string& path) {
  absl::StatusOr<std::vector<Block>> blocks = readBlocks(path);
  if (!blocks.ok()) return blocks.status();
  const std::int64_t longest = blocks->back().length;
  const auto total = static_cast<std::uint64_t>(blocks->back().drawn_below);
  const auto next = [blocks = *std::move(blocks), total](Rng& rng) {
    const auto drawn = static_cast<std::int64_t>(rng.below(total));
    const auto after = [](std::int64_t value, const Block& block) {
      return value < block.drawn_below;
    };
    return std::upper_bound(blocks.begin(), blocks.end(), drawn, after)->length;
  };
  return FieldLength{next, longest};
}

}  // namespace bridle::internal::bench
