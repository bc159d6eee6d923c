#include "client/route_hub.h"

#include <utility>

#include "base/status.h"
#include "client/work.h"

namespace bridle::internal {

struct RouteHub::Entry {
  std::unique_ptr<Resolver> resolver;
  Routes routes;                // null until the first answer
  std::vector<Opened> waiting;  // for the first answer
  std::vector<RouteSubscriber*> subscribers;
};

RouteHub::RouteHub(Network& network, const MetaOptions& options)
    : reactor_(network.reactor()), meta_(network, options) {}

RouteHub::~RouteHub() = default;

RouteHub::Entry& RouteHub::entryOf(const std::string& table) {
  std::unique_ptr<Entry>& entry = entries_[table];
  if (entry == nullptr) {
    entry = std::make_unique<Entry>();
    Entry* const raw = entry.get();
    entry->resolver = std::make_unique<Resolver>(
        meta_, reactor_, table, [this, raw](const Routes& routes) { onRoutes(*raw, routes); },
        [this, raw](const absl::Status& why) { onError(*raw, why); });
  }
  return *entry;
}

void RouteHub::open(const std::string& table, TimePoint deadline, Opened done) {
  Entry& entry = entryOf(table);
  if (entry.routes != nullptr) {
    postWork(reactor_, [done = std::move(done), routes = entry.routes] { done(routes); });
    return;
  }
  entry.waiting.push_back(std::move(done));
  if (entry.waiting.size() > 1) return;
  entry.resolver->open(deadline, [this, &entry, table](const absl::Status& status) {
    onOpened(entry, status);
    if (!status.ok()) forgetIfUnused(table);
  });
}

void RouteHub::onOpened(Entry& entry, const absl::Status& status) {
  const std::vector<Opened> waiting = std::exchange(entry.waiting, {});
  for (const Opened& done : waiting) {
    if (status.ok()) {
      done(entry.routes);
    } else {
      done(status);
    }
  }
}

// A table that could not be opened leaves nothing behind; not at once, since this is called by its
// resolver.
void RouteHub::forgetIfUnused(const std::string& table) {
  postWork(reactor_, [this, table] {
    const auto entry = entries_.find(table);
    const bool unused = entry != entries_.end() && entry->second->routes == nullptr &&
                        entry->second->waiting.empty();
    if (unused) entries_.erase(entry);
  });
}

void RouteHub::subscribe(const std::string& table, RouteSubscriber& subscriber,
                         const Routes& known) {
  Entry& entry = entryOf(table);
  entry.subscribers.push_back(&subscriber);
  if (entry.routes != known) subscriber.onRoutes(entry.routes);
}

void RouteHub::refresh(const std::string& table, std::uint64_t stale_version) {
  if (!closed_) entryOf(table).resolver->refresh(stale_version);
}

void RouteHub::onRoutes(Entry& entry, const Routes& routes) {
  if (closed_ || entry.routes == routes) return;  // an answer that changed nothing
  if (entry.routes != nullptr) refreshes_.add();
  entry.routes = routes;
  for (RouteSubscriber* const subscriber : entry.subscribers) subscriber->onRoutes(routes);
}

void RouteHub::onError(Entry& entry, const absl::Status& why) {
  if (closed_ || !absl::IsNotFound(why)) return;
  for (RouteSubscriber* const subscriber : entry.subscribers) {
    subscriber->onTableNotFound(toStd(why.message()));
  }
}

void RouteHub::close(const absl::Status& why) {
  closed_ = true;
  for (auto& [name, entry] : entries_) {
    onOpened(*entry, why);
    entry->resolver.reset();
  }
  meta_.cancelAll(why);
  meta_.closeAll();
}

}  // namespace bridle::internal
