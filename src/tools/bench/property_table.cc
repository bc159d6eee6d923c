#include "tools/bench/property_table.h"

#include <algorithm>
#include <deque>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "base/limits.h"
#include "base/nearest_name.h"
#include "base/status.h"

namespace bridle::internal::bench {
namespace {

using Kind = PropertyKind;
using Text = std::string_view;

constexpr OptionRange kCount = {.least = 0, .most = limits::kMaxBenchCount};
constexpr OptionRange kBytes = {.least = 0, .most = limits::kMaxWriteBytes};
constexpr OptionRange kShare = {.least = 0, .most = 1};
constexpr OptionRange kWeight = {.least = 0, .most = 1e9};
constexpr OptionRange kAny = {.least = 0, .most = 1e18};

constexpr PropertyInfo whole(Text name, Text value, OptionRange range, Text doc) {
  return {name, Kind::kWhole, value, doc, range};
}
constexpr PropertyInfo number(Text name, Text value, OptionRange range, Text doc) {
  return {name, Kind::kNumber, value, doc, range};
}
constexpr PropertyInfo flag(Text name, Text value, Text doc) {
  return {name, Kind::kFlag, value, doc};
}
constexpr PropertyInfo word(Text name, Text value, Text doc) {
  return {name, Kind::kText, value, doc};
}
constexpr PropertyInfo choice(Text name, Text value, Text choices, Text doc) {
  return {name, Kind::kChoice, value, doc, {}, choices};
}
constexpr PropertyInfo duration(Text name, Text value, Text doc) {
  return {name, Kind::kDuration, value, doc};
}
constexpr PropertyInfo only(PropertyInfo info) {
  info.use = PropertyUse::kOnlyDefault;
  return info;
}
constexpr PropertyInfo noEffect(PropertyInfo info) {
  info.use = PropertyUse::kNoEffect;
  return info;
}
constexpr PropertyInfo alias(Text name, Text see) {
  return {.name = name, .use = PropertyUse::kAlias, .see = see};
}

constexpr Text kClosed = "this version is closed loop only: a lane sends when its last answer came";
constexpr Text kOnePlain = "results are printed as YCSB's text only in this version";
constexpr Text kOneValue = "a record is one value here: always read and written as a whole";
constexpr Text kHistogram = "latencies are kept in one kind of histogram only";
constexpr Text kNotYet = "not available in this version of bench";
constexpr Text kOneLayout =
    "a record is one value; pegasus.records_per_hashkey says under which key";
constexpr Text kNoJvm = "there is no JVM here";
constexpr Text kFaults = "faults are options of the onebox";

constexpr OptionRange kScanRows{.least = 1, .most = limits::kMaxBenchScanRows};

constexpr PropertyInfo kProperties[] = {
    // What is run.
    choice("workload", "core",
           "core|site.ycsb.workloads.CoreWorkload|com.yahoo.ycsb.workloads.CoreWorkload",
           "the workload class; the core workload is the one there is"),
    choice("db", "pegasus", "pegasus|noop|basic",
           "what is driven: a Pegasus cluster, or nothing (noop; YCSB calls it basic)"),
    whole("recordcount", "0", kCount, "records in the table before the run; required"),
    whole("operationcount", "0", kCount, "operations of a run; 0 = until maxexecutiontime"),
    whole("insertstart", "0", kCount, "first record of this load or of this run's requests"),
    whole("insertcount", "0", kCount, "how many records from insertstart; 0 = up to recordcount"),
    whole("threadcount", "1", {.least = 1, .most = limits::kMaxBenchLanes},
          "lanes: operations in flight at a time"),
    whole("event_loops", "", {.least = 1, .most = limits::kMaxEventLoops},
          "loops, each with a thread; if not set (here, not in --config): one per core but one"),
    duration("maxexecutiontime", "0", "a run ends after so long (seconds); 0 = no limit"),
    duration("warmup", "5s", "of a run: what starts before is left out of the results"),
    duration("drain_timeout", "5s", "how long to wait at the end for operations in flight"),
    whole("seed", "", kAny, "of every random choice; drawn and printed if not set"),
    noEffect(flag("dotransactions", "true", "`bench load` or `bench run` says it")),

    // Records.
    word("table", "usertable", "name of the table"),
    whole("fieldcount", "10", {.least = 1, .most = limits::kMaxWriteBytes}, "fields of a record"),
    whole("fieldlength", "100", kBytes, "bytes of a field; the most, if it varies"),
    whole("minfieldlength", "1", kBytes, "the least, if it varies"),
    choice("fieldlengthdistribution", "constant", "constant|uniform|zipfian|histogram",
           "how the length of fields varies"),
    word("fieldlengthhistogram", "hist.txt", "file for fieldlengthdistribution=histogram"),
    word("fieldnameprefix", "field", "names of fields, which dataintegrity's values contain"),
    flag("dataintegrity", "false", "write values that follow from the key, check what is read"),
    word("keyprefix", "user", "what keys begin with"),
    whole("pegasus.records_per_hashkey", "1", {.least = 1, .most = 1'000'000'000},
          "above 1: records share hash keys, and their sort keys give them an order"),
    choice("insertorder", "hashed", "hashed|ordered", "keys from hashed or from plain numbers"),
    whole("zeropadding", "1", {.least = 0, .most = 1000}, "digits of a key, filled up with zeros"),
    noEffect(flag("readallfields", "true", kOneValue)),
    noEffect(flag("readallfieldsbyname", "false", kOneValue)),
    noEffect(flag("writeallfields", "false", kOneValue)),

    // Requests.
    number("readproportion", "0.95", kWeight, "weight of reads"),
    number("updateproportion", "0.05", kWeight, "weight of updates"),
    number("insertproportion", "0", kWeight, "weight of inserts"),
    number("scanproportion", "0", kWeight, "weight of scans"),
    number("readmodifywriteproportion", "0", kWeight, "weight of a read followed by an update"),
    number("multigetproportion", "0", kWeight, "weight of reads of multi.keys records at once"),
    number("multisetproportion", "0", kWeight, "weight of writes of multi.keys records at once"),
    number("incrproportion", "0", kWeight, "weight of increments of a counter beside the record"),
    number("casproportion", "0", kWeight, "weight of writes if the record is there"),
    number("deleteproportion", "0", kWeight, "weight of deletes; NOT_FOUND is then no failure"),
    number("ttlproportion", "0", kWeight, "weight of questions for the TTL"),
    whole("multi.keys", "10", {.least = 1, .most = limits::kMaxBenchMultiKeys},
          "records of one hash key in a multi-get or multi-set"),
    choice("requestdistribution", "uniform",
           "uniform|zipfian|latest|hotspot|sequential|exponential", "which records are asked for"),
    number("zipfian.constant", "0.99", {.least = 0, .most = 10, .above_least = true},
           "theta of zipfian and latest"),
    flag("zipfian.legacy_eta", "false", "latest: eta from the first number of records, as in YCSB"),
    only(flag("zipfian.exact", "false", kNotYet)),
    number("hotspotdatafraction", "0.2", kShare, "hotspot: share of the records that is hot"),
    number("hotspotopnfraction", "0.8", kShare, "hotspot: share of the requests it gets"),
    number("exponential.percentile", "95", {.least = 1, .most = 99.9999},
           "exponential: percentage of requests for the newest exponential.frac"),
    number("exponential.frac", "0.8571428571", {.least = 0, .most = 1, .above_least = true},
           "exponential: that share of the records"),
    flag("insert.ack_failed", "false", "records whose insert failed are asked for, as in YCSB"),
    whole("core_workload_insertion_retry_limit", "0", {.least = 0, .most = 1'000'000},
          "load: how often a failed insert is tried again"),
    duration("core_workload_insertion_retry_interval", "3", "load: the pause before, +-20 %"),
    flag("core_workload_insertion_keep_going_on_error", "false", "load: skip what fails"),
    whole("minscanlength", "1", kScanRows, "rows of a scan; the least"),
    whole("maxscanlength", "1000", kScanRows, "the most"),
    choice("scanlengthdistribution", "uniform", "uniform|zipfian", "how the rows of scans vary"),
    choice("pegasus.scan", "ordered", "ordered|unordered",
           "scan within the record's hash key, or through one partition of the table"),

    // Results.
    flag("status", "false", "a status line on stderr every status.interval"),
    duration("status.interval", "10", "time between status lines (seconds)"),
    word("label", "", "what status lines begin with"),
    word("exportfile", "", "where results go instead of stdout"),
    {"hdrhistogram.percentiles", Kind::kPercents, "50,90,95,99,99.9,99.99", "what is printed"},
    choice("label.style", "ycsb", "ycsb|pegasus-ycsb",
           "99.9PercentileLatency or 99.9thPercentileLatency, 99th or 99.0th"),
    flag("ignore.unknown", "false", "pass over properties that bench does not know"),

    // Other spellings.
    alias("field_len_dist", "fieldlengthdistribution"),
    alias("warmuptime", "warmup"),
    alias("zipfian_const", "zipfian.constant"),
    alias("rate", "target"),
    alias("workers", "event_loops"),
    alias("operation_timeout", "operation_timeout_ms"),

    // What YCSB or its relatives can do and this version cannot.
    only(whole("target", "0", kAny, kClosed)),
    only(word("rate.unit", "", kClosed)),
    only(choice("arrival", "closed", "closed|poisson|paced", kClosed)),
    only(word("openloop.max_inflight", "", kClosed)),
    only(word("concurrency", "", "threadcount says how many operations are in flight")),
    only(word("connections_per_server", "", "every event loop has its own connections")),
    only(word("phases", "", kNotYet)),
    only(word("cooldown", "", kNotYet)),
    only(whole("batch.size", "1", kAny, kNotYet)),
    only(whole("ttl_seconds", "0", kAny, kNotYet)),
    only(number("value.compressibility", "0", kShare, kNotYet)),
    only(choice("pegasus.layout", "raw", "raw|fields|json", kOneLayout)),
    only(choice("write_mode", "single", "single|batch|multi", kOneLayout)),
    only(choice("read_mode", "single", "single|batch|multi|range", kOneLayout)),
    noEffect(whole("sort_key_count", "10", kAny, kOneLayout)),
    only(word("pegasus.config", "", "name the servers in meta_servers")),
    only(whole("max_consecutive_errors", "0", kAny, kNotYet)),
    only(number("max_error_ratio", "1", kShare, kNotYet)),
    only(whole("repeat", "1", kAny, kNotYet)),
    only(word("stop.precision", "", kNotYet)),
    only(word("slo", "", kNotYet)),
    only(choice("verify", "off", "off|sample|all", "dataintegrity=true checks what is read")),
    only(word("fault", "", kFaults)),
    only(word("fault.seed", "", kFaults)),
    only(word("exporter", "site.ycsb.measurements.exporter.TextMeasurementsExporter", kOnePlain)),
    only(choice("outputstyle", "plain", "plain|table|json", kOnePlain)),
    only(choice("measurement.interval", "op", "op|intended|both",
                "closed loop only, so there is no intended start; "
                "go-ycsb's number of seconds is status.interval here")),
    only(choice("measurementtype", "hdrhistogram",
                "hdrhistogram|histogram|hdrhistogram+histogram|hdrhistogram+raw|timeseries|raw",
                kHistogram)),
    only(word("report.interval", "", "status.interval says how often there is a status line")),
    only(word("report.json", "", kOnePlain)),
    only(word("report.csv", "", kOnePlain)),
    only(word("report.hlog", "", kOnePlain)),
    only(word("report.hgrm", "", kOnePlain)),
    only(word("report.svg", "", kOnePlain)),
    only(word("report.text", "", kOnePlain)),
    only(flag("measurement.histogram.verbose", "false", kOnePlain)),
    only(flag("reportlatencyforeacherror", "false", "failures share one series per operation")),
    only(word("latencytrackederrors", "", "failures share one series per operation")),
    only(flag("hdrhistogram.fileoutput", "false", kOnePlain)),
    noEffect(word("hdrhistogram.output.path", "", kOnePlain)),
    noEffect(flag("hdrhistogram.tag", "false", kOnePlain)),
    noEffect(whole("histogram.buckets", "1000", kAny, kHistogram)),
    noEffect(whole("timeseries.granularity", "1000", kAny, kHistogram)),
    noEffect(word("measurement.raw.output_file", "", kHistogram)),
    noEffect(flag("measurement.raw.no_summary", "false", kHistogram)),
    noEffect(flag("measurement.trackjvm", "false", kNoJvm)),
    noEffect(word("htrace.span.receiver.classes", "", kNoJvm)),
    only(flag("spin.sleep", "false", kClosed)),
};

constexpr Text kForeignPrefixes[] = {
    "accumulo.",  "aerospike.",    "arangodb.",   "as.",        "azure",       "basicdb.",
    "cassandra.", "cloud",         "couchbase.",  "crail.",     "db.",         "dynamodb.",
    "es.",        "foundationdb.", "gbudb.",      "geode.",     "google",      "griddb.",
    "hbase.",     "hdfs.",         "hypertable.", "ignite.",    "infinispan.", "jdbc.",
    "kudu_",      "maprkeeper.",   "memcached.",  "mongodb.",   "mysql.",      "nosqldb.",
    "orientdb.",  "pg.",           "rados.",      "redis.",     "riak.",       "rocksdb.",
    "s3.",        "scylla.",       "solr.",       "tarantool.", "tikv.",       "voltdb.",
    "zookeeper.",
};

constexpr Text kClientDoc = "option of the client; conf/client.toml explains it";

template <typename Options>
PropertyKind kindOf(double Options::*) {
  return Kind::kNumber;
}
template <typename Options>
PropertyKind kindOf(int Options::*) {
  return Kind::kWhole;
}
template <typename Options>
PropertyKind kindOf(bool Options::*) {
  return Kind::kFlag;
}
template <typename Options, typename Other>
PropertyKind kindOf(Other Options::*) {
  return Kind::kText;
}

std::string textOf(bool value) {
  return value ? "true" : "false";
}
template <typename Number>
std::string textOf(Number value) {
  return text(value);
}
std::string textOf(const std::vector<std::string>&) {
  return "";
}

// Rows hold their texts by reference; those of defaults live here.
template <typename Options, typename Field>
PropertyInfo rowOf(const Field& field, std::deque<std::string>& defaults) {
  const Options options;
  defaults.push_back(
      std::visit([&](auto member) { return textOf(options.*member); }, field.member));
  const PropertyKind kind = std::visit([](auto member) { return kindOf(member); }, field.member);
  return {field.name, kind, defaults.back(), kClientDoc, field.allowed};
}

std::vector<PropertyInfo> makeTable() {
  static std::deque<std::string> defaults;
  std::vector<PropertyInfo> table(std::begin(kProperties), std::end(kProperties));
  const auto add = [&table](const PropertyInfo& row) {
    const auto same = [&row](const PropertyInfo& known) { return known.name == row.name; };
    if (std::none_of(table.begin(), table.end(), same)) table.push_back(row);
  };
  for (const ClientOptionField& field : clientOptionList())
    add(rowOf<ClientOptions>(field, defaults));
  for (const TableOptionField& field : tableOptionList()) add(rowOf<TableOptions>(field, defaults));
  return table;
}

}  // namespace

std::span<const PropertyInfo> propertyTable() {
  static const std::vector<PropertyInfo> table = makeTable();
  return table;
}

const PropertyInfo* findProperty(std::string_view name) {
  for (const PropertyInfo& info : propertyTable()) {
    if (info.name == name) return info.use == PropertyUse::kAlias ? findProperty(info.see) : &info;
  }
  return nullptr;
}

std::optional<std::string_view> nearestProperty(std::string_view name) {
  std::vector<std::string_view> names;
  for (const PropertyInfo& info : propertyTable()) names.push_back(info.name);
  return nearestName(name, names);
}

bool isForeignProperty(std::string_view name) {
  return std::any_of(std::begin(kForeignPrefixes), std::end(kForeignPrefixes),
                     [name](Text prefix) { return name.starts_with(prefix); });
}

std::string propertyHelp() {
  std::string help;
  for (const PropertyInfo& info : propertyTable()) {
    if (info.use != PropertyUse::kUsed) continue;
    const std::string value = text(info.name, "=", info.default_value);
    absl::StrAppendFormat(&help, "  %-46s %s\n", value, toAbsl(info.doc));
  }
  return help;
}

}  // namespace bridle::internal::bench
