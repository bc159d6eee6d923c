#include "onebox/store/rocks_storage.h"

#include <rocksdb/c.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "onebox/store/disk_keys.h"
#include "support/status_matchers.h"
#include "support/temp_dir.h"

namespace bridle::internal::onebox {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

constexpr PartitionId kPartition = {.app_id = 3, .index = 1};

class RocksStorageTest : public testing::Test {
 protected:
  void reopen() {
    storage_.reset();
    auto opened = openRocksStorage(folder_.path());
    ASSERT_THAT(opened, IsOk());
    storage_ = *std::move(opened);
  }

  static void put(Store& store, std::string_view key, std::string_view value) {
    store.apply(
        store.decree() + 1,
        std::array{Change{.key = std::string(key), .value = std::string(value), .expire_ts = 77}});
  }

  // Behind the storage's back.
  void putRaw(std::string_view key, std::string_view value) const {
    rocksdb_options_t* const options = rocksdb_options_create();
    rocksdb_options_set_create_if_missing(options, 1);
    rocksdb_writeoptions_t* const write_options = rocksdb_writeoptions_create();
    char* error = nullptr;
    rocksdb_t* const db = rocksdb_open(options, folder_.path().c_str(), &error);
    ASSERT_EQ(error, nullptr);
    rocksdb_put(db, write_options, key.data(), key.size(), value.data(), value.size(), &error);
    EXPECT_EQ(error, nullptr);
    rocksdb_close(db);
    rocksdb_writeoptions_destroy(write_options);
    rocksdb_options_destroy(options);
  }

  static std::string valueOf(const Store& store, std::string_view key) {
    Record record;
    return store.get(key, /*now=*/1, record) ? record.value : "(none)";
  }

  // Changes a byte of these wherever they are in a table file.
  void damage(const std::string& bytes) const {
    int damaged = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      if (entry.path().extension() != ".sst") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string content((std::istreambuf_iterator<char>(in)), {});
      const std::size_t at = content.find(bytes);
      if (at == content.npos) continue;
      std::fstream(entry.path(), std::ios::binary | std::ios::in | std::ios::out)
          .seekp(static_cast<std::streamoff>(at))
          .put('!');
      ++damaged;
    }
    EXPECT_EQ(damaged, 1);
  }

  test::TempDir folder_;
  std::unique_ptr<Storage> storage_;
};

TEST_F(RocksStorageTest, RecordsAndDecreesOutliveIt) {
  reopen();
  put(*storage_->create(kPartition), "k", "v");
  reopen();
  const std::unique_ptr<Store> store = storage_->open(kPartition);
  EXPECT_EQ(store->decree(), 1);
  Record record;
  ASSERT_TRUE(store->get("k", 76, record));
  EXPECT_EQ(record.value, "v");
  EXPECT_EQ(record.expire_ts, 77U);
  EXPECT_FALSE(store->get("k", 77, record));
}

TEST_F(RocksStorageTest, ANewPartitionHasNothingOfAnOlderOne) {
  reopen();
  put(*storage_->create(kPartition), "k", "old");
  put(*storage_->create({.app_id = 3, .index = 2}), "k", "neighbour");
  const std::unique_ptr<Store> store = storage_->create(kPartition);
  EXPECT_EQ(store->decree(), 0);
  EXPECT_EQ(valueOf(*store, "k"), "(none)");
  EXPECT_EQ(valueOf(*storage_->open({.app_id = 3, .index = 2}), "k"), "neighbour");
}

TEST_F(RocksStorageTest, KeepsWhatIsSavedAboutTables) {
  reopen();
  EXPECT_THAT(storage_->saved().tables, IsEmpty());
  storage_->save({.cluster = "c", .tables = {{1, "one"}, {300, std::string("\0\xff", 2)}}});
  reopen();
  EXPECT_EQ(storage_->saved().cluster, "c");
  EXPECT_THAT(storage_->saved().tables,
              ElementsAre(Pair(1, "one"), Pair(300, std::string("\0\xff", 2))));
}

TEST_F(RocksStorageTest, TheRecordsOfATableGoWithIt) {
  reopen();
  storage_->save({.cluster = "c", .tables = {{3, "three"}, {4, "four"}}});
  put(*storage_->create(kPartition), "k", "v");
  put(*storage_->create({.app_id = 4, .index = 0}), "k", "v");
  storage_->save({.cluster = "c", .tables = {{4, "four, changed"}}});
  reopen();
  EXPECT_THAT(storage_->saved().tables, ElementsAre(Pair(4, "four, changed")));
  EXPECT_EQ(storage_->open(kPartition)->decree(), 0);
  EXPECT_EQ(valueOf(*storage_->open(kPartition), "k"), "(none)");
  EXPECT_EQ(valueOf(*storage_->open({.app_id = 4, .index = 0}), "k"), "v");
}

TEST_F(RocksStorageTest, AFolderIsForOneAtATime) {
  reopen();
  EXPECT_THAT(openRocksStorage(folder_.path()),
              FailsWith(StatusCode::kUnavailable,
                        AllOf(HasSubstr(folder_.path()), HasSubstr("in use by another onebox"))));
}

TEST_F(RocksStorageTest, AFolderThatCannotBeMadeIsNamed) {
  const std::string file = folder_.write("file", "");
  EXPECT_THAT(openRocksStorage(file + "/data"),
              FailsWith(StatusCode::kFailedPrecondition,
                        AllOf(HasSubstr(file + "/data"), HasSubstr("Not a directory"))));
  EXPECT_THAT(openRocksStorage(file), FailsWith(StatusCode::kFailedPrecondition, HasSubstr(file)));
}

TEST_F(RocksStorageTest, AFolderOfOtherFilesIsLeftAlone) {
  folder_.write("letter.txt", "Dear");
  EXPECT_THAT(openRocksStorage(folder_.path()),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("not of a onebox")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1);
}

TEST_F(RocksStorageTest, AnotherFormatIsRefused) {
  putRaw(disk::kFormatKey, "2");
  EXPECT_THAT(openRocksStorage(folder_.path()),
              FailsWith(StatusCode::kFailedPrecondition,
                        AllOf(HasSubstr("format 2"), HasSubstr("knows format 1"))));
}

TEST_F(RocksStorageTest, ADatabaseOfOthersIsLeftAlone) {
  putRaw("k", "v");
  EXPECT_THAT(openRocksStorage(folder_.path()),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("not of a onebox")));
}

TEST_F(RocksStorageTest, ARecordThatCannotBeReadIsNotTakenForNone) {
  reopen();
  put(*storage_->create(kPartition), "a", std::string(10'000, 'a'));
  put(*storage_->open(kPartition), "k", std::string(10'000, 'k'));
  reopen();
  storage_.reset();
  damage(std::string(100, 'k'));
  reopen();
  EXPECT_EQ(valueOf(*storage_->open(kPartition), "k"), "(none)");
  EXPECT_TRUE(storage_->failed());
  reopen();
  const std::unique_ptr<Store> store = storage_->open(kPartition);
  const std::unique_ptr<Cursor> cursor = store->cursor();
  for (cursor->seek(""); cursor->valid(); cursor->next()) EXPECT_EQ(cursor->key(), "a");
  EXPECT_TRUE(storage_->failed());
}

TEST_F(RocksStorageTest, TablesThatCannotBeReadAreNotTakenForNone) {
  reopen();
  storage_->save({.cluster = "c", .tables = {{1, std::string(10'000, 'o')}, {2, "two"}}});
  reopen();
  storage_.reset();
  damage(std::string(100, 'o'));
  EXPECT_THAT(openRocksStorage(folder_.path()),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("cannot be opened")));
}

// What comes behind the damage was acknowledged.
TEST_F(RocksStorageTest, ALogThatIsDamagedInTheMiddleIsRefused) {
  reopen();
  const std::unique_ptr<Store> store = storage_->create(kPartition);
  for (int i = 0; i < 200; ++i) put(*store, "key" + std::to_string(i), std::string(100, 'v'));
  storage_->save(SavedTables{.cluster = "c", .tables = {}});
  const std::string copy = folder_.path() + "-copy";
  std::filesystem::copy(folder_.path(), copy);
  for (const auto& file : std::filesystem::directory_iterator(copy)) {
    if (file.path().extension() != ".log") continue;
    std::fstream log(file.path(), std::ios::in | std::ios::out | std::ios::binary);
    log.seekp(static_cast<std::streamoff>(std::filesystem::file_size(file.path()) / 2));
    log << std::string(50, 'x');
  }
  EXPECT_FALSE(openRocksStorage(copy).ok());
  std::filesystem::remove_all(copy);
}

// With a table file, a log with writes, and all else that there is.
TEST_F(RocksStorageTest, AMissingFileIsNamed) {
  reopen();
  put(*storage_->create(kPartition), "k", "in a table file");
  reopen();
  put(*storage_->open(kPartition), "k", "in the log");
  const auto open_without = [this](const char* file, const char* named) {
    SCOPED_TRACE(file);
    const std::string copy = folder_.path() + "-copy";
    std::filesystem::copy(folder_.path(), copy);
    int removed = 0;
    for (const auto& entry : std::filesystem::directory_iterator(copy)) {
      if (entry.path().filename().string().find(file) == std::string::npos) continue;
      removed += std::filesystem::remove(entry.path()) ? 1 : 0;
    }
    EXPECT_EQ(removed, 1);
    EXPECT_THAT(openRocksStorage(copy),
                FailsWith(StatusCode::kFailedPrecondition,
                          AllOf(HasSubstr(copy), HasSubstr(named), testing::Not(HasSubstr("\n")))));
    std::filesystem::remove_all(copy);
  };
  open_without("CURRENT", "CURRENT is missing");
  open_without("MANIFEST-", "MANIFEST-");
  open_without(".sst", ".sst is missing");
  open_without(".log", ".log) is missing");
}

// Here the process does as another one would that was given the same folder.
TEST_F(RocksStorageTest, FilesThatTookThePlaceOfItsOwnAreLeftAlone) {
  for (const bool writes : {false, true}) {
    reopen();
    const std::unique_ptr<Store> store = storage_->create(kPartition);
    put(*store, "k", "v");
    EXPECT_THAT(storage_->check(), IsOk());
    std::filesystem::remove_all(folder_.path());
    std::filesystem::create_directories(folder_.path());
    constexpr std::array kFiles = {"LOCK", "000001.log", "000002.sst", "MANIFEST-000003"};
    for (const char* const file : kFiles) folder_.write(file, "");
    if (writes) {
      put(*store, "k", "w");
      EXPECT_TRUE(storage_->failed());
    }
    EXPECT_THAT(storage_->check(),
                FailsWith(StatusCode::kUnavailable,
                          AllOf(HasSubstr(folder_.path()), HasSubstr("removed or replaced"))));
    storage_.reset();
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}),
              std::ssize(kFiles));
    std::filesystem::remove_all(folder_.path());
  }
}

TEST_F(RocksStorageTest, ADamagedDatabaseIsToldInOneLine) {
  reopen();
  storage_.reset();
  folder_.write("CURRENT", "nonsense\n");
  EXPECT_THAT(openRocksStorage(folder_.path()),
              FailsWith(StatusCode::kFailedPrecondition,
                        AllOf(HasSubstr("cannot be opened"), testing::Not(HasSubstr("\n")))));
}

TEST(DiskKeysTest, TheFormatOfAFolder) {
  constexpr PartitionId id = {.app_id = 0x01020304, .index = 0x050607};
  EXPECT_EQ(disk::tableKey(id.app_id), "t\x01\x02\x03\x04");
  EXPECT_EQ(disk::partitionsKey(id.app_id), "p\x01\x02\x03\x04");
  EXPECT_EQ(disk::decreeKey(id), std::string("p\x01\x02\x03\x04\0\x05\x06\x07"
                                             "d",
                                             10));
  EXPECT_EQ(disk::recordPrefix(id), std::string("p\x01\x02\x03\x04\0\x05\x06\x07"
                                                "r",
                                                10));
  EXPECT_EQ(disk::afterRecords(id), std::string("p\x01\x02\x03\x04\0\x05\x06\x07"
                                                "s",
                                                10));
  EXPECT_EQ(disk::decreeValue(258), std::string("\0\0\0\0\0\0\x01\x02", 8));
  EXPECT_EQ(disk::decreeOf(disk::decreeValue(INT64_MAX)), INT64_MAX);
  EXPECT_EQ(disk::recordValue("v", 0xfffffff0), "\xff\xff\xff\xf0v");
  EXPECT_EQ(disk::appIdOf(disk::tableKey(id.app_id)), id.app_id);
  EXPECT_EQ(disk::appIdOf("x"), std::nullopt);
}

}  // namespace
}  // namespace bridle::internal::onebox
