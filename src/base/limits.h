#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

// Every limit of the library has its name here; the errors that they end in name them too.
namespace bridle::internal::limits {

using namespace std::chrono_literals;

// Calls.
inline constexpr int kMaxAttempts = 8;          // requests of one call, backup requests not counted
inline constexpr auto kRetryFirstDelay = 10ms;  // then times kRetryGrowth, up to kRetryMaxDelay
inline constexpr int kRetryGrowth = 3;
inline constexpr auto kRetryMaxDelay = 1000ms;
inline constexpr auto kMinAttemptTime = 1ms;                 // the least client_timeout ever sent
inline constexpr double kMaxTimeoutMs = 24.0 * 3600 * 1000;  // of one call; longer is refused

inline constexpr int kSilentCallsBeforeRefresh =
    3;  // in a row on one partition, then routes are asked for again
inline constexpr auto kBusyFirstPause =
    1s;  // without backup requests to a server that answered "busy"
inline constexpr auto kBusyMaxPause = 30s;

// Sessions.
inline constexpr std::size_t kMaxInFlightPerSession = 10'000;
inline constexpr std::size_t kMaxQueuedBytesPerSession = std::size_t{16} << 20;
inline constexpr std::size_t kMaxFrameBytes = std::size_t{64} << 20;
inline constexpr auto kReconnectFirstDelay = 10ms;  // doubles up to kReconnectMaxDelay, with jitter
inline constexpr auto kReconnectMaxDelay = 1000ms;
inline constexpr auto kAnswerOwed = 1s;  // how long an answer that nobody awaits is still expected

// Decoding. A list from a peer also has to fit into the bytes that are left of its frame.
inline constexpr std::uint32_t kMaxListItems = 1 << 20;

// Event loops.
inline constexpr std::size_t kReadBufferBytes = std::size_t{64} << 10;  // of each link
inline constexpr int kTasksPerTurn = 256;   // then the sockets have their turn
inline constexpr int kTimersPerTurn = 256;  // likewise
inline constexpr auto kStalledAfter = 1ms;  // a timer that late first lets the sockets be read
inline constexpr auto kAcceptPause = 50ms;  // after a failed accept
inline constexpr std::size_t kMaxNameLookups = 16;  // under way at a time

// Routes.
inline constexpr int kMaxMetaRedirects = 5;  // per query
inline constexpr auto kRefreshMinInterval = 100ms;
inline constexpr auto kRefreshSameInterval = 500ms;  // while the answer brings nothing new
inline constexpr auto kRefreshMaxInterval = 5s;      // while there is no answer
inline constexpr std::size_t kMaxTriesListed = 16;   // in one error text
inline constexpr auto kMetaPause = 100ms;            // before a meta is asked again
inline constexpr int kMaxPartitions = 1 << 16;

// Work that is made of several calls.
inline constexpr auto kTableReadyPause = 100ms;    // between two looks at a table in the making
inline constexpr int kMaxScanPageRows = 1000;      // the server gives no more at once
inline constexpr int kScanTriesInVain = 3;         // in a row cut off by the server without a row
inline constexpr auto kScanRoutesPause = 20ms;     // before a page that went to the wrong partition
inline constexpr std::size_t kBatchGetKeys = 160;  // in one request: with values as large as the
                                                   // default of max_value_bytes they fit a frame
inline constexpr std::size_t kBatchGetBytes = std::size_t{1} << 20;  // of keys, in one request
inline constexpr int kBatchGetRounds = 8;  // in which a batch follows keys that moved to another
                                           // partition
inline constexpr int kMaxBatchWindow = 10'000;  // calls of one batch in flight
inline constexpr std::size_t kDelRangeBytes = std::size_t{256} << 10;  // of keys, in one request
inline constexpr int kDelRangeKeys = 100;                              // in one request

// Options (the others are bounded by kMaxTimeoutMs).
inline constexpr double kMinSessionResetMs = 1000;  // less would break connections that only pause
inline constexpr int kMaxEventLoops = 64;
inline constexpr std::size_t kMaxConfigBytes = std::size_t{64} << 10;  // parsing is quadratic
inline constexpr std::size_t kMaxConfigLineBytes = 4096;
inline constexpr int kMaxConfigNesting = 64;  // brackets within brackets, parts of a dotted key

// Onebox.
inline constexpr int kMaxOneboxReplicas = 32;
inline constexpr int kMaxOneboxMetas = 8;
inline constexpr std::size_t kMaxConnectionsPerServer = 4096;  // a further one is closed at once
inline constexpr std::size_t kMaxUnreadReplyBytes = std::size_t{64} << 20;  // then it is closed
inline constexpr std::size_t kRepliesAheadBytes = std::size_t{16} << 20;    // then requests wait
inline constexpr std::size_t kMaxWaitingRequestBytes = kMaxFrameBytes;      // then it is closed
inline constexpr int kMaxOneboxPartitions = 1 << 18;  // of all tables, dropped ones included
inline constexpr std::size_t kMaxTableTextBytes = std::size_t{64} << 10;       // its name and envs
inline constexpr std::size_t kOneboxWriteBufferBytes = std::size_t{16} << 20;  // of its database
inline constexpr int kMaxOneboxDataFiles = 256;                                // open at a time
inline constexpr double kMinGroupCheckMs = 1;
inline constexpr double kMaxGroupCheckMs = 3600 * 1000;
inline constexpr std::size_t kMaxFaults = 1000;
inline constexpr double kMaxFaultDelayMs = 3600 * 1000;
inline constexpr auto kSplitCopyTime = 2700ms;     // before the first parent hands over
inline constexpr int kSplitHandOverGroups = 10;    // of parents, one after the other
inline constexpr auto kSplitHandOverPause = 10ms;  // between them
inline constexpr auto kSplitHandOverTime = 2ms;    // of each, without service
inline constexpr auto kSplitStopTime = 3s;         // to pause or cancel
inline constexpr std::size_t kMaxDelayedRequestBytes = std::size_t{64}
                                                       << 20;  // per server; then ERR_BUSY
// Of one reply whose size the server's own limits do not bound; it then counts as not complete.
inline constexpr std::size_t kMaxRecordBytesPerReply = std::size_t{32} << 20;
// Of one server; the oldest context goes for a new one.
inline constexpr std::size_t kMaxScanContexts = 10'000;
inline constexpr std::size_t kMaxScanContextBytes = std::size_t{64} << 20;
inline constexpr auto kScanContextLife = 5min;  // after each batch, as at the server

// Load generator.
inline constexpr std::size_t kMaxPropertyFileBytes = std::size_t{1} << 20;
inline constexpr std::int64_t kMaxBenchCount = 100'000'000'000'000;  // records, operations
inline constexpr int kMaxBenchLanes = 100'000;
inline constexpr int kMaxBenchMultiKeys = 1000;  // records of one multi-get or multi-set
inline constexpr int kMaxBenchScanRows = 1'000'000;
inline constexpr int kMaxBenchGrowth = 1000;  // records to be inserted per record to begin with

// Keys and values (protocol.md 4.1 and 7.4).
inline constexpr std::size_t kMaxHashKeyBytes = 65'534;
// Of one request of ours: what fits into a session's queue with the frame around it.
inline constexpr std::size_t kMaxRequestBytes = kMaxQueuedBytesPerSession - 1024;
inline constexpr std::size_t kMaxWriteBytes = std::size_t{1}
                                              << 20;     // the server's limit on a request body
inline constexpr std::int64_t kMaxExpireTs = INT32_MAX;  // seconds since 2016, an i32 on the wire
inline constexpr std::size_t kMaxDecompressedBytes = std::size_t{64} << 20;  // of one value read

}  // namespace bridle::internal::limits
