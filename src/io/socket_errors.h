#pragma once

#include <boost/system/error_code.hpp>
#include <string>

namespace bridle::internal {

// What went wrong with a socket, in the words of link_errors.h.
std::string socketReason(const boost::system::error_code& error);

}  // namespace bridle::internal
