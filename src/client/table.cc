#include "bridle/table.h"

#include "client/table_core.h"

namespace bridle {

std::string_view Table::name() const {
  return core_->name();
}

}  // namespace bridle
