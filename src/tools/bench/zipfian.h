#pragma once

#include <cstdint>

#include "base/rng.h"

namespace bridle::internal::bench {

// Sum of 1/i^theta for i = 1..n, right to 12 digits and in constant time also for 10^10 items.
double zeta(std::int64_t n, double theta);

// The zipfian law over ranks 0..n-1, rank 0 the most popular, in the approximation of Gray et al.
// (SIGMOD 1994) that YCSB draws: exact for ranks 0 and 1, a little too popular for the next few.
class Zipfian {
 public:
  static constexpr double kTheta = 0.99;

  Zipfian(std::int64_t items, double theta);
  Zipfian(std::int64_t items, double theta, double zeta);  // with a zeta known before

  // More items; fewer are ignored, as in YCSB. YCSB goes on with the number of items it began with
  // when it computes eta: `legacy_eta` does the same.
  void grow(std::int64_t items, bool legacy_eta);

  std::int64_t rank(double u) const;  // of a uniform draw from [0, 1)
  std::int64_t next(Rng& rng) const { return rank(rng.uniform()); }

  std::int64_t items() const { return items_; }
  double zeta() const { return zeta_; }
  double eta() const { return eta_; }

 private:
  void computeEta(std::int64_t items);

  std::int64_t items_;
  std::int64_t first_items_;
  double theta_;
  double zeta_;
  double eta_ = 0;
  double alpha_ = 0;   // 1 / (1 - theta)
  double second_ = 0;  // where rank 1 ends on the scale of u * zeta
};

// The law of YCSB's requestdistribution=zipfian: a rank out of 10^10 + 1 virtual items, whatever
// the number of records, hashed onto the records. Half of the draws hit ranks of next to no
// popularity and spread evenly, which is why this is far less skewed than zipfian over the records.
class ScrambledZipfian {
 public:
  ScrambledZipfian(std::int64_t least, std::int64_t most, double theta);

  std::int64_t next(Rng& rng) const;

  const Zipfian& ranks() const { return ranks_; }

 private:
  std::int64_t least_;
  std::uint64_t width_;
  Zipfian ranks_;
};

}  // namespace bridle::internal::bench
