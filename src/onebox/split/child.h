#pragma once

#include "onebox/partition.h"

namespace bridle::internal::onebox {

// A child as it comes to life: on the servers of its parent, one ballot later, with a copy of all
// of its parent's records, those that do not belong to it as well.
Partition childOf(const Partition& parent, const PartitionHost& host, const PartitionId& id);

}  // namespace bridle::internal::onebox
