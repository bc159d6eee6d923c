#pragma once

#include <cstdint>
#include <string_view>

#include "bridle/error.h"
#include "wire/errors.h"

namespace bridle::internal {

// What the end of one leg means for its call: first "could it have been executed", then "shall it
// be sent again".
enum class Verdict : std::uint8_t {
  kOk,          // a good reply
  kNotSent,     // never left us: no connection, a queue is full, the write had not begun
  kRejected,    // refused before executing; the route may well be right
  kStaleRoute,  // refused before executing, since the server is not (or not yet) what the route
                // says
  kBusy,        // refused before executing; the server asks to slow down
  kAmbiguous,   // sent and perhaps executed: reset, time-out, OK without a body
  kFinal,       // a true answer that is an error; every replica would give it
};

std::string_view verdictName(Verdict verdict);

// The meaning of a framework error name in a reply.
Verdict verdictOf(wire::ServerError error);

// The public code of a call that ends with this server error.
ErrorCode errorCodeOf(wire::ServerError error);

}  // namespace bridle::internal
