// What the codec costs per call. The sum of GetRequest and GetReply is the price of one `get` of
// 100 bytes.

#include <benchmark/benchmark.h>

#include <string>

#include "base/crc64.h"
#include "wire/frame.h"
#include "wire/key_codec.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::internal::wire {
namespace {

constexpr std::size_t kValueBytes = 100;
const std::string kHashKey = "user6284781860667377211";
const std::string kSortKey = "field0";

RequestHeader header() {
  return {.app_id = 2,
          .partition_index = 7,
          .timeout_ms = 1000,
          .partition_hash = keyHash(kHashKey, kSortKey)};
}

void getRequest(benchmark::State& state) {
  std::string args;
  std::string out;
  for (auto _ : state) {
    args.clear();
    appendBlobArgs(args, rawKey(kHashKey, kSortKey));
    out.clear();
    appendRequest(out, HeaderVersion::kV1, header(), rpc_names::kGet, 7, args);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(getRequest);

void getReply(benchmark::State& state) {
  read_response response;
  response.value = std::string(kValueBytes, 'v');
  response.app_id = 2;
  response.partition_index = 7;
  response.server = "127.0.0.1:34801";
  std::string result;
  appendResult(result, response);
  std::string frame;
  appendReply(frame, "ERR_OK", rpc_names::kGet, 7, result);
  for (auto _ : state) {
    const absl::StatusOr<Reply> reply = decodeReply(frame);
    absl::StatusOr<read_response> decoded = decodeResult<read_response>(reply->result);
    benchmark::DoNotOptimize(decoded->value.bytes.data());
  }
}
BENCHMARK(getReply);

void putRequest(benchmark::State& state) {
  std::string args;
  std::string out;
  update_request update;
  update.value = std::string(kValueBytes, 'v');
  for (auto _ : state) {
    update.key = rawKey(kHashKey, kSortKey);
    args.clear();
    appendArgs(args, update);
    out.clear();
    appendRequest(out, HeaderVersion::kV1, header(), rpc_names::kPut, 7, args);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(putRequest);

// The server's side of getRequest.
void decodeGetRequest(benchmark::State& state) {
  std::string args;
  appendBlobArgs(args, rawKey(kHashKey, kSortKey));
  std::string frame;
  appendRequest(frame, HeaderVersion::kV1, header(), rpc_names::kGet, 7, args);
  for (auto _ : state) {
    const absl::StatusOr<Request> request = decodeRequest(frame);
    absl::StatusOr<std::string> key = decodeBlobArgs(request->args);
    benchmark::DoNotOptimize(key->data());
  }
}
BENCHMARK(decodeGetRequest);

void crc64OfAKey(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(crc64(kHashKey));
}
BENCHMARK(crc64OfAKey);

}  // namespace
}  // namespace bridle::internal::wire
