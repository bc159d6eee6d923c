// The talk between client and server right after a connection was made, when authentication is on.

include "dsn.thrift"

namespace cpp bridle.internal.wire

enum negotiation_status {
  INVALID = 0,
  SASL_LIST_MECHANISMS = 1,
  SASL_LIST_MECHANISMS_RESP = 2,
  SASL_SELECT_MECHANISMS = 3,
  SASL_SELECT_MECHANISMS_RESP = 4,
  SASL_INITIATE = 5,
  SASL_CHALLENGE = 6,
  SASL_CHALLENGE_RESP = 7,
  SASL_SUCC = 8,
  SASL_AUTH_DISABLE = 9,
  SASL_AUTH_FAIL = 10
}

struct negotiation_request {
  1: negotiation_status status;
  2: dsn.blob msg;
}

struct negotiation_response {
  1: negotiation_status status;
  2: dsn.blob msg;
}
