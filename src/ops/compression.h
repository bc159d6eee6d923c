#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ops/op.h"

namespace bridle::internal {

// Compressed values: each a zstd frame of its own, as the Java client writes them. Empty values are
// left as they are, so that the server still knows them as empty.

// Appends `value` as a frame.
void appendCompressed(std::string& out, std::string_view value);

// Makes a frame the value in it, and leaves what is no frame as it is. False, and nothing changes,
// if the value would have more than limits::kMaxDecompressedBytes.
bool decompressValue(std::string& value);

// The value of a write as a blob field: as a frame if the table wants that.
void putValueField(std::string& out, std::int16_t id, std::string_view value,
                   const OpContext& context);

}  // namespace bridle::internal
