#include "io/socket_errors.h"

#include <boost/asio/error.hpp>

#include "absl/strings/ascii.h"
#include "io/link_errors.h"

namespace bridle::internal {

std::string socketReason(const boost::system::error_code& error) {
  namespace failure = boost::asio::error;
  if (error == failure::connection_refused) return std::string(kConnectionRefused);
  if (error == failure::eof) return std::string(kClosedByPeer);
  if (error == failure::connection_reset || error == failure::broken_pipe) {
    return std::string(kResetByPeer);
  }
  std::string reason = error.message();
  if (!reason.empty()) reason[0] = absl::ascii_tolower(static_cast<unsigned char>(reason[0]));
  return reason;
}

}  // namespace bridle::internal
