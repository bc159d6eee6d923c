// The generated code includes this file; dsn_types.h holds everything.
