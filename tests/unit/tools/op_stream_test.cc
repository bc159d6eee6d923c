#include "tools/bench/op_stream.h"

#include <gmock/gmock.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "unit/tools/statistics.h"
#include "unit/tools/workload_files.h"

namespace bridle::internal::bench {
namespace {

using test::specOf;
using test::specOfFile;
using test::tolerance;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;

// A workload with one lane on one loop.
struct OneLane {
  explicit OneLane(WorkloadSpec spec, std::uint64_t seed = 1, std::uint64_t lane = 0)
      : workload(std::move(spec), seed),
        chooser(workload.makeChooser()),
        stream(workload, *chooser, lane) {}

  const Operation& next(bool ok = true) {
    const Operation& op = stream.next();
    stream.finished(ok);
    return op;
  }

  Workload workload;
  std::unique_ptr<RecordChooser> chooser;
  OpStream stream;
};

std::string transcript(OneLane& lane, int operations) {
  std::string text;
  for (int i = 0; i < operations; ++i) {
    const Operation& op = lane.next();
    text += std::to_string(static_cast<int>(op.kind)) + std::string(op.request.hash_key) + "=";
    text += std::string(op.request.value) + "\n";
  }
  return text;
}

std::array<double, kOpKindCount> mix(char workload, int draws) {
  OneLane lane(specOfFile(workload));
  std::array<double, kOpKindCount> shares{};
  for (int i = 0; i < draws; ++i) {
    shares[static_cast<std::size_t>(lane.next().kind)] += 1.0 / draws;
  }
  return shares;
}

TEST(OpStreamTest, MixesOperationsAsTheFilesSay) {
  constexpr int kDraws = 50'000;
  const struct {
    char workload;
    std::array<double, kOpKindCount> shares;  // read, update, insert, scan, read-modify-write
  } cases[] = {
      {'a', {0.5, 0.5, 0, 0}},   {'b', {0.95, 0.05, 0, 0}},  {'c', {1, 0, 0, 0}},
      {'d', {0.95, 0, 0.05, 0}}, {'f', {0.5, 0, 0, 0, 0.5}},
  };
  for (const auto& c : cases) {
    const std::array<double, kOpKindCount> measured = mix(c.workload, kDraws);
    for (std::size_t i = 0; i < kOpKindCount; ++i) {
      EXPECT_THAT(measured[i], DoubleNear(c.shares[i], tolerance(c.shares[i], kDraws) + 1e-9))
          << c.workload << " " << i;
    }
  }
}

TEST(OpStreamTest, WeightsNeedNotAddUpToOne) {
  constexpr int kDraws = 100'000;
  const OpChooser ops({3, 1, 0, 0});
  Rng rng(1);
  int reads = 0;
  for (int i = 0; i < kDraws; ++i) reads += ops.next(rng) == OpKind::kRead ? 1 : 0;
  EXPECT_THAT(reads / double{kDraws}, DoubleNear(0.75, tolerance(0.75, kDraws)));
}

TEST(OpStreamTest, TheSameSeedAndLaneGiveTheSameBytes) {
  OneLane lane(specOfFile('a'), 7, 3);
  OneLane same(specOfFile('a'), 7, 3);
  OneLane other_lane(specOfFile('a'), 7, 4);
  OneLane other_seed(specOfFile('a'), 8, 3);
  const std::string text = transcript(lane, 500);
  EXPECT_EQ(transcript(same, 500), text);
  EXPECT_NE(transcript(other_lane, 500), text);
  EXPECT_NE(transcript(other_seed, 500), text);
}

TEST(OpStreamTest, WorkloadCHasYcsbsPopularity) {
  constexpr int kDraws = 1'000'000;
  OneLane lane(specOfFile('c'));
  const std::vector<double> shares =
      test::measureShares(1000, kDraws, [&] { return lane.next().record; });
  EXPECT_THAT(shares[144], DoubleNear(0.03861, tolerance(0.03861, kDraws)));
  EXPECT_THAT(shares[610], DoubleNear(0.01996, tolerance(0.01996, kDraws)));
  EXPECT_THAT(shares[213], DoubleNear(0.01603, tolerance(0.01603, kDraws)));
  EXPECT_EQ(shares[1000], 0);  // the modulus is 1001, but that record is not there
}

TEST(OpStreamTest, RecordsThatAreNotThereYetAreDrawnAgain) {
  OneLane lane(specOf({"recordcount=1000", "operationcount=10000", "insertproportion=0.5",
                       "readproportion=0.5", "updateproportion=0", "requestdistribution=zipfian"}));
  std::int64_t last = 999;
  for (int i = 0; i < 10'000; ++i) {
    const Operation& op = lane.next();
    if (op.kind == OpKind::kInsert) {
      ASSERT_EQ(op.record, ++last);
    } else {
      ASSERT_LE(op.record, last);
    }
  }
}

TEST(OpStreamTest, RunsStayWithinTheirPartOfTheRecords) {
  for (const std::string law : {"uniform", "zipfian", "hotspot", "sequential"}) {
    OneLane lane(
        specOf({"recordcount=1000", "insertstart=500", "insertcount=100", "operationcount=1",
                "readproportion=1", "updateproportion=0", "requestdistribution=" + law}));
    for (int i = 0; i < 2000; ++i) {
      const std::int64_t record = lane.next().record;
      ASSERT_GE(record, 500) << law;
      ASSERT_LE(record, law == "zipfian" ? 600 : 599) << law;
    }
  }
}

TEST(OpStreamTest, AFailedInsertIsNotReadAndTriedAgain) {
  const std::vector<std::string> inserts_only = {"recordcount=10", "operationcount=10",
                                                 "insertproportion=1", "readproportion=0",
                                                 "updateproportion=0"};
  OneLane lane(specOf(inserts_only));
  EXPECT_EQ(lane.next(false).record, 10);
  EXPECT_EQ(lane.workload.inserts().last(), 9);
  EXPECT_EQ(lane.next(true).record, 10);
  EXPECT_EQ(lane.workload.inserts().last(), 10);

  std::vector<std::string> as_ycsb = inserts_only;
  as_ycsb.push_back("insert.ack_failed=true");
  OneLane ycsb(specOf(as_ycsb));
  EXPECT_EQ(ycsb.next(false).record, 10);
  EXPECT_EQ(ycsb.workload.inserts().last(), 10);
}

TEST(OpStreamTest, ALoadInsertsEachRecordOnce) {
  Workload workload(specOf({"recordcount=1000", "insertstart=100"}, Phase::kLoad), 1);
  const auto chooser = workload.makeChooser();
  OpStream one(workload, *chooser, 0);
  OpStream other(workload, *chooser, 1);
  std::set<std::int64_t> records;
  for (int i = 0; i < 450; ++i) {
    for (OpStream* const stream : {&one, &other}) {
      const Operation& op = stream->next();
      EXPECT_EQ(op.kind, OpKind::kInsert);
      EXPECT_EQ(op.request.value.size(), 1000U);
      records.insert(op.record);
      stream->finished(i % 7 != 0);  // failures are not made up for by other lanes
    }
  }
  EXPECT_EQ(records.size(), 900U);
  EXPECT_EQ(*records.begin(), 100);
  EXPECT_EQ(*records.rbegin(), 999);
}

TEST(OpStreamTest, IntegrityValuesFollowFromTheKey) {
  OneLane lane(specOf({"recordcount=1", "operationcount=1", "updateproportion=1",
                       "readproportion=0", "dataintegrity=true", "fieldcount=2"}));
  const Operation& op = lane.next();
  EXPECT_EQ(op.request.hash_key, "user6284781860667377211");
  EXPECT_EQ(op.request.value,
            "user6284781860667377211:field0:-56807877:2032869390:-165488160:1762371712:"
            "-169193395:-1039977118:-10"
            "user6284781860667377211:field1:-56807846:-2133018101:933062878:139614226:"
            "1263461560:1124615364:-3349");
  EXPECT_EQ(lane.stream.expected(), op.request.value);
}

TEST(OpStreamTest, ValuesVaryInLengthIfFieldsDo) {
  OneLane lane(specOf({"recordcount=9", "operationcount=1", "updateproportion=1",
                       "readproportion=0", "fieldcount=3", "minfieldlength=2", "fieldlength=4",
                       "fieldlengthdistribution=uniform"}));
  std::set<std::size_t> sizes;
  for (int i = 0; i < 1000; ++i) sizes.insert(lane.next().request.value.size());
  EXPECT_EQ(*sizes.begin(), 6U);
  EXPECT_EQ(*sizes.rbegin(), 12U);
  EXPECT_EQ(sizes.size(), 7U);
}

TEST(OpStreamTest, ReadsCarryNoValue) {
  OneLane lane(specOfFile('c'));
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 10; ++i) sizes.push_back(lane.next().request.value.size());
  EXPECT_THAT(sizes, Each(0U));
}

// Of a lane that does one kind of operation only, on 25 records, ten under each hash key.
std::vector<std::string> onlyOn25(const std::string& proportion) {
  return {"recordcount=25",
          "operationcount=1",
          "readproportion=0",
          "updateproportion=0",
          proportion + "=1",
          "pegasus.records_per_hashkey=10",
          "insertorder=ordered",
          "multi.keys=4",
          "fieldcount=1",
          "maxscanlength=3",
          "requestdistribution=sequential"};
}

TEST(OpStreamTest, RecordsShareHashKeysInTheirOrder) {
  OneLane lane(specOf(onlyOn25("updateproportion")));
  std::vector<std::string> keys;
  for (int i = 0; i < 25; ++i) {
    const bench::Request& request = lane.next().request;
    keys.push_back(std::string(request.hash_key) + "/" + std::string(request.sort_key));
  }
  EXPECT_EQ(keys[0], "user0/0");
  EXPECT_EQ(keys[9], "user0/9");
  EXPECT_EQ(keys[10], "user1/0");
  EXPECT_EQ(keys[24], "user2/4");

  OneLane hundred(specOf({"recordcount=1", "operationcount=1", "pegasus.records_per_hashkey=101"}));
  EXPECT_EQ(hundred.next().request.sort_key, "000");
}

TEST(OpStreamTest, SeveralRecordsOfOneHashKeyAreThoseFromTheDrawnOneOn) {
  OneLane lane(specOf(onlyOn25("multigetproportion")));
  const auto at = [&](int record) {
    const Operation* op = &lane.next();
    while (op->record != record) op = &lane.next();
    return op->request;
  };
  EXPECT_THAT(at(3).sort_keys, ElementsAre("3", "4", "5", "6"));
  EXPECT_THAT(at(8).sort_keys, ElementsAre("8", "9", "0", "1"));
  const bench::Request last = at(23);  // of five records
  EXPECT_EQ(last.hash_key, "user2");
  EXPECT_THAT(last.sort_keys, ElementsAre("3", "4", "0", "1"));
  EXPECT_EQ(last.action, Action::kMultiGet);
  EXPECT_EQ(last.value, "");

  OneLane writer(specOf(onlyOn25("multisetproportion")));
  const bench::Request& write = writer.next().request;
  EXPECT_EQ(write.action, Action::kMultiSet);
  EXPECT_EQ(write.value.size(), 100U);
}

TEST(OpStreamTest, ScansDrawTheirLength) {
  OneLane lane(specOf(onlyOn25("scanproportion")));
  std::set<std::int64_t> rows;
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(lane.next().request.action, Action::kScan);
    rows.insert(lane.stream.current().request.rows);
  }
  EXPECT_THAT(rows, ElementsAre(1, 2, 3));

  std::vector<std::string> settings = onlyOn25("scanproportion");
  settings.push_back("pegasus.scan=unordered");
  OneLane unordered(specOf(settings));
  EXPECT_EQ(unordered.next().request.action, Action::kScanTable);
  EXPECT_EQ(unordered.next().request.partition, 1);
}

TEST(OpStreamTest, CountersStandBesideTheRecords) {
  OneLane lane(specOf(onlyOn25("incrproportion")));
  const bench::Request& request = lane.next().request;
  EXPECT_EQ(request.action, Action::kIncrement);
  EXPECT_EQ(request.hash_key, "user0");
  EXPECT_EQ(request.sort_key, "counter");
}

TEST(OpStreamTest, RetryPausesSpreadByAFifth) {
  OneLane lane(specOf({"recordcount=1"}, Phase::kLoad));
  for (int i = 0; i < 1000; ++i) {
    const Duration pause = lane.stream.retryPause();
    EXPECT_GE(pause, std::chrono::milliseconds(2400));
    EXPECT_LT(pause, std::chrono::milliseconds(3600));
  }
}

}  // namespace
}  // namespace bridle::internal::bench
