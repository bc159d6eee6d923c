// The operations of a Table that read many records.
#pragma once

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bridle/hash_key_operations.h"
#include "bridle/range.h"
#include "bridle/scanner.h"

namespace bridle {

// Part of Table, which says what holds for all operations. None of these asks a server; the
// scanners do.
class ScanOperations : public HashKeyOperations {
 public:
  // The records of one hash key in the order of their sort keys. The hash key is not empty. A range
  // that holds no key makes a scanner that is at its end. The filter of the range and that of the
  // options are one; at most one of them is set.
  absl::StatusOr<Scanner> scan(std::string_view hash_key, const SortKeyRange& range = {},
                               const ScanOptions& options = {});

  // All records, in no order that means anything. The partitions are dealt out to at most
  // `max_scanners` scanners in groups of nearly equal size: scanner i reads group i, its partitions
  // in ascending order. Fewer than max_scanners if there are fewer partitions.
  absl::StatusOr<std::vector<Scanner>> unorderedScanners(int max_scanners,
                                                         const ScanOptions& options = {});

  // Goes on where the scanner was whose token() this is. InvalidArgument: the token is damaged, or
  // of another table, which a table that was dropped and created again is as well. The filters are
  // those of the token; `options` has none.
  absl::StatusOr<Scanner> resumeScan(std::string_view token, const ScanOptions& options = {});

 protected:
  using HashKeyOperations::HashKeyOperations;
};

}  // namespace bridle
