#include "tools/bench/properties.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "support/status_matchers.h"
#include "unit/tools/refuses.h"
#include "unit/tools/temp_file.h"

namespace bridle::internal::bench {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using test::Refuses;
using test::TempFile;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

absl::Status checkSettings(const std::vector<std::string>& settings) {
  Properties properties;
  for (const std::string& setting : settings) {
    if (absl::Status status = properties.addSetting(setting); !status.ok()) return status;
  }
  return properties.check();
}

TEST(PropertiesTest, HaveDefaults) {
  const Properties none;
  EXPECT_EQ(none.whole("fieldcount"), 10);
  EXPECT_EQ(none.number("readproportion"), 0.95);
  EXPECT_FALSE(none.flag("dataintegrity"));
  EXPECT_EQ(none.text("requestdistribution"), "uniform");
  EXPECT_EQ(none.duration("status.interval"), std::chrono::seconds(10));
  EXPECT_THAT(none.percents("hdrhistogram.percentiles"), ElementsAre(50, 90, 95, 99, 99.9, 99.99));
  EXPECT_FALSE(none.isSet("fieldcount"));
}

TEST(PropertiesTest, SettingsOverrideFilesAndLaterFilesEarlierOnes) {
  const TempFile first("recordcount=1\nfieldcount=2\nfieldlength=3\n", "1");
  const TempFile second("fieldcount=20\nfieldlength=30\n", "2");
  Properties properties;
  ASSERT_THAT(properties.addFile(first.path()), IsOk());
  ASSERT_THAT(properties.addFile(second.path()), IsOk());
  ASSERT_THAT(properties.addSetting("fieldlength=300"), IsOk());
  ASSERT_THAT(properties.check(), IsOk());
  EXPECT_EQ(properties.whole("recordcount"), 1);
  EXPECT_EQ(properties.whole("fieldcount"), 20);
  EXPECT_EQ(properties.whole("fieldlength"), 300);
}

TEST(PropertiesTest, ErrorsNameFileLineKeyValueAndWhatIsAllowed) {
  const TempFile file("# comment\nrecordcount=12x\n");
  Properties properties;
  ASSERT_THAT(properties.addFile(file.path()), IsOk());
  EXPECT_THAT(properties.check(),
              Refuses(file.path() + ":2: recordcount=12x: bad value; allowed: a whole number, at "
                                    "least 0, at most 100000000000000"));
}

TEST(PropertiesTest, RangesAreSaidInPlainDigits) {
  EXPECT_THAT(checkSettings({"seed=-1"}), Refuses("at least 0, at most 1000000000000000000"));
  EXPECT_THAT(checkSettings({"seed=0x10"}), Refuses("-p: seed=0x10: bad value"));
  EXPECT_THAT(checkSettings({"seed=1e3"}), Refuses("-p: seed=1e3: bad value"));
  EXPECT_THAT(checkSettings({"readproportion=1e10"}), Refuses("at most 1000000000"));
}

TEST(PropertiesTest, AStatusLinesPropertyWithoutStatusLinesIsNoted) {
  Properties properties;
  ASSERT_THAT(properties.addSetting("label=nightly"), IsOk());
  ASSERT_THAT(properties.check(), IsOk());
  EXPECT_THAT(properties.notes(),
              ElementsAre("-p: label=nightly: no effect without status lines; add -s"));
  properties.set("status", "true", "-s");
  ASSERT_THAT(properties.check(), IsOk());
  EXPECT_THAT(properties.notes(), ElementsAre());
}

TEST(PropertiesTest, BadValuesAreRefused) {
  EXPECT_THAT(checkSettings({"operationcount=99999999999999999999"}), Refuses("a whole number"));
  EXPECT_THAT(checkSettings({"operationcount="}), Refuses("a whole number"));
  EXPECT_THAT(checkSettings({"threadcount=0"}), Refuses("at least 1"));
  EXPECT_THAT(checkSettings({"threadcount=1.5"}), Refuses("a whole number"));
  EXPECT_THAT(checkSettings({"readproportion=-0.1"}), Refuses("a number, at least 0"));
  EXPECT_THAT(checkSettings({"readproportion=nan"}), Refuses("a number"));
  EXPECT_THAT(checkSettings({"hotspotdatafraction=1.1"}), Refuses("at most 1"));
  EXPECT_THAT(checkSettings({"dataintegrity=yes"}), Refuses("true or false"));
  EXPECT_THAT(checkSettings({"requestdistribution=zipf"}),
              Refuses("uniform, zipfian, latest, hotspot, sequential, exponential"));
  EXPECT_THAT(checkSettings({"warmup=5 parsecs"}), Refuses("the unit us, ms, s, m or h"));
  EXPECT_THAT(checkSettings({"hdrhistogram.percentiles=50,101"}), Refuses("at most 100"));
  EXPECT_THAT(checkSettings({"workload=site.ycsb.workloads.TimeSeriesWorkload"}),
              Refuses("site.ycsb.workloads.CoreWorkload"));
  EXPECT_THAT(checkSettings({"seed="}), Refuses("a whole number"));
  EXPECT_THAT(checkSettings({"backup_request_ms=fast"}), Refuses("a number, at least 0"));
}

TEST(PropertiesTest, GoodValuesAreAccepted) {
  EXPECT_THAT(checkSettings({"recordcount=5000000000", "operationcount=3000000000"}), IsOk());
  EXPECT_THAT(checkSettings({"dataintegrity=TRUE", "warmup=250ms", "maxexecutiontime=60"}), IsOk());
  EXPECT_THAT(checkSettings({"workload=com.yahoo.ycsb.workloads.CoreWorkload"}), IsOk());
  EXPECT_THAT(checkSettings({"meta_servers=a:1,b:2", "backup_request_ms=0.5"}), IsOk());
}

TEST(PropertiesTest, UnknownNamesAreRefusedWithTheNearest) {
  EXPECT_THAT(checkSettings({"recordcuont=5"}),
              Refuses("-p: recordcuont=5: unknown property; did you mean recordcount?"));
  EXPECT_THAT(checkSettings({"backup_request_sm=5"}), Refuses("did you mean backup_request_ms?"));
  EXPECT_THAT(checkSettings({"zzzzzzzzzz=1"}),
              FailsWith(StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("unknown property"), Not(HasSubstr("did you mean")))));
}

TEST(PropertiesTest, OtherToolsPropertiesArePassedOverOnRequest) {
  EXPECT_THAT(checkSettings({"mongodb.url=x"}), Refuses("ignore.unknown=true"));
  Properties properties;
  properties.set("mongodb.url", "x", "w:1");
  properties.set("jdbc.batchupdateapi", "true", "w:2");
  properties.set("recordcuont", "5", "w:3");
  properties.set("ignore.unknown", "true", "-p");
  EXPECT_THAT(properties.check(), IsOk());
  EXPECT_THAT(properties.notes(), ElementsAre("w:3: recordcuont=5: unknown property; did you mean "
                                              "recordcount? (ignored)"));
}

TEST(PropertiesTest, WhatThisVersionCannotDoIsRefused) {
  EXPECT_THAT(checkSettings({"target=1000"}), Refuses("closed loop only"));
  EXPECT_THAT(checkSettings({"rate=1000"}),
              Refuses("-p: target=1000: this version is closed loop"));
  EXPECT_THAT(checkSettings({"arrival=poisson"}), Refuses("closed loop only"));
  EXPECT_THAT(checkSettings({"measurement.interval=both"}), Refuses("closed loop only"));
  EXPECT_THAT(checkSettings({"measurement.interval=10"}), Refuses("status.interval"));
  EXPECT_THAT(checkSettings({"phases=warm:rate=1k,for=10s"}), Refuses("not available"));
  EXPECT_THAT(checkSettings({"zipfian.exact=true"}), Refuses("not available"));
  EXPECT_THAT(checkSettings({"pegasus.layout=json"}), Refuses("pegasus.records_per_hashkey"));
  EXPECT_THAT(checkSettings({"measurementtype=raw"}), Refuses("one kind of histogram"));
  EXPECT_THAT(checkSettings({"exporter=site.ycsb.measurements.exporter.JSONMeasurementsExporter"}),
              Refuses("YCSB's text only"));
}

TEST(PropertiesTest, SayingSoIsNoErrorWhereItIsTheDefault) {
  EXPECT_THAT(checkSettings({"target=0", "scanproportion=0.0", "zipfian.exact=false",
                             "measurement.interval=op", "arrival=closed", "batch.size=1"}),
              IsOk());
}

TEST(PropertiesTest, WhatHasNoEffectIsNoted) {
  Properties properties;
  properties.set("readallfields", "true", "w:1");
  properties.set("writeallfields", "true", "w:2");
  properties.set("measurement.trackjvm", "true", "w:3");
  ASSERT_THAT(properties.check(), IsOk());
  EXPECT_THAT(properties.notes(),
              ElementsAre("w:3: measurement.trackjvm=true: no effect: there is no JVM here",
                          "w:2: writeallfields=true: no effect: a record is one value here: always "
                          "read and written as a whole"));
}

TEST(PropertiesTest, AliasesStandForTheirProperty) {
  Properties properties;
  properties.set("warmuptime", "7", "-p");
  properties.set("zipfian_const", "0.9", "-p");
  properties.set("workers", "2", "-p");
  ASSERT_THAT(properties.check(), IsOk());
  EXPECT_EQ(properties.duration("warmup"), std::chrono::seconds(7));
  EXPECT_EQ(properties.number("zipfian.constant"), 0.9);
  EXPECT_EQ(properties.whole("event_loops"), 2);
}

TEST(PropertiesTest, MissingFilesAndMalformedSettingsAreErrors) {
  Properties properties;
  EXPECT_THAT(properties.addFile("/nonexistent/workloada"),
              FailsWith(StatusCode::kNotFound, HasSubstr("/nonexistent/workloada")));
  EXPECT_THAT(properties.addFile("/"), Refuses("is a directory"));
  EXPECT_THAT(properties.addSetting("recordcount"), Refuses("write it as -p name=value"));
  EXPECT_THAT(properties.addSetting("=5"), Refuses("write it as -p name=value"));
}

TEST(PropertyTableTest, DefaultsAreValidAndNamesAreUnique) {
  std::vector<std::string> names;
  for (const PropertyInfo& info : propertyTable()) {
    names.emplace_back(info.name);
    EXPECT_FALSE(info.use != PropertyUse::kAlias && info.doc.empty()) << info.name;
    if (info.use == PropertyUse::kAlias) {
      EXPECT_NE(findProperty(info.name), nullptr) << info.name;
    } else if (!info.default_value.empty()) {
      EXPECT_THAT(checkSettings({std::string(info.name) + "=" + std::string(info.default_value)}),
                  IsOk());
    }
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(PropertyTableTest, HelpListsWhatCanBeSet) {
  const std::string help = propertyHelp();
  EXPECT_THAT(help, HasSubstr("recordcount=0"));
  EXPECT_THAT(help, HasSubstr("backup_request_ms="));
  EXPECT_THAT(help, Not(HasSubstr("zipfian.exact")));
}

}  // namespace
}  // namespace bridle::internal::bench
