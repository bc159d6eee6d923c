#pragma once

#include "onebox/table.h"
#include "wire/messages.h"

namespace bridle::internal::onebox {

wire::app_info noAppInfo();  // as it is sent along with errors
wire::app_info describe(const Table& table);
wire::app_status::type appStatusOf(const Table& table);

}  // namespace bridle::internal::onebox
