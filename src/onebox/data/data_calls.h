#pragma once

#include <cstdint>
#include <string>

#include "onebox/data/data_call.h"
#include "onebox/server/service.h"
#include "wire/messages.h"

// The data calls of a replica server, each from its arguments to its response. A key that cannot be
// one is refused with the storage status InvalidArgument.
namespace bridle::internal::onebox {

// Decodes the arguments and answers; arguments that are ill-formed close the connection.
void serveDataCall(Rpc rpc, const DataCall& call, std::string_view args, Answer& answer);

// Reads.
wire::read_response get(const DataCall& call, const std::string& key);
wire::ttl_response ttl(const DataCall& call, const std::string& key);
wire::multi_get_response multiGet(const DataCall& call, const wire::multi_get_request& request);
wire::batch_get_response batchGet(const DataCall& call, const wire::batch_get_request& request);
wire::count_response sortkeyCount(const DataCall& call, const std::string& hash_key);
wire::scan_response getScanner(const DataCall& call, const wire::get_scanner_request& request);
wire::scan_response scan(const DataCall& call, const wire::scan_request& request);
void clearScanner(const DataCall& call, std::int64_t context_id);

// Writes.
wire::update_response put(const DataCall& call, const wire::update_request& request);
wire::update_response remove(const DataCall& call, const std::string& key);
wire::update_response multiPut(const DataCall& call, const wire::multi_put_request& request);
wire::multi_remove_response multiRemove(const DataCall& call,
                                        const wire::multi_remove_request& request);
wire::incr_response incr(const DataCall& call, const wire::incr_request& request);
wire::check_and_set_response checkAndSet(const DataCall& call,
                                         const wire::check_and_set_request& request);
wire::check_and_mutate_response checkAndMutate(const DataCall& call,
                                               const wire::check_and_mutate_request& request);

}  // namespace bridle::internal::onebox
