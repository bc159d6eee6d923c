// The framework's special types. On the wire they are no structs: only the type byte says STRUCT, the value has a
// form of its own. They are declared empty here, and src/wire/thrift/dsn_types.h defines them by hand.

namespace cpp bridle.internal.wire

struct blob {}         // bytes
struct error_code {}   // the name of an error: "ERR_OK"
struct gpid {}         // a partition of a table
struct rpc_address {}  // IPv4 address and port of a server
struct host_port {}    // host name and port of a server
