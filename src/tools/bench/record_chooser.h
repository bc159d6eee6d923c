#pragma once

#include <atomic>
#include <cstdint>

#include "base/rng.h"
#include "tools/bench/insert_sequence.h"
#include "tools/bench/zipfian.h"

namespace bridle::internal::bench {

// Which record the next operation is about. The lanes of one loop share a chooser: it keeps no
// random state, that comes with the lane's own Rng. A number below 0 or above the last acknowledged
// record means: draw again.
class RecordChooser {
 public:
  virtual ~RecordChooser() = default;
  virtual std::int64_t next(Rng& rng) = 0;
};

// Ranges are inclusive at both ends, as YCSB's are.

class UniformRecords final : public RecordChooser {
 public:
  UniformRecords(std::int64_t least, std::int64_t most) : least_(least), most_(most) {}
  std::int64_t next(Rng& rng) override;

 private:
  std::int64_t least_;
  std::int64_t most_;
};

class ZipfianRecords final : public RecordChooser {
 public:
  explicit ZipfianRecords(const ScrambledZipfian& law) : law_(law) {}
  std::int64_t next(Rng& rng) override { return law_.next(rng); }

 private:
  ScrambledZipfian law_;
};

// The newest record is the most popular one; record 0 is never chosen.
class LatestRecords final : public RecordChooser {
 public:
  LatestRecords(const InsertSequence& inserts, double theta, bool legacy_eta);
  std::int64_t next(Rng& rng) override;

 private:
  const InsertSequence& inserts_;
  bool legacy_eta_;
  Zipfian ages_;
};

// The lowest `hot` numbers of the range get the share `hot_share` of the draws.
class HotspotRecords final : public RecordChooser {
 public:
  HotspotRecords(std::int64_t least, std::int64_t most, std::int64_t hot, double hot_share);
  std::int64_t next(Rng& rng) override;

 private:
  UniformRecords hot_;
  UniformRecords cold_;
  double hot_share_;
};

// Ages from the newest record, exponentially distributed.
class ExponentialRecords final : public RecordChooser {
 public:
  // `percent` of the draws are younger than `age`.
  ExponentialRecords(const InsertSequence& inserts, double percent, double age);
  std::int64_t next(Rng& rng) override;

  double gamma() const { return gamma_; }

 private:
  const InsertSequence& inserts_;
  double gamma_;
};

// One number after the other, across all lanes.
class SequentialRecords final : public RecordChooser {
 public:
  SequentialRecords(std::int64_t least, std::int64_t most, std::atomic<std::uint64_t>& drawn)
      : least_(least), width_(static_cast<std::uint64_t>(most - least + 1)), drawn_(drawn) {}
  std::int64_t next(Rng& rng) override;

 private:
  std::int64_t least_;
  std::uint64_t width_;
  std::atomic<std::uint64_t>& drawn_;
};

}  // namespace bridle::internal::bench
