#pragma once

#include <boost/asio/cancellation_signal.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "bridle/call_info.h"
#include "bridle/error.h"
#include "client/scan/scan_page.h"
#include "client/scan/scan_plan.h"
#include "client/scan/scan_position.h"
#include "client/scan/split_look.h"
#include "client/table_core.h"
#include "ops/scan.h"

namespace bridle::internal {

// Reads the pages of a scan one after the other from whichever servers have them. On one loop, but
// for what the owner of a scanner does between two fetches. An error leaves it where it was.
class ScanReader final : public std::enable_shared_from_this<ScanReader> {
 public:
  enum class Mode : std::uint8_t { kRows, kCount };
  using Done = std::function<void(const absl::Status&)>;

  ScanReader(std::shared_ptr<detail::TableCore> table, std::size_t shard, ScanPlan plan,
             ScanPosition position, const ScanOptions& options);
  ~ScanReader();  // any thread; the server may forget the scan

  // Goes on after the present page, which must be used up. OK: the page has a row, or the scan is
  // finished. When counting also: some more was counted, see takeCount(). `done` is called at most
  // once, and not after stop().
  void fetch(Mode mode, TimePoint deadline, Done done);
  TimePoint pageDeadline() const;  // of a fetch that begins now, by the options
  void stop();                     // whatever is under way

  // Between these, what the calls came to is gathered, for the options' info.
  void beginInfo();
  void tellInfo() const;

  bool finished() const { return position_.finished(); }  // and the page is used up
  ScanPage& page() { return page_; }
  std::int64_t takeCount();  // what servers have counted since the last time

  const ScanPlan& plan() const { return plan_; }
  ScanPosition positionOfRows() const;  // after the last row that was taken
  detail::TableCore& table() const { return *table_; }
  std::size_t shard() const { return shard_; }
  Reactor& reactor() const;  // its loop

 private:
  // One that the server keeps for us. Serves one call.
  struct Context {
    std::int64_t id = 0;
    int rows = 0;  // it was asked for so many at a time
    bool counts = false;
    bool no_value = false;
  };

  void step();
  void openContext();
  bool nothingLeft() const;
  void useContext();
  void dropContext();
  template <typename Request>
  void ask(Request request);
  void onReply(const absl::StatusOr<ScanReply>& reply);
  bool followTable();
  void take(const ScanReply& reply);
  void openAgain();
  void takeCounted(std::int64_t count);
  void takeRecords(const std::vector<ScannedRecord>& records);
  void look();
  void onLook(const absl::StatusOr<SplitLook>& look);
  bool followSplits(const SplitLook& look);
  void countAgain();
  void nextSegment();
  void awaitRoutes();
  void onTimer(TimePoint now);
  void resizePages(std::span<const ScannedRecord> records);
  void finish(const absl::Status& status);
  void fail(ErrorCode code, std::string_view why);
  void failAnotherTable();

  bool serverCounts() const;
  bool withoutValues() const;
  bool contextFits() const;
  std::uint64_t hash() const;

  const std::shared_ptr<detail::TableCore> table_;
  const std::size_t shard_;
  const ScanPlan plan_;
  const ScanOptions options_;  // its filters are those of the plan
  ScanPosition position_;      // before the page
  ScanPage page_{plan_};
  std::optional<Context> context_;
  Context asked_;               // what the answer to the present call may leave us
  bool opening_ = false;        // that call opens a context
  bool segment_ended_ = false;  // but for a look whether it was split
  int page_rows_;               // how many to ask for
  int tries_in_vain_ = 0;

  std::int64_t counted_ = 0;          // in segments that are through
  std::int64_t segment_counted_ = 0;  // in this one, since its last_key
  bool counts_rows_ = false;          // the server cannot count
  bool segment_counts_rows_ = false;  // or not this one

  Mode mode_ = Mode::kRows;
  Done done_;
  TimePoint fetch_started_{};
  TimePoint deadline_{};
  std::shared_ptr<void> round_;  // as long as a fetch is under way
  CallInfo info_;                // of the last call
  CallInfo gathered_;            // of those since beginInfo()
  boost::asio::cancellation_signal cancel_;
  MemberTimer<&ScanReader::onTimer> timer_{*this};
};

}  // namespace bridle::internal
