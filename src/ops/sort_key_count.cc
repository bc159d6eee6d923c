#include "ops/sort_key_count.h"

#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

constexpr std::int64_t kGaveUp = -1;

}  // namespace

std::string SortKeyCountOp::check(const Request& request, const OpContext&) {
  return Checker::read().sharedHashKey(request.hash_key).problem();
}

void SortKeyCountOp::encode(std::string& out, const Request& request, const OpContext&) {
  put::blobField(out, put::kArgsField, request.hash_key);
  put::stop(out);
}

Taken SortKeyCountOp::decode(std::string_view bytes, Result& result) {
  const absl::StatusOr<wire::count_response> response =
      wire::decodeResult<wire::count_response>(bytes);
  if (!response.ok()) return takenGarbage();
  if (response->error != 0) return takenWithStorageError(response->error);
  if (response->count == kGaveUp) {
    return {.verdict = Verdict::kFinal,
            .code = ErrorCode::kIncomplete,
            .problem =
                "the server's time limit ended the counting (count -1); scan the hash key "
                "to count it piece by piece"};
  }
  result = response->count;
  return {};
}

}  // namespace bridle::internal
