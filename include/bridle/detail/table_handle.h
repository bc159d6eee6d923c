// What the families of operations of a Table stand on. Nothing here is for direct use.
#pragma once

#include <memory>
#include <utility>

#include "bridle/detail/initiate.h"

namespace bridle::detail {

class TableHandle {
 protected:
  explicit TableHandle(std::shared_ptr<TableCore> core) : core_(std::move(core)) {}

  template <typename Request, typename Token>
  auto start(const Request& request, Token& token) {
    return initiate(core_.get(), request, token);
  }

  std::shared_ptr<TableCore> core_;
};

}  // namespace bridle::detail
