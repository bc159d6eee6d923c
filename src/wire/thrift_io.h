#pragma once

// Thrift structs to bytes and back, over plain memory. The generated code is instantiated for
// SpanProtocol, so no virtual call and no shared pointer is made per struct.
//
//   void appendArgs(std::string& out, const T& args)        field 1 + STOP: the args struct of a
//   request void appendBlobArgs(std::string& out, std::string_view) the same for a call whose
//   argument is a blob void appendResult(std::string& out, const T& result)    field 0 + STOP: the
//   result wrapper of a reply absl::StatusOr<T> decodeArgs<T>(std::string_view)        DataLoss if
//   bytes are cut off or ill-formed absl::StatusOr<std::string> decodeBlobArgs(std::string_view)
//   absl::StatusOr<T> decodeResult<T>(std::string_view)      DataLoss as well if there is no field
//   0
