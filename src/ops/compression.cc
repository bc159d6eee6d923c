#include "ops/compression.h"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "base/limits.h"
#include "ops/encode.h"

namespace bridle::internal {
namespace {

constexpr int kLevel = 3;  // of the Java client

// A frame within the limit needs no larger window.
constexpr int kMaxWindowLog = 26;
static_assert(limits::kMaxDecompressedBytes <= std::size_t{1} << kMaxWindowLog);

using Compressor = std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)>;
using Decompressor = std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)>;

// Contexts are large and slow to make; each thread keeps its own.
ZSTD_CCtx* compressor() {
  thread_local const Compressor context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  return context.get();
}

ZSTD_DCtx* decompressor() {
  thread_local const Decompressor context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_only);
  return context.get();
}

// Room for what the first frame says it holds, as far as that can be believed.
std::size_t firstGuess(std::string_view frames) {
  constexpr std::size_t kBelievedRatio = 16;
  constexpr std::size_t kAlwaysBelieved = std::size_t{64} << 10;
  const unsigned long long said = ZSTD_getFrameContentSize(frames.data(), frames.size());
  const std::size_t most = std::max(kAlwaysBelieved, frames.size() * kBelievedRatio);
  return static_cast<std::size_t>(std::clamp<unsigned long long>(said, 1, most));
}

enum class Outcome : std::uint8_t { kValue, kNoFrame, kTooLarge };

// All frames of `frames`, one after the other.
Outcome decompress(std::string_view frames, std::string& value) {
  ZSTD_DCtx* const context = decompressor();
  ZSTD_inBuffer in{frames.data(), frames.size(), 0};
  value.resize(firstGuess(frames));
  std::size_t size = 0;
  while (true) {
    ZSTD_outBuffer out{value.data(), value.size(), size};
    const std::size_t left = ZSTD_decompressStream(context, &out, &in);
    size = out.pos;
    if (ZSTD_isError(left) != 0) return Outcome::kNoFrame;
    if (size > limits::kMaxDecompressedBytes) return Outcome::kTooLarge;
    if (left == 0 && in.pos == in.size) break;
    if (size < value.size()) {
      if (in.pos == in.size) return Outcome::kNoFrame;  // cut short
      continue;
    }
    value.resize(std::min(2 * value.size(), limits::kMaxDecompressedBytes + 1));
  }
  value.resize(size);
  return Outcome::kValue;
}

bool beginsAsFrame(std::string_view bytes) {
  constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
  return bytes.starts_with(kMagic);
}

}  // namespace

void appendCompressed(std::string& out, std::string_view value) {
  const std::size_t before = out.size();
  out.resize(before + ZSTD_compressBound(value.size()));
  const std::size_t size = ZSTD_compressCCtx(compressor(), out.data() + before, out.size() - before,
                                             value.data(), value.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // the only reason, since it has room
  out.resize(before + size);
}

bool decompressValue(std::string& value) {
  if (!beginsAsFrame(value)) return true;
  std::string decompressed;
  switch (decompress(value, decompressed)) {
    case Outcome::kValue:
      value = std::move(decompressed);
      return true;
    case Outcome::kNoFrame:
      return true;
    case Outcome::kTooLarge:
      return false;
  }
  return true;
}

void putValueField(std::string& out, std::int16_t id, std::string_view value,
                   const OpContext& context) {
  if (!context.table.compress_values || value.empty()) return put::blobField(out, id, value);
  thread_local std::string frame;
  frame.clear();
  appendCompressed(frame, value);
  put::blobField(out, id, frame);
}

}  // namespace bridle::internal
