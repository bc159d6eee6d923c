#include "base/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "base/status.h"

namespace bridle::internal {
namespace {

constexpr std::size_t kLongestName = 64;  // longer input is no slip of the finger

char folded(char c) {
  return c == '-' ? '_' : absl::ascii_tolower(static_cast<unsigned char>(c));
}

bool alike(char a, char b) {
  return folded(a) == folded(b);
}

// Damerau-Levenshtein distance in its "optimal string alignment" form: three rows of the matrix.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = alike(a[i - 1], b[j - 1]) ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && alike(a[i - 1], b[j - 2]) && alike(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string_view> nearestName(std::string_view name,
                                            std::span<const std::string_view> candidates) {
  if (name.size() > kLongestName) return std::nullopt;
  std::optional<std::string_view> nearest;
  std::size_t least = name.size() / 3 + 1;  // at most a third of the letters may be wrong
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = editDistance(name, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string nameHint(std::string_view name, std::span<const std::string_view> known) {
  const std::optional<std::string_view> nearest = nearestName(name, known);
  if (nearest) return text("did you mean \"", *nearest, "\"?");
  const auto append = [](std::string* out, std::string_view part) { out->append(part); };
  return text("known are ", absl::StrJoin(known, ", ", append));
}

}  // namespace bridle::internal
