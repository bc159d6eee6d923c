#include "client/scan/scan_reader.h"

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <utility>

#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"
#include "client/call_info_sum.h"
#include "client/client_core.h"
#include "client/work.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

// Of the first page, when nothing is known about the size of the records. If each is as large as
// one write can make it, they fit into a frame, which otherwise ends the connection of all calls.
constexpr int kFirstPageRows = 50;
static_assert(kFirstPageRows * (limits::kMaxWriteBytes + 1024) <= limits::kMaxFrameBytes);

// Fewer tell little about the size of the others.
constexpr std::size_t kTellingRows = 10;

std::uint64_t hashOf(const ScanPlan& plan, std::int32_t partition) {
  if (partition != ScanSegment::kOneHashKey) return static_cast<std::uint64_t>(partition);
  return wire::keyHash(wire::splitRawKey(plan.start)->hash_key, {});
}

}  // namespace

ScanReader::ScanReader(std::shared_ptr<detail::TableCore> table, std::size_t shard, ScanPlan plan,
                       ScanPosition position, const ScanOptions& options)
    : table_(std::move(table)),
      shard_(shard),
      plan_(std::move(plan)),
      options_(options),
      position_(std::move(position)),
      page_rows_(std::min(options.page_size, kFirstPageRows)) {}

ScanReader::~ScanReader() {
  if (!context_.has_value()) return;
  postWork(reactor(), [table = table_, shard = shard_, hash = hash(), id = context_->id] {
    table->handler(shard).tell(wire::rpc_names::kClearScanner, clearScannerArgs(id), hash);
  });
}

Reactor& ScanReader::reactor() const {
  return table_->client().shard(shard_).reactor();
}

std::uint64_t ScanReader::hash() const {
  return hashOf(plan_, position_.segments.front().partition);
}

ScanPosition ScanReader::positionOfRows() const {
  ScanPosition position = position_;
  position.advance(page_.taken());
  return position;
}

std::int64_t ScanReader::takeCount() {
  return std::exchange(counted_, 0);
}

TimePoint ScanReader::pageDeadline() const {
  return saturatingAdd(reactor().now(), table_->timeoutOf(options_.timeout_ms));
}

void ScanReader::fetch(Mode mode, TimePoint deadline, Done done) {
  mode_ = mode;
  done_ = std::move(done);
  round_ = std::make_shared<char>();
  fetch_started_ = reactor().now();
  deadline_ = deadline;
  tries_in_vain_ = 0;
  position_.advance(page_.all());
  page_.clear();
  step();
}

void ScanReader::beginInfo() {
  gathered_ = {};
  tellInfo();
}

void ScanReader::tellInfo() const {
  if (options_.info != nullptr) *options_.info = gathered_;
}

void ScanReader::stop() {
  if (round_ == nullptr) return;
  round_.reset();
  done_ = nullptr;
  reactor().cancel(timer_);
  cancel_.emit(boost::asio::cancellation_type::terminal);
}

void ScanReader::finish(const absl::Status& status) {
  round_.reset();
  const Done done = std::exchange(done_, nullptr);
  done(status);
}

void ScanReader::fail(ErrorCode code, std::string_view why) {
  finish(makeError(code, text("scan of table \"", table_->name(), "\" failed: ", why)));
}

bool ScanReader::serverCounts() const {
  return mode_ == Mode::kCount && !counts_rows_ && !segment_counts_rows_ && !plan_.comparesHere();
}

bool ScanReader::withoutValues() const {
  return options_.no_value || mode_ == Mode::kCount;
}

// Goes on with whatever is next. Ends with a call, or the fetch.
void ScanReader::step() {
  if (position_.finished()) return finish(absl::OkStatus());
  if (reactor().now() >= deadline_) {
    return fail(ErrorCode::kDeadlineExceeded,
                text("no row within ", toMillis(deadline_ - fetch_started_),
                     " ms; the next call goes on from here"));
  }
  if (segment_ended_) return look();
  if (context_.has_value() && contextFits()) return useContext();
  dropContext();
  if (!nothingLeft()) return openContext();
  asked_ = {};
  segment_ended_ = true;
  look();
}

// Was the last key read that the range may hold? Servers do not bear being asked for more: they
// answer with a context that is none.
bool ScanReader::nothingLeft() const {
  const std::string& last_key = position_.segments.front().last_key;
  return last_key.empty() ? plan_.isEmpty() : last_key >= plan_.stop;
}

// A page far larger or smaller than it should be is worth a new context.
bool ScanReader::contextFits() const {
  const int rows = context_->rows;
  return context_->counts == serverCounts() && context_->no_value == withoutValues() &&
         (context_->counts || (rows <= 2 * page_rows_ && page_rows_ <= 2 * rows));
}

void ScanReader::openContext() {
  const std::string& last_key = position_.segments.front().last_key;
  const bool counts = serverCounts();
  const int rows = counts ? limits::kMaxScanPageRows : page_rows_;
  asked_ = {.id = 0, .rows = rows, .counts = counts, .no_value = withoutValues()};
  opening_ = true;
  segment_counted_ = 0;
  ask(GetScannerRequest{.hash = hash(),
                        .start = last_key.empty() ? plan_.start : last_key,
                        .stop = plan_.stop,
                        .start_inclusive = last_key.empty() && plan_.start_inclusive,
                        .stop_inclusive = plan_.stop_inclusive,
                        .batch_size = rows,
                        .no_value = asked_.no_value,
                        .hash_key_filter = plan_.hash_key_filter.forServer(),
                        .sort_key_filter = plan_.sort_key_filter.forServer(),
                        .full_scan = !plan_.one_hash_key,
                        .return_expire_ts = options_.return_expire_time,
                        .only_count = counts});
}

// It is kept until a good reply has come: an answer that was lost may have left it unused.
void ScanReader::useContext() {
  asked_ = *context_;
  opening_ = false;
  ask(ScanRequest{.hash = hash(), .context_id = context_->id});
}

void ScanReader::dropContext() {
  if (!context_.has_value()) return;
  table_->handler(shard_).tell(wire::rpc_names::kClearScanner, clearScannerArgs(context_->id),
                               hash());
  context_.reset();
}

template <typename Request>
void ScanReader::ask(Request request) {
  request.options = {.timeout_ms = toMillis(deadline_ - reactor().now()), .info = &info_};
  auto on_reply = [self = shared_from_this(),
                   round = std::weak_ptr(round_)](const absl::StatusOr<ScanReply>& reply) {
    if (!round.expired()) self->onReply(reply);
  };
  auto handler = boost::asio::bind_cancellation_slot(cancel_.slot(), std::move(on_reply));
  detail::initiate(table_.get(), request, handler);
}

void ScanReader::onReply(const absl::StatusOr<ScanReply>& reply) {
  addCallInfo(gathered_, info_);
  if (!reply.ok()) {
    // Perhaps it was too large for a frame.
    const std::optional<ErrorInfo> info = errorInfo(reply.status());
    if (info.has_value() && info->code == ErrorCode::kBadReply) {
      page_rows_ = std::max(1, asked_.rows / 8);
    }
    return finish(reply.status());
  }
  if (info_.app_id != position_.app_id && !followTable()) return failAnotherTable();
  const std::int32_t partition = position_.segments.front().partition;
  if (partition != ScanSegment::kOneHashKey && partition != info_.partition) return awaitRoutes();
  if (!wellFormed(reply->records)) {
    return fail(ErrorCode::kBadReply, "the server sent a key that is none");
  }
  take(*reply);
}

// The table was made anew. As long as nothing was read of the old one that does not matter to a
// scan of one hash key, which a table of any size has.
bool ScanReader::followTable() {
  if (!plan_.one_hash_key || !opening_ || !position_.segments.front().last_key.empty())
    return false;
  position_.app_id = info_.app_id;
  return true;
}

void ScanReader::take(const ScanReply& reply) {
  context_.reset();
  // Servers before 2.5 do not count; they send what there is to count.
  if (asked_.counts && !reply.count.has_value() && !reply.records.empty()) {
    counts_rows_ = true;
    asked_.rows = page_rows_;
    asked_.counts = false;
  }
  switch (reply.state) {
    case ScanReply::State::kMore:
      context_ = asked_;
      context_->id = reply.context_id;
      break;
    case ScanReply::State::kEnd:
      segment_ended_ = true;
      break;
    case ScanReply::State::kLost:
      if (opening_) return fail(ErrorCode::kBadReply, "the server did not open the scan");
      return openAgain();
    case ScanReply::State::kIncomplete:
      if (asked_.counts || reply.records.empty()) return openAgain();
  }
  if (asked_.counts) return takeCounted(reply.count.value_or(0));
  takeRecords(reply.records);
}

// The context is gone, and nothing has come. Counts begin anew, of rows, which tell where they are.
void ScanReader::openAgain() {
  segment_counts_rows_ = segment_counts_rows_ || asked_.counts;
  if (++tries_in_vain_ < limits::kScanTriesInVain) return step();
  fail(ErrorCode::kIncomplete,
       text("the server ended ", tries_in_vain_,
            " pages in a row before any record was found, by its time limit or since it no longer "
            "knew the scan; call again to go on, narrow the range or the filter, or raise "
            "replica.rocksdb_iteration_threshold_time_ms"));
}

void ScanReader::takeCounted(std::int64_t count) {
  segment_counted_ += count;
  if (segment_ended_) return step();
  finish(absl::OkStatus());
}

void ScanReader::takeRecords(const std::vector<ScannedRecord>& records) {
  if (records.empty()) return step();
  tries_in_vain_ = 0;
  resizePages(records);
  page_.fill(records);
  if (page_.hasRow()) return finish(absl::OkStatus());
  position_.advance(page_.all());
  page_.clear();
  step();
}

// So many that a page has about as many bytes as it should.
void ScanReader::resizePages(std::span<const ScannedRecord> records) {
  std::size_t bytes = 0;
  for (const ScannedRecord& record : records) bytes += record.raw_key.size() + record.value.size();
  const auto wanted = static_cast<std::size_t>(options_.max_page_bytes);
  if (records.size() < kTellingRows && bytes <= wanted) return;
  const std::size_t rows = wanted * records.size() / std::max<std::size_t>(bytes, 1);
  page_rows_ = static_cast<int>(
      std::clamp<std::size_t>(rows, 1, static_cast<std::size_t>(options_.page_size)));
}

// The request went where routes that have been overtaken by a split say. Its answer is worthless.
void ScanReader::awaitRoutes() {
  context_.reset();
  table_->refreshRoutes(table_->routes()->version());
  reactor().arm(timer_, std::min(deadline_, reactor().now() + limits::kScanRoutesPause));
}

void ScanReader::onTimer(TimePoint) {
  step();
}

void ScanReader::failAnotherTable() {
  fail(ErrorCode::kTableNotFound,
       "the table was dropped and created again since this scan was begun; begin a new one");
}

}  // namespace bridle::internal
