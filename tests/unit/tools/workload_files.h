#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tools/bench/workload_spec.h"

namespace bridle::test {

inline std::string workloadFile(char letter) {
  return std::string(BRIDLE_TEST_DATA) + "/../../conf/workloads/workload" + letter;
}

// The specification from settings alone, or the first error.
inline absl::StatusOr<internal::bench::WorkloadSpec> readSettings(
    const std::vector<std::string>& settings,
    internal::bench::Phase phase = internal::bench::Phase::kRun) {
  internal::bench::Properties properties;
  for (const std::string& setting : settings) {
    if (absl::Status status = properties.addSetting(setting); !status.ok()) return status;
  }
  if (absl::Status status = properties.check(); !status.ok()) return status;
  return internal::bench::readWorkload(properties, phase);
}

// The same where the settings are known to be good.
inline internal::bench::WorkloadSpec specOf(
    const std::vector<std::string>& settings,
    internal::bench::Phase phase = internal::bench::Phase::kRun) {
  absl::StatusOr<internal::bench::WorkloadSpec> spec = readSettings(settings, phase);
  if (spec.ok()) return *std::move(spec);
  ADD_FAILURE() << spec.status().ToString();
  return {};
}

// A workload file of conf/workloads with settings on top.
inline internal::bench::WorkloadSpec specOfFile(char letter,
                                                const std::vector<std::string>& settings = {}) {
  internal::bench::Properties properties;
  EXPECT_TRUE(properties.addFile(workloadFile(letter)).ok());
  for (const std::string& setting : settings) EXPECT_TRUE(properties.addSetting(setting).ok());
  EXPECT_TRUE(properties.check().ok());
  absl::StatusOr<internal::bench::WorkloadSpec> spec =
      readWorkload(properties, internal::bench::Phase::kRun);
  EXPECT_TRUE(spec.ok());
  return spec.ok() ? *std::move(spec) : internal::bench::WorkloadSpec{};
}

}  // namespace bridle::test
