#include "analysis/event_sequence.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace stribeck {
namespace {

constexpr std::size_t kFewest = 5;  // rebounds; fewer are told one by one
constexpr const char *kRebounds = ": rebounds", *kRests = ": rests", *kSlips = ": slips ";

/// "stop" of "stop: rebounds"; empty if that is not how the label ends.
std::string name_before(const std::string& label, const std::string& ending) {
  return label.ends_with(ending) ? label.substr(0, label.size() - ending.size()) : "";
}

}  // namespace

std::vector<Chatter> chatters_of(const EventLabels& events) {
  std::vector<Chatter> found;
  std::map<std::string, Chatter> under_way;
  for (std::size_t k = 0; k < events.size(); ++k)
    for (const std::string& label : events[k]) {
      if (const std::string name = name_before(label, kRebounds); !name.empty()) {
        Chatter& chatter = under_way[name];
        if (chatter.rebounds++ == 0) chatter.contact = name, chatter.first = k;
      } else if (const std::string rests = name_before(label, kRests); !rests.empty()) {
        Chatter chatter = under_way[rests];
        under_way.erase(rests);
        chatter.last = k;
        if (chatter.rebounds >= kFewest) found.push_back(std::move(chatter));
      }
    }
  return found;
}

EventLabels without_chatter(const EventLabels& events) {
  EventLabels all = events;
  for (const Chatter& chatter : chatters_of(events)) {
    for (std::size_t k = chatter.first; k < chatter.last; ++k) std::erase(all[k], chatter.contact + kRebounds);
    std::ranges::replace(all[chatter.last], chatter.contact + kRests, chatter.contact + ": chatters and rests");
  }
  std::erase_if(all, [](const std::vector<std::string>& labels) { return labels.empty(); });
  return all;
}

std::vector<std::string> releases_at_once(const EventLabels& events) {
  std::vector<std::string> found;
  for (const std::vector<std::string>& labels : events) {
    std::vector<std::string> names;
    for (const std::string& label : labels)
      if (const std::size_t at = label.find(kSlips); at != std::string::npos) names.push_back(label.substr(0, at));
    if (names.size() < 2) continue;
    std::string words = joined(names);
    if (std::ranges::find(found, words) == found.end()) found.push_back(std::move(words));
  }
  return found;
}

}  // namespace stribeck
