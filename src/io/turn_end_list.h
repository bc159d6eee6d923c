#pragma once

#include "io/reactor.h"

namespace bridle::internal {

// The work of one turn's end, first in, first out. Work that is queued while the list runs waits
// for the next turn.
class TurnEndList {
 public:
  void add(TurnEnd& work);     // no effect if it is queued already
  void cancel(TurnEnd& work);  // no effect if it is not queued
  void run();
  bool empty() const { return waiting_.first == nullptr; }

 private:
  struct Chain {
    TurnEnd* first = nullptr;
    TurnEnd* last = nullptr;
  };

  static bool unlink(Chain& chain, TurnEnd& work);

  Chain waiting_;
  Chain running_;
};

}  // namespace bridle::internal
