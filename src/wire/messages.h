#pragma once

// The structs that travel in requests and replies, generated from idl/. `blob`, `gpid`,
// `error_code`, `rpc_address` and `host_port` come from wire/thrift/dsn_types.h.

#include "dsn_layer2_types.h"
#include "meta_admin_types.h"
#include "rrdb_types.h"
#include "security_types.h"
