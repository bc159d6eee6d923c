// Writes that depend on a value: the condition, what is written, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bridle {

// What a value has to be. Expired records do not exist. Bytes are compared as unsigned, and a
// prefix is smaller than what it begins. The operand of the kInt types is text, and so is the
// value: decimal, 0x hexadecimal or 0 octal, with a sign; a value that is none fails the call.
enum class CheckType : std::uint8_t {
  kNone,  // always met
  kNotExist,
  kNotExistOrEmpty,
  kExist,
  kNotEmpty,
  kMatchAnywhere,  // the operand occurs in the value; these and all below need one to exist
  kMatchPrefix,
  kMatchPostfix,
  kBytesLess,  // the value is less than the operand
  kBytesLessOrEqual,
  kBytesEqual,
  kBytesGreaterOrEqual,
  kBytesGreater,
  kIntLess,
  kIntLessOrEqual,
  kIntEqual,
  kIntGreaterOrEqual,
  kIntGreater,
};

// The condition of a write, on one record of its hash key.
struct Check {
  std::string_view sort_key = {};
  CheckType type = CheckType::kNone;
  std::string_view operand = {};
};

// What checkAndSet writes when the check is met.
struct Assignment {
  std::optional<std::string_view> sort_key = {};  // nullopt: the record that was checked
  std::string_view value = {};
  int ttl_seconds = 0;  // as in SetOptions
};

// One change of checkAndMutate.
struct Mutation {
  enum class Type : std::uint8_t { kSet, kDel };

  Type type = Type::kSet;
  std::string_view sort_key = {};
  std::string_view value = {};
  int ttl_seconds = 0;  // as in SetOptions

  static Mutation set(std::string_view sort_key, std::string_view value, int ttl_seconds = 0) {
    return {Type::kSet, sort_key, value, ttl_seconds};
  }
  static Mutation del(std::string_view sort_key) { return {Type::kDel, sort_key}; }
};

struct CheckResult {
  bool applied = false;         // the check was met and everything was written; else nothing was
  bool value_returned = false;  // the value below is the answer to CheckOptions::return_value
  std::optional<std::string> value = {};  // of the checked record, before the write; nullopt: none

  bool operator==(const CheckResult&) const = default;
};

}  // namespace bridle
