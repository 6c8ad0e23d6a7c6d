#pragma once
// What happens in a motion, by the labels of its events: chattering contacts, and frictions that let go at one instant.
#include <cstddef>
#include <string>
#include <vector>

namespace stribeck {

/// The labels of each instant at which something happens.
using EventLabels = std::vector<std::vector<std::string>>;

/// A contact that rebounds again and again, each time sooner, and comes to rest after what would be infinitely many impacts
/// (chattering: Budd, Dux (1994), Phil. Trans. R. Soc. London A 347, 365). Slower impacts than its rest speed are left out.
struct Chatter {
  std::string contact;
  std::size_t first = 0, last = 0;  ///< instants: of the first rebound, and where it rests
  std::size_t rebounds = 0;
};
std::vector<Chatter> chatters_of(const EventLabels& events);
/// The same events, with one label in place of a chattering contact's rebounds and rest: how many there are depends on the rest speed.
EventLabels without_chatter(const EventLabels& events);

/// Frictions that begin to slip at one instant, in words; a change of the motion decides which of them goes first, and how it goes on from
/// there may differ. Each set of them once.
std::vector<std::string> releases_at_once(const EventLabels& events);

}  // namespace stribeck
