#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "base/endpoint.h"
#include "io/asio_reactor.h"

namespace bridle::internal {

// Sockets bound to our executor type: no type erasure on the way of a byte.
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, AsioReactor::Executor>;
using TcpAcceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, AsioReactor::Executor>;

inline boost::asio::ip::tcp::endpoint toAsio(const Endpoint& endpoint) {
  return {boost::asio::ip::address_v4(endpoint.ipv4), endpoint.port};
}

inline Endpoint fromAsio(const boost::asio::ip::tcp::endpoint& endpoint) {
  if (!endpoint.address().is_v4()) return {};
  return {endpoint.address().to_v4().to_uint(), endpoint.port()};
}

}  // namespace bridle::internal
