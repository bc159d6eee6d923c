// The calls to one partition that scanners and batches are made of.

#include "client/launch.h"
#include "ops/batch_get.h"
#include "ops/scan.h"

namespace bridle::detail {

template struct Launcher<internal::BatchGetRequest>;
template struct Launcher<internal::GetScannerRequest>;
template struct Launcher<internal::ScanRequest>;

}  // namespace bridle::detail
