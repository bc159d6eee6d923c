#pragma once

#include <string>

#include "absl/status/status.h"
#include "onebox/catalog.h"
#include "onebox/store/storage.h"

namespace bridle::internal::onebox {

// All that a catalog knows, in a storage. Only what has changed is written; without effect if the
// storage is not durable.
void saveCatalog(const Catalog& catalog, Storage& storage);

// What was saved, into a new catalog. Splits go on once Splits::resume() is called.
// FailedPrecondition if it was saved by a cluster of another size, or cannot be read; `folder` is
// where the storage is, for errors.
absl::Status restoreCatalog(const Storage& storage, const std::string& folder, Catalog& catalog);

}  // namespace bridle::internal::onebox
