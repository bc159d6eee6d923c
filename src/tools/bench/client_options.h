#pragma once

#include "bridle/options.h"
#include "tools/bench/properties.h"

namespace bridle::internal::bench {

// Copies the properties that are options of the client or of the table, as far as they are set.
// meta_servers is a list with commas between. An option that both have goes to both.
void applyTo(const Properties& properties, ClientOptions& client, TableOptions& table);

}  // namespace bridle::internal::bench
