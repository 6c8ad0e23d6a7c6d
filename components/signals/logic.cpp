#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Tells whether a signal is greater or less than another, or than a constant.
///     y = 1 while u1 > u2 (or >=, <, <= by `relation`), else 0
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void comparison(ComponentBuilder& c) {
  enum class Relation { greater, greater_or_equal, less, less_or_equal };
  const auto relation = c.option<Relation>("relation",
                                           {{"greater", Relation::greater},
                                            {"greater_or_equal", Relation::greater_or_equal},
                                            {"less", Relation::less},
                                            {"less_or_equal", Relation::less_or_equal}},
                                           "which relation of u1 to u2 gives 1");
  const Expression u1 = c.input("u1", "any:u", "the signal");
  auto threshold = c.parameter("threshold", 0, "any:u", "what it is compared with while u2 is left open");
  const Expression u2 = c.input("u2", "any:u", "what it is compared with", threshold);
  const Expression y = c.output("y", "1", "1 if it holds, 0 if not");
  const Condition holds = relation == Relation::greater            ? u1 > u2
                          : relation == Relation::greater_or_equal ? u1 >= u2
                          : relation == Relation::less             ? u1 < u2
                                                                   : u1 <= u2;
  c.relation("comparison", y == if_else(holds, 1, 0));
}

/// Joins signals that are true or false: and, or, exclusive or, their opposites.
///     and: all are true;  or: one at least;  xor: an odd number of them;  nand, nor, xnor: the opposite.  One input alone: nand inverts it
/// A signal above 0.5 is true; y is 1 or 0.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition (Boole's algebra).
void logic(ComponentBuilder& c) {
  enum class Joined { all, any, odd };
  struct Operation {
    Joined joined;
    bool inverted;
  };
  const auto operation = c.option<Operation>("operation",
                                             {{"and", {Joined::all, false}},
                                              {"or", {Joined::any, false}},
                                              {"xor", {Joined::odd, false}},
                                              {"nand", {Joined::all, true}},
                                              {"nor", {Joined::any, true}},
                                              {"xnor", {Joined::odd, true}}},
                                             "how they are joined");
  const int count = c.count("inputs", 2, 1, 100, "how many signals are joined");
  Expression result = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input("u" + number, "1", "signal " + number + ", true above 0.5");
    const Expression truth = if_else(u > 0.5, 1, 0);
    if (i == 1)
      result = truth;
    else
      result = operation.joined == Joined::all   ? result * truth
               : operation.joined == Joined::any ? result + truth - result * truth
                                                 : result + truth - 2 * result * truth;
  }
  const Expression y = c.output("y", "1", "1 if true, 0 if not");
  c.relation("logic", y == (operation.inverted ? 1 - result : result));
}

/// Passes on one of two signals, as a third one decides.
///     y = u1 while control >= threshold, else u2
/// Logic signals are 0 and 1, so that the default threshold fits them.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void switch_(ComponentBuilder& c) {  // NOLINT(readability-identifier-naming): the name is a keyword
  const Expression u1 = c.input("u1", "any:u", "what is passed on while the control is high");
  const Expression u2 = c.input("u2", "any:u", "what is passed on while it is low");
  const Expression control = c.input("control", "any:control", "what decides");
  auto threshold = c.parameter("threshold", 0.5, "any:control", "from which on the control counts as high");
  const Expression y = c.output("y", "any:u", "the signal that is passed on");
  c.relation("switch", y == if_else(control >= threshold, u1, u2));
}

/// Remembers which of two inputs rose last (RS flip-flop).
///     y = 1 from where `set` rises through 0.5, 0 from where `reset` does
/// At the start an input that is high counts as having risen. While `reset` is high `set` has no effect.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void flip_flop(ComponentBuilder& c) {
  const Expression set = c.input("set", "1", "turns on");
  const Expression reset = c.input("reset", "1", "turns off", 0);
  const Expression y = c.output("y", "1", "1: on, 0: off");
  auto start = c.parameter("start_value", 0, "1", "at the start: 0 or 1").between(0, 1);
  const Expression on = c.hidden_discrete("on", "1", "state", start);
  c.when("is set", set > 0.5 && reset <= 0.5, {{on, 1}});
  c.when("is reset", reset > 0.5, {{on, 0}});
  c.relation("state", y == on);
}

/// Counts how often its input rises through the threshold; a second one, if connected, sets the count back to zero where it rises through
/// 0.5. An input that is above the threshold at the start counts there.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void edge_counter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is watched");
  const Expression reset = c.input("reset", "1", "sets the count back", 0);
  const Expression y = c.output("y", "1", "rising edges so far");
  auto threshold = c.parameter("threshold", 0.5, "any", "an edge is where the input rises through this");
  const Expression count = c.hidden_discrete("count", "1", "rising edges so far", 0);
  c.when("rises", u > threshold, {{count, count + 1}});
  c.when("is reset", reset > 0.5, {{count, 0}});
  c.relation("count", y == count);
}

/// Tells for how long its input has been above 0.5, and zero while it is not.
///     y = t - (time of the last rise)
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void timer(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "runs while this is above 0.5");
  const Expression y = c.output("y", "s", "time since the input rose");
  const Expression since = c.hidden_discrete("since", "s", "time of the last rise", 0);
  const Condition runs = u > 0.5;
  c.when("starts", runs, {{since, c.time()}});
  c.relation("elapsed time", y == if_else(runs, c.time() - since, 0));
}

/// Ends the run when its input rises above 0.5: as planned, or with an error if it must not.
/// Feed it from signals.comparison or signals.logic. What the run has shown up to then is kept.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void terminate(ComponentBuilder& c) {
  const bool fails = c.option<bool>("end", {{"planned", false}, {"error", true}},
                                    "planned: the run has reached its goal; error: something has happened that must not");
  const Expression u = c.input("u", "1", "ends the run above 0.5");
  if (fails)
    c.require(u <= 0.5, "the signal that must not rise above 0.5 has risen");
  else
    c.terminate_when(u > 0.5, "the signal that ends the run has risen above 0.5");
}

}  // namespace stribeck::signals
