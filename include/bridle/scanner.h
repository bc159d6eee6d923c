// Scanner: reads many records in the order of their keys.
#pragma once

#include <boost/asio/deferred.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bridle/call_info.h"
#include "bridle/detail/job.h"
#include "bridle/range.h"

namespace bridle {

namespace internal {
class ScannerCore;
}

struct Row {
  std::string hash_key = {};
  std::string sort_key = {};
  std::string value = {};       // empty with ScanOptions::no_value
  std::int64_t expires_at = 0;  // Unix seconds, 0 = never; with ScanOptions::return_expire_time

  bool operator==(const Row&) const = default;
};

struct ScanOptions {
  // Only records that both match. The server looks at all others as well, but for prefixes, which
  // narrow what is looked at.
  Filter hash_key_filter = {};  // not for a scan of one hash key
  Filter sort_key_filter = {};

  // Records that the server looks at for one request, 1 to 1000, and about how many bytes of keys
  // and values one page shall have: large records come in pages of fewer. The first page, of
  // records whose size is not known yet, has at most 50.
  int page_size = 1000;
  int max_page_bytes = 1'000'000;

  bool no_value = false;            // values stay at the server and come back empty
  bool return_expire_time = false;  // Row::expires_at

  // The deadline of each next(), nextPage(), and of each request of count(), in ms; 0 = the
  // table's.
  double timeout_ms = 0;

  // Where each next(), nextPage() and count() tells what came of it, that is of its last request;
  // tries are those of all its requests. Empty if it needed none. Must live as long as the scanner
  // and its calls; a call that is refused because another one is under way leaves it alone. Not for
  // several scanners.
  CallInfo* info = nullptr;
};

// A scan that is under way. Get one from Table::scan, unorderedScanners or resumeScan.
//
// Each record that is there all the time comes exactly once, also when partitions move to other
// servers or the table is split meanwhile, however often; one that is written or deleted meanwhile
// may come or not. Absent values and expired records do not come.
//
// An error is never an end: next() and its like may be called again after any error, and go on
// after the last row that was given. kDeadlineExceeded: no row was found in time, though the server
// may have looked at many. kIncomplete: three pages in a row ended before any row, by the server's
// own time limit or because it had forgotten the scan; narrow the range or the filter.
// kTableNotFound: the table is gone, or was made anew since: begin a new scan. A scan of one hash
// key that has read nothing yet does not mind the latter.
//
// Thread-safety: one call at a time; a second one while it runs is refused with kInvalidArgument.
// Calls may come from different threads. Several scanners run beside each other.
// Lifetime: keeps its table. The destructor lets the server forget the scan; it does not wait. A
// call that is under way when the scanner is destroyed ends as if it was not.
//
// Cost: one request per page, and in a scan of the table for each partition one to a meta server;
// next() of a row that is here costs no request and, in the blocking form, no wait. Memory: one
// page. The blocking and asynchronous forms are as described for Table.
class Scanner {
 public:
  // For the library.
  explicit Scanner(std::shared_ptr<internal::ScannerCore> core);
  Scanner(Scanner&&) noexcept = default;
  Scanner& operator=(Scanner&&) noexcept = default;
  ~Scanner();

  // The next row; nullopt: there is none any more.
  absl::StatusOr<std::optional<Row>> next();
  template <typename Token = boost::asio::deferred_t>
  auto asyncNext(Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::optional<Row>>>(nextJob(), token);
  }

  // What is here already, or else the next page; empty: the end. Faster than row by row.
  absl::StatusOr<std::vector<Row>> nextPage();
  template <typename Token = boost::asio::deferred_t>
  auto asyncNextPage(Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::vector<Row>>>(nextPageJob(), token);
  }

  // How many rows are left, which takes the scanner to its end. The servers count, so that no row
  // travels; but with a kExact filter, or servers before 2.5, keys do. After an error, call count()
  // again: it goes on where it was, and its result is that of both. The deadline is that of each
  // page; there is none of the whole, so the blocking form may take as long as the table is large.
  absl::StatusOr<std::int64_t> count();
  template <typename Token = boost::asio::deferred_t>
  auto asyncCount(Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::int64_t>>(countJob(), token);
  }

  // A text from which Table::resumeScan makes a scanner that goes on after the last row given, also
  // in another process and years later, as long as it is the same table. It holds the range and the
  // filters, so it has the bytes of some keys in it: of up to 20 that were read, and for each
  // partition to be read some 60 bytes, or more once it was split. Costs some 10 ns for each row of
  // the page that was given, and the text. Of a running count() it is the place where that began or
  // where the last error was. Not while another call runs: then it is empty.
  std::string token() const;

 private:
  detail::JobStart nextJob() const;
  detail::JobStart nextPageJob() const;
  detail::JobStart countJob() const;

  std::shared_ptr<internal::ScannerCore> core_;
};

}  // namespace bridle
