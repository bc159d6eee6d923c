#include "tools/bench/workload_spec.h"

#include "support/status_matchers.h"
#include "unit/tools/refuses.h"
#include "unit/tools/workload_files.h"

namespace bridle::internal::bench {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::readSettings;
using test::Refuses;
using test::specOf;
using test::specOfFile;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

// Of reads, updates, inserts, scans and read-modify-writes; there is nothing else.
std::vector<double> mixOf(char letter) {
  const OpChooser::Weights weights = specOfFile(letter).weights;
  constexpr std::size_t kOfYcsb = 5;
  EXPECT_THAT(std::vector<double>(weights.begin() + kOfYcsb, weights.end()), Each(0));
  return {weights.begin(), weights.begin() + kOfYcsb};
}

TEST(WorkloadFilesTest, HaveYcsbsMixes) {
  EXPECT_THAT(mixOf('a'), ElementsAre(0.5, 0.5, 0, 0, 0));
  EXPECT_THAT(mixOf('b'), ElementsAre(0.95, 0.05, 0, 0, 0));
  EXPECT_THAT(mixOf('c'), ElementsAre(1, 0, 0, 0, 0));
  EXPECT_THAT(mixOf('d'), ElementsAre(0.95, 0, 0.05, 0, 0));
  EXPECT_THAT(mixOf('e'), ElementsAre(0, 0, 0.05, 0.95, 0));
  EXPECT_THAT(mixOf('f'), ElementsAre(0.5, 0, 0, 0, 0.5));
}

TEST(WorkloadFilesTest, HaveYcsbsCountsSizesAndDistributions) {
  for (const char letter : {'a', 'b', 'c', 'd', 'f'}) {
    const WorkloadSpec spec = specOfFile(letter);
    EXPECT_EQ(spec.records, 1000) << letter;
    EXPECT_EQ(spec.operations, 1000) << letter;
    EXPECT_EQ(spec.field_count, 10) << letter;
    EXPECT_EQ(spec.longestValue(), 1000) << letter;
    EXPECT_EQ(spec.law, letter == 'd' ? RecordLaw::kLatest : RecordLaw::kZipfian) << letter;
  }
}

TEST(WorkloadFilesTest, WorkloadEScansWithinHashKeysOfAHundredRecords) {
  const WorkloadSpec spec = specOfFile('e');
  EXPECT_EQ(spec.layout.per_hash_key, 100);
  EXPECT_EQ(spec.scan_length.longest, 100);
  EXPECT_FALSE(spec.scan_table);
  EXPECT_EQ(spec.expected_inserts, 100);
}

TEST(WorkloadSpecTest, ScansNeedAnOrderOrDoWithoutOne) {
  const std::vector<std::string> scans = {"recordcount=9", "operationcount=1", "scanproportion=1"};
  const auto with = [&](std::string setting) {
    std::vector<std::string> settings = scans;
    settings.push_back(std::move(setting));
    return settings;
  };
  EXPECT_THAT(readSettings(scans).status(),
              Refuses("scanproportion=1: only the records of one hash key have an order"));
  EXPECT_THAT(readSettings(with("recordcount=9"), Phase::kLoad).status(),
              Refuses("-p pegasus.records_per_hashkey=100 (for load and run)"));
  EXPECT_FALSE(specOf(with("pegasus.records_per_hashkey=2")).scan_table);
  EXPECT_TRUE(specOf(with("pegasus.scan=unordered")).scan_table);
  EXPECT_THAT(
      readSettings({"recordcount=9", "operationcount=1", "minscanlength=9", "maxscanlength=8"})
          .status(),
      Refuses("minscanlength=9: more than maxscanlength=8"));
}

TEST(WorkloadSpecTest, RequestsForSeveralRecordsNeedThemUnderOneHashKey) {
  EXPECT_THAT(readSettings({"recordcount=9", "operationcount=1", "multigetproportion=1"}).status(),
              Refuses("one request takes multi.keys=10 records of one hash key, which has 1; raise"
                      " pegasus.records_per_hashkey"));
  EXPECT_THAT(readSettings({"recordcount=9", "operationcount=1", "multisetproportion=1",
                            "pegasus.records_per_hashkey=4", "multi.keys=5"})
                  .status(),
              Refuses("multisetproportion=1: one request takes multi.keys=5"));
  EXPECT_EQ(specOf({"recordcount=9", "operationcount=1", "multigetproportion=1",
                    "pegasus.records_per_hashkey=4", "multi.keys=4"})
                .multi_keys,
            4);
}

TEST(WorkloadSpecTest, ALoadInsertsItsPartOfTheRecords) {
  const WorkloadSpec all = specOf({"recordcount=1000"}, Phase::kLoad);
  EXPECT_EQ(all.first_record, 0);
  EXPECT_EQ(all.last_record, 999);
  EXPECT_EQ(all.operations, 1000);
  const WorkloadSpec part =
      specOf({"recordcount=1000", "insertstart=600", "insertcount=300"}, Phase::kLoad);
  EXPECT_EQ(part.first_record, 600);
  EXPECT_EQ(part.last_record, 899);
  EXPECT_EQ(part.operations, 300);
}

TEST(WorkloadSpecTest, CountsBeyond32BitsAreNoProblem) {
  const WorkloadSpec spec = specOf({"recordcount=5000000000", "operationcount=3000000000"});
  EXPECT_EQ(spec.records, 5'000'000'000);
  EXPECT_EQ(spec.operations, 3'000'000'000);
}

TEST(WorkloadSpecTest, ARunHasToEnd) {
  EXPECT_THAT(readSettings({"recordcount=10"}), Refuses("neither operationcount nor"));
  EXPECT_EQ(specOf({"recordcount=10", "maxexecutiontime=5"}).operations, WorkloadSpec::kEndless);
  EXPECT_EQ(specOf({"recordcount=10", "operationcount=0"}).operations, WorkloadSpec::kEndless);
}

TEST(WorkloadSpecTest, RecordsHaveToFitTogether) {
  EXPECT_THAT(readSettings({"operationcount=1"}), Refuses("recordcount is not set"));
  EXPECT_THAT(readSettings({"recordcount=10", "insertstart=10"}, Phase::kLoad),
              Refuses("-p: insertstart=10: no record is left of recordcount=10"));
  EXPECT_THAT(readSettings({"recordcount=10", "insertstart=5", "insertcount=6"}, Phase::kLoad),
              Refuses("-p: insertcount=6: insertstart=5 and this make more than recordcount=10"));
}

TEST(WorkloadSpecTest, SomethingHasToBeDone) {
  EXPECT_THAT(
      readSettings({"recordcount=1", "operationcount=1", "readproportion=0", "updateproportion=0"}),
      Refuses("nothing to do"));
}

TEST(WorkloadSpecTest, ZipfianLeavesRoomForTwiceTheInserts) {
  EXPECT_EQ(specOf({"recordcount=1000", "operationcount=1000", "insertproportion=0.05",
                    "requestdistribution=zipfian"})
                .expected_inserts,
            100);
  EXPECT_EQ(specOfFile('d').expected_inserts, 0);  // latest needs none
  EXPECT_THAT(readSettings({"recordcount=10", "operationcount=1000000", "insertproportion=1",
                            "requestdistribution=zipfian"}),
              Refuses("-p: insertproportion=1: the run would insert over 500 times recordcount"));
}

TEST(WorkloadSpecTest, AHotspotNeedsRecordsOnBothSides) {
  const auto hotspot = [](const std::string& records, const std::string& setting) {
    return readSettings({"requestdistribution=hotspot", "operationcount=1", records, setting});
  };
  EXPECT_THAT(hotspot("recordcount=4", "hotspotdatafraction=0.2"),
              Refuses("of 4 records that is less than one"));
  EXPECT_THAT(hotspot("recordcount=4", "hotspotdatafraction=1"), Refuses("all of the 4 records"));
  EXPECT_THAT(hotspot("recordcount=5", "hotspotdatafraction=0.2"), test::IsOk());
  EXPECT_THAT(hotspot("recordcount=4", "hotspotopnfraction=0"), test::IsOk());
}

TEST(WorkloadSpecTest, ValuesAndKeysHaveToFitTheServer) {
  EXPECT_THAT(readSettings({"recordcount=1", "operationcount=1", "fieldlength=104858"}),
              Refuses("default: fieldcount=10: of up to 104858 bytes each is more than a value may"
                      " have, 1048576"));
  const std::string prefix(65'520, 'k');
  EXPECT_THAT(readSettings({"recordcount=1", "operationcount=1", "keyprefix=" + prefix}),
              Refuses("keys would be longer than 65534 bytes"));
}

TEST(WorkloadSpecTest, FieldLengthsHaveToMakeSense) {
  EXPECT_THAT(readSettings({"recordcount=1", "operationcount=1", "fieldlength=5",
                            "minfieldlength=6", "fieldlengthdistribution=uniform"}),
              Refuses("-p: minfieldlength=6: more than fieldlength=5"));
  EXPECT_THAT(readSettings({"recordcount=1", "operationcount=1", "dataintegrity=true",
                            "field_len_dist=zipfian"}),
              Refuses("-p: dataintegrity=true: works with fieldlengthdistribution=constant only"));
  EXPECT_THAT(
      readSettings({"recordcount=1", "operationcount=1", "fieldlengthdistribution=histogram"}),
      FailsWith(StatusCode::kNotFound, HasSubstr("hist.txt")));
}

}  // namespace
}  // namespace bridle::internal::bench
