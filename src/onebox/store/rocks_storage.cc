// All that uses RocksDB, whose headers are heavy.

#include "onebox/store/rocks_storage.h"

#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "base/limits.h"
#include "base/status.h"
#include "onebox/store/data_directory.h"
#include "onebox/store/disk_keys.h"

namespace bridle::internal::onebox {
namespace {

using absl::StatusCode;
using rocksdb::Slice;
using rocksdb::WriteBatch;

constexpr int kFormat = 1;

Slice slice(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}

std::string_view view(const Slice& slice) {
  return {slice.data(), slice.size()};
}

std::string oneLine(const rocksdb::Status& status) {
  std::string line = status.ToString();
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

class Database {
 public:
  Database(const std::string& folder, std::unique_ptr<rocksdb::DB> db)
      : folder_(folder), directory_(folder), db_(std::move(db)) {}

  // At its end it removes what is of no use to it: in a folder of another that may be all.
  ~Database() { checkFiles(); }

  bool get(std::string_view key, rocksdb::PinnableSlice& value) {
    const rocksdb::Status status = db_->Get({}, db_->DefaultColumnFamily(), slice(key), &value);
    if (!status.IsNotFound()) note(status);
    return status.ok();
  }

  // Whether it stands on an entry. One that could not go on looks like one at its end.
  bool valid(const rocksdb::Iterator& at) {
    if (at.Valid()) return true;
    note(at.status());
    return false;
  }

  // What failed once is followed by no write: that may build upon what is missing.
  void write(WriteBatch& batch) {
    checkFiles();
    if (!failed()) note(db_->Write({}, &batch));
  }

  // Another database where this one was must not get files of both.
  void checkFiles() {
    if (lost_ || directory_.stillThere()) return;
    lost_ = true;
    db_->DisableFileDeletions();
    note(rocksdb::Status::IOError("the files of the onebox were removed or replaced"));
  }

  std::unique_ptr<rocksdb::Iterator> walk(const rocksdb::ReadOptions& options) const {
    return std::unique_ptr<rocksdb::Iterator>(db_->NewIterator(options));
  }

  bool failed() const { return !failure_.ok(); }
  const rocksdb::Status& failure() const { return failure_; }
  const std::string& folder() const { return folder_; }

 private:
  void note(const rocksdb::Status& status) {
    if (!failed()) failure_ = status;
  }

  const std::string folder_;
  const OpenDirectory directory_;
  const std::unique_ptr<rocksdb::DB> db_;
  rocksdb::Status failure_;  // the first
  bool lost_ = false;
};

class RocksCursor final : public Cursor {
 public:
  RocksCursor(Database& database, const std::string& prefix, const std::string& end)
      : database_(database), prefix_(prefix), first_(prefix), end_(end) {
    rocksdb::ReadOptions options;
    options.iterate_lower_bound = &first_;
    options.iterate_upper_bound = &end_;
    at_ = database.walk(options);
  }

  void seek(std::string_view key) override { at_->Seek(text(prefix_, key)); }
  void seekBefore(std::string_view key) override {
    const std::string whole = text(prefix_, key);
    at_->SeekForPrev(whole);
    if (at_->Valid() && view(at_->key()) == whole) at_->Prev();
  }
  void next() override { at_->Next(); }
  void previous() override { at_->Prev(); }
  bool valid() const override { return database_.valid(*at_); }

  std::string_view key() const override { return view(at_->key()).substr(prefix_.size()); }
  std::string_view value() const override { return disk::valueOf(view(at_->value())); }
  ExpireTs expireTs() const override { return disk::expireTsOf(view(at_->value())); }

 private:
  Database& database_;
  const std::string& prefix_;
  const Slice first_;
  const Slice end_;
  std::unique_ptr<rocksdb::Iterator> at_;
};

class RocksStore final : public Store {
 public:
  RocksStore(Database& database, const PartitionId& partition)
      : database_(database),
        decree_key_(disk::decreeKey(partition)),
        prefix_(disk::recordPrefix(partition)),
        end_(disk::afterRecords(partition)) {
    rocksdb::PinnableSlice value;
    if (database.get(decree_key_, value)) decree_ = disk::decreeOf(view(value));
  }

  bool get(std::string_view key, ExpireTs now, Record& out) const override {
    rocksdb::PinnableSlice found;
    if (!database_.get(text(prefix_, key), found)) return false;
    const ExpireTs expire_ts = disk::expireTsOf(view(found));
    if (isExpired(expire_ts, now)) return false;
    out.value.assign(disk::valueOf(view(found)));
    out.expire_ts = expire_ts;
    return true;
  }

  void apply(std::int64_t decree, std::span<const Change> changes) override {
    WriteBatch batch;
    batch.Put(decree_key_, disk::decreeValue(decree));
    for (const Change& change : changes) {
      const std::string key = prefix_ + change.key;
      if (change.kind == Change::Kind::kPut) {
        batch.Put(key, disk::recordValue(change.value, change.expire_ts));
      } else {
        batch.Delete(key);
      }
    }
    database_.write(batch);
    decree_ = decree;
  }

  std::int64_t decree() const override { return decree_; }

  std::unique_ptr<Cursor> cursor() const override {
    return std::make_unique<RocksCursor>(database_, prefix_, end_);
  }

 private:
  Database& database_;
  const std::string decree_key_;
  const std::string prefix_;
  const std::string end_;
  std::int64_t decree_ = 0;
};

class RocksStorage final : public Storage {
 public:
  RocksStorage(const std::string& folder, std::unique_ptr<rocksdb::DB> db)
      : database_(folder, std::move(db)) {
    load();
  }

  std::unique_ptr<Store> create(const PartitionId& partition) override {
    if (open(partition)->decree() > 0) {
      WriteBatch batch;
      batch.DeleteRange(disk::decreeKey(partition), disk::afterRecords(partition));
      database_.write(batch);
    }
    return open(partition);
  }

  std::unique_ptr<Store> open(const PartitionId& partition) override {
    return std::make_unique<RocksStore>(database_, partition);
  }

  bool durable() const override { return true; }
  const SavedTables& saved() const override { return saved_; }
  bool failed() const override { return database_.failed(); }
  const rocksdb::Status& failure() const { return database_.failure(); }

  absl::Status check() override {
    database_.checkFiles();
    if (!failed()) return absl::OkStatus();
    return statusOf(StatusCode::kUnavailable, "data directory ", database_.folder(),
                    ": cannot be read and written any more (", oneLine(failure()),
                    "), what changes now is lost; see whether the disk is full or damaged, and "
                    "start the onebox again");
  }

  void save(SavedTables tables) override {
    WriteBatch batch;
    if (tables.cluster != saved_.cluster) batch.Put(slice(disk::kClusterKey), tables.cluster);
    for (const auto& [id, description] : tables.tables) {
      const auto old = saved_.tables.find(id);
      if (old != saved_.tables.end() && old->second == description) continue;
      batch.Put(disk::tableKey(id), description);
    }
    for (const auto& [id, description] : saved_.tables) {
      if (tables.tables.contains(id)) continue;
      batch.Delete(disk::tableKey(id));
      batch.DeleteRange(disk::partitionsKey(id), disk::partitionsKey(id + 1));
    }
    if (batch.Count() > 0) database_.write(batch);
    saved_ = std::move(tables);
  }

 private:
  void load() {
    rocksdb::PinnableSlice cluster;
    if (database_.get(disk::kClusterKey, cluster)) saved_.cluster = cluster.ToString();
    const std::unique_ptr<rocksdb::Iterator> at = database_.walk({});
    for (at->Seek(slice(disk::kTablePrefix)); database_.valid(*at); at->Next()) {
      const std::optional<int> id = disk::appIdOf(view(at->key()));
      if (!id) break;
      saved_.tables.emplace(*id, at->value().ToString());
    }
  }

  Database database_;
  SavedTables saved_;
};

// Little memory, no files of messages, quick to open.
rocksdb::Options databaseOptions() {
  rocksdb::BlockBasedTableOptions table;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  rocksdb::Options options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.create_if_missing = true;
  options.write_buffer_size = limits::kOneboxWriteBufferBytes;
  options.max_open_files = limits::kMaxOneboxDataFiles;
  options.info_log_level = rocksdb::InfoLogLevel::FATAL_LEVEL;
  options.keep_log_file_num = 1;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.skip_stats_update_on_db_open = true;
  options.compression = rocksdb::kNoCompression;
  // A process that is killed leaves a torn last record at most. Any other damage to the log has to
  // be refused: what comes behind it was acknowledged.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  return options;
}

// RocksDB looks for a table file that is missing under its old name as well, and tells that one.
std::optional<std::string> missingTable(const std::string& reason) {
  const std::size_t end = reason.find(".ldb: No such file");
  if (end == reason.npos) return std::nullopt;
  const std::size_t begin = reason.rfind('/', end) + 1;
  return reason.substr(begin, end - begin) + ".sst";
}

absl::Status openError(const std::string& folder, const rocksdb::Status& status) {
  const std::string reason = oneLine(status);
  const bool locked = reason.find("While lock file") != reason.npos ||
                      reason.find("lock hold by current process") != reason.npos;
  if (locked) {
    return statusOf(StatusCode::kUnavailable, "data directory ", folder,
                    ": is in use by another onebox; end that one, or give another directory");
  }
  if (const std::optional<std::string> table = missingTable(reason)) {
    return missingFile(folder, *table);
  }
  return badDirectory(folder, "cannot be opened: ", reason);
}

bool isEmpty(rocksdb::DB& db) {
  const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator({}));
  at->SeekToFirst();
  return !at->Valid() && at->status().ok();
}

absl::Status checkFormat(const std::string& folder, rocksdb::DB& db) {
  std::string written;
  const rocksdb::Status found = db.Get({}, slice(disk::kFormatKey), &written);
  if (found.IsNotFound() && isEmpty(db)) {
    const rocksdb::Status put = db.Put({}, slice(disk::kFormatKey), text(kFormat));
    return put.ok() ? absl::OkStatus() : openError(folder, put);
  }
  if (!found.ok() && !found.IsNotFound()) return openError(folder, found);
  int format = 0;
  if (found.IsNotFound() || !absl::SimpleAtoi(written, &format)) {
    return badDirectory(folder, "holds a database that is not of a onebox; give another directory");
  }
  if (format == kFormat) return absl::OkStatus();
  return badDirectory(folder, "was written in format ", format, ", but this bridle knows format ",
                      kFormat, "; use the bridle that wrote it, or give another directory");
}

}  // namespace

absl::StatusOr<std::unique_ptr<Storage>> openRocksStorage(const std::string& folder) {
  if (absl::Status status = prepareDirectory(folder); !status.ok()) return status;
  rocksdb::DB* opened = nullptr;
  const rocksdb::Status status = rocksdb::DB::Open(databaseOptions(), folder, &opened);
  if (!status.ok()) return openError(folder, status);
  std::unique_ptr<rocksdb::DB> db(opened);
  if (absl::Status format = checkFormat(folder, *db); !format.ok()) return format;
  auto storage = std::make_unique<RocksStorage>(folder, std::move(db));
  if (storage->failed()) return openError(folder, storage->failure());
  return storage;
}

}  // namespace bridle::internal::onebox
