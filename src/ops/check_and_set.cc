#include "ops/check_and_set.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "base/pegasus_time.h"
#include "base/status.h"
#include "ops/compression.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

using wire::StorageStatus;

constexpr std::size_t kShownValueBytes = 32;

// Everything before what is written, which is the same in both calls.
void putCheck(std::string& out, std::string_view hash_key, std::string_view sort_key,
              CheckType type) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::blobField(out, 1, hash_key);
  put::blobField(out, 2, sort_key);
  put::i32Field(out, 3, static_cast<std::int32_t>(type));
}

void putAssignment(std::string& out, const Assignment& set, const OpContext& context) {
  put::boolField(out, 5, set.sort_key.has_value());
  put::blobField(out, 6, set.sort_key.value_or(""));
  putValueField(out, 7, set.value, context);
  put::i32Field(out, 8, expireTsOf(set.ttl_seconds, context.unix_seconds));
}

void putMutation(std::string& out, const Mutation& mutation, const OpContext& context) {
  put::i32Field(out, 1, static_cast<std::int32_t>(mutation.type));
  put::blobField(out, 2, mutation.sort_key);
  putValueField(out, 3, mutation.value, context);
  put::i32Field(out, 4, expireTsOf(mutation.ttl_seconds, context.unix_seconds));
  put::stop(out);
}

template <typename Response>
Taken refusal(const Response& response) {
  std::string why = "the checked value or the operand is no integer; nothing was written";
  if (response.check_value_returned) {
    const std::string_view value = response.check_value.bytes;
    why += text("; the value is \"", absl::CHexEscape(toAbsl(value.substr(0, kShownValueBytes))),
                value.size() > kShownValueBytes ? "\"..." : "\"");
  }
  return takenRefusal(response.error, std::move(why));
}

template <typename Response>
Taken decodeCheck(std::string_view bytes, CheckResult& result) {
  absl::StatusOr<Response> response = wire::decodeResult<Response>(bytes);
  if (!response.ok()) return takenGarbage();
  const auto status = static_cast<StorageStatus>(response->error);
  if (status == StorageStatus::kInvalidArgument) return refusal(*response);
  // "Try again" is how the server says that the check was not met.
  if (status != StorageStatus::kOk && status != StorageStatus::kTryAgain) {
    return takenWithStorageError(response->error);
  }
  result = {.applied = status == StorageStatus::kOk,
            .value_returned = response->check_value_returned};
  if (response->check_value_returned && response->check_value_exist) {
    result.value = std::move(response->check_value.bytes);
  }
  return {.decree = response->decree};
}

Checker checkerOf(std::string_view hash_key, const Check& check, const OpContext& context) {
  Checker checker = Checker::write(context);
  checker.sharedHashKey(hash_key)
      .sortKey(check.sort_key)
      .operand(check.operand)
      .require(check.type <= CheckType::kIntGreater, "there is no such type of check");
  return checker;
}

}  // namespace

bool decompressChecked(CheckResult& result) {
  return !result.value.has_value() || decompressValue(*result.value);
}

std::string CheckAndSetOp::check(const Request& request, const OpContext& context) {
  const Assignment& set = request.assignment;
  return checkerOf(request.hash_key, request.check, context)
      .sortKey(set.sort_key.value_or(""))
      .value(set.value)
      .ttl(set.ttl_seconds, context.unix_seconds)
      .problem();
}

void CheckAndSetOp::encode(std::string& out, const Request& request, const OpContext& context) {
  putCheck(out, request.hash_key, request.check.sort_key, request.check.type);
  put::blobField(out, 4, request.check.operand);
  putAssignment(out, request.assignment, context);
  put::boolField(out, 9, request.options.return_value);
  put::stop(out);
  put::stop(out);
}

Taken CheckAndSetOp::decode(std::string_view bytes, Result& result) {
  return decodeCheck<wire::check_and_set_response>(bytes, result);
}

std::string CheckAndMutateOp::check(const Request& request, const OpContext& context) {
  Checker checker = checkerOf(request.hash_key, request.check, context);
  checker.count(request.mutations.size(), "mutations");
  for (const Mutation& mutation : request.mutations) {
    const bool sets = mutation.type == Mutation::Type::kSet;
    checker.sortKey(mutation.sort_key)
        .value(mutation.value)
        .require(mutation.type <= Mutation::Type::kDel, "there is no such type of mutation")
        .require(sets || (mutation.value.empty() && mutation.ttl_seconds == 0),
                 "a mutation that deletes has a value or a TTL")
        .ttl(mutation.ttl_seconds, context.unix_seconds);
  }
  return checker.problem();
}

void CheckAndMutateOp::encode(std::string& out, const Request& request, const OpContext& context) {
  putCheck(out, request.hash_key, request.check.sort_key, request.check.type);
  put::blobField(out, 4, request.check.operand);
  put::listHeader(out, 5, request.mutations.size());
  for (const Mutation& mutation : request.mutations) putMutation(out, mutation, context);
  put::boolField(out, 6, request.options.return_value);
  put::stop(out);
  put::stop(out);
}

Taken CheckAndMutateOp::decode(std::string_view bytes, Result& result) {
  return decodeCheck<wire::check_and_mutate_response>(bytes, result);
}

std::string CompareExchangeOp::check(const Request& request, const OpContext& context) {
  return Checker::write(context)
      .sharedHashKey(request.key.hash_key)
      .sortKey(request.key.sort_key)
      .operand(request.expected.value_or(""))
      .value(request.desired)
      .ttl(request.options.ttl_seconds, context.unix_seconds)
      .problem();
}

void CompareExchangeOp::encode(std::string& out, const Request& request, const OpContext& context) {
  const bool record_expected = request.expected.has_value();
  putCheck(out, request.key.hash_key, request.key.sort_key,
           record_expected ? CheckType::kBytesEqual : CheckType::kNotExist);
  putValueField(out, 4, request.expected.value_or(""), context);
  putAssignment(out, {.value = request.desired, .ttl_seconds = request.options.ttl_seconds},
                context);
  put::boolField(out, 9, true);
  put::stop(out);
  put::stop(out);
}

Taken CompareExchangeOp::decode(std::string_view bytes, Result& result) {
  return decodeCheck<wire::check_and_set_response>(bytes, result);
}

}  // namespace bridle::internal
