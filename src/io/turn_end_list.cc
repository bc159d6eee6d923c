#include "io/turn_end_list.h"

#include <utility>

namespace bridle::internal {

void TurnEndList::add(TurnEnd& work) {
  if (work.queued_) return;
  work.queued_ = true;
  work.next_ = nullptr;
  (waiting_.first == nullptr ? waiting_.first : waiting_.last->next_) = &work;
  waiting_.last = &work;
}

void TurnEndList::cancel(TurnEnd& work) {
  if (work.queued_ && !unlink(waiting_, work)) unlink(running_, work);
}

void TurnEndList::run() {
  running_ = std::exchange(waiting_, {});
  while (running_.first != nullptr) {
    TurnEnd& work = *running_.first;
    unlink(running_, work);
    work.onTurnEnd();
  }
}

// A search, but of the few sessions that one turn touched, and only when one of them is destroyed.
bool TurnEndList::unlink(Chain& chain, TurnEnd& work) {
  TurnEnd* before = nullptr;
  TurnEnd* at = chain.first;
  while (at != nullptr && at != &work) before = std::exchange(at, at->next_);
  if (at == nullptr) return false;
  (before == nullptr ? chain.first : before->next_) = work.next_;
  if (chain.last == &work) chain.last = before;
  work.queued_ = false;
  return true;
}

}  // namespace bridle::internal
