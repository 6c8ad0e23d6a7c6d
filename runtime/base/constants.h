#pragma once
// Every numeric constant of the runtime: meaning, why this value, what breaks when it is wrong.

#include <cstdint>

namespace stribeck {

/// Coefficients that should cancel exactly (a loop of gears) are products of a few rounded numbers: a dozen roundings of 1.1e-16 each.
/// Larger: real mismatches of ratios pass as closed loops. Smaller: closed loops are called contradictions.
inline constexpr double kCancellation = 1e-13;

/// A pivot this small against its row is zero: the block is singular to working accuracy.
inline constexpr double kSingularPivot = 1e-13;

/// How far the entries of a matrix are known decides its rank (base/least_norm.h). These have been found by asking the network with a force
/// and without: the difference of two sums, each good to kRoundingOfSums, which may be a hundredth of what it is taken from. Larger: what
/// hardly answers counts as held. Smaller: loads that are shared arbitrarily are told by rounding.
inline constexpr double kRoundingOfAnswers = 1e-10;
/// These by differences of functions with a step of 1e-6, central: errors of 1e-10 or so by the step as by rounding.
inline constexpr double kRoundingOfDifferences = 1e-9;
/// These by formulas, but they are redundant only after eliminations through the coefficients of a whole train of gears.
inline constexpr double kRoundingOfTrains = 1e-11;

/// States are chosen anew when the smallest pivot of the dummy derivatives falls below this share of the best one. Larger: changes to and
/// fro. Smaller: digits are lost near a singularity of the choice, and steps get short.
inline constexpr double kSelectionQuality = 0.2;

/// Tearing may magnify rounding errors of the tearing variables so much: four of sixteen digits. Larger: long chains lose accuracy.
/// Smaller: more unknowns than need be are solved together.
inline constexpr double kTearingGrowth = 1e4;

/// A table of results of more rows is a typing error in an interval.
inline constexpr double kMostRows = 1e8;

/// Loops up to this size are factorised densely: less bookkeeping than a sparse LU (measured on random blocks of three entries a row).
inline constexpr int kLargestDenseLoop = 16;

/// Newton in algebraic blocks stops when the step is this small against the unknowns' size: three digits beyond the tightest rtol in use
/// (1e-12).
inline constexpr double kNewtonTolerance = 1e-14;
inline constexpr int kNewtonIterations = 60;  ///< full steps converge in under ten; the rest is for damping
/// Below this an unknown counts as zero when its relative change is judged: far under any force or speed that matters.
inline constexpr double kNewtonFloor = 1e-12;
/// Smaller unknowns, in SI units, are known to kNewtonRounding of this and no better: the terms that they follow from may be of size one.
inline constexpr double kNewtonScale = 1e-6;
/// A step this small that no longer shrinks is rounding error, not missing convergence.
inline constexpr double kNewtonRounding = 1e-9;
inline constexpr double kNewtonLeastDamping = 1e-6;  ///< twenty halvings; smaller steps only hide that there is no solution

/// Two events closer than this fraction of the time scale of the step are one event: the root search cannot separate them.
inline constexpr double kEventTimeTolerance = 4e-16;

/// A sum is known to so many parts of the sum of its terms' magnitudes: eight roundings. A condition closer to zero than that keeps what it
/// was while a step is searched. Larger: events come late. Smaller: what has just left zero is found to cross it again.
inline constexpr double kCrossingNoise = 8 * 2.220446049250313e-16;
/// The same where a term is an unknown of a loop: it carries the rounding of the loop's largest terms, and what cancels among them.
/// Smaller: two branches of a law in the loop each find that the other holds, and the run goes on from one rounding error to the next.
inline constexpr double kLoopNoise = 1e-11;

/// Event iteration at one instant: more rounds than this and the modes alternate.
inline constexpr int kEventRounds = 200;

/// Seconds, relative beyond 1 s: how far from an event an exact expression of `expect` may jump. Runs locate events more closely than this.
/// Larger: wrong event times pass unnoticed. Smaller: rounding in the author's own switching time fails a right run.
inline constexpr double kExpectedJumpSlack_s = 1e-8;

/// A verified run may leave this much of an equation's largest term: rounding of a dozen operations, and of loops that Newton's method has
/// solved to kNewtonRounding at worst. Larger: wrong code passes. Smaller: steep friction fails a right run.
inline constexpr double kVerifiedResidual = 1e-9;
/// Terms this small against the largest that their equation ever had may be nothing but what is left of a cancellation.
inline constexpr double kVerifiedNoise = 1e-6;
/// Relative distance from its edge up to which a comparison may be held either way: rows between steps are interpolated.
inline constexpr double kVerifiedEdge = 1e-6;

/// A force that holds may pass its limit by this share before it lets go. Larger: late breakaway. Smaller: rounding ends a mode that the
/// network's solution, good to a tenth of it, keeps, again and again.
inline constexpr double kBreakawayMargin = 1e-10;

/// An acceleration or a force this small against the terms it is the sum of may be nothing but rounding.
inline constexpr double kRoundingOfSums = 1e-12;

/// A crossing found within so many roundings of the time is one with those found at that time.
inline constexpr double kSameInstant = 64 * 2.220446049250313e-16;

/// An absolute tolerance is not made smaller than this for a state that has been small so far: a few roundings of one. Larger: motions of
/// less than a micrometre are known less well than the relative tolerance says. Smaller: steps follow what rounding leaves of forces that
/// balance each other.
inline constexpr double kLeastAtol = 1e-15;

/// A gap this small at the start, against the positions that it is the difference of, is none: these are met to rounding.
inline constexpr double kTouching = 1e-9;

// Of the decision at an event (simulation/modes), beside kRoundingOfAnswers, kRoundingOfDifferences, kRoundingOfSums and kBreakawayMargin:

/// What answers to a force by less than this share of what it would do alone is held by others: ten times what answers are known to.
/// Larger: a light part behind a heavy one counts as held. Smaller: rounding counts as an answer.
inline constexpr double kHeldByOthers = 10 * kRoundingOfAnswers;
/// The shares of a load must add up to it so exactly: ten times what the answers are known to that they are found from.
inline constexpr double kSharesAddUp = 10 * kRoundingOfAnswers;
/// A smaller part of a direction in which a load is shared is none: the direction is known to kRoundingOfAnswers, amplified by how near the
/// next direction is. Larger: shares that count are fixed. Smaller: elements that carry all of theirs alone take part in the sharing.
inline constexpr double kPartOfDirection = 1e-6;
/// A force that the network found beyond its limit and the decision finds inside by more than this share was pressed back by other events
/// of the instant; by less it is rounding or an arbitrary share, and is beyond it still.
inline constexpr double kPressedBack = 1e-6;
/// What solving for many unknowns at once leaves in each, of the largest: a few roundings.
inline constexpr double kRoundingOfSolving = 1e-15;
/// An acceleration that is so many of its roundings and that no force can make zero is not zero. Smaller: rounding leaves no decision.
inline constexpr double kUnanswered = 1e4;
/// Below it doubles have fewer digits, and rounding is no share of what is rounded.
inline constexpr double kFewerDigits = 1e-290;
/// A velocity this small against the fastest of an impact is what is left of none: what impulses, known to kRoundingOfSums, leave of it.
inline constexpr double kRoundingOfImpacts = 10 * kRoundingOfSums;

/// Forces so many times larger than those there are are impulses: what the others still do then is the rounding of the square of a state.
/// Smaller: a load shows in the answer to an impulse. Larger: laws that square a force leave the range where their differences have digits.
inline constexpr double kBeyondForces = 0x1p26;

/// m/s or rad/s: slower is at rest, where nothing else says what is slow. Larger: motions that somebody means are none. Smaller: where all
/// stands still, what is left of nothing parts contacts that are pressed together.
inline constexpr double kLeastSpeed = 1e-25;

/// What is held at rest drifts by the rounding of its acceleration: so many roundings of the acceleration's terms, for the whole run.
inline constexpr double kDriftOfRest = 1e-15;

/// Two high targets on one state agree if they differ by rounding of unit conversions only.
inline constexpr double kTargetAgreement = 1e-12;

/// Programs up to this many states are compiled with their Jacobian at once: it costs less than a thousandth of a second.
inline constexpr unsigned kAlwaysJacobian = 100;

/// A share of the energy exchanged that may be missing without a warning. Larger: steps too coarse to be trusted pass unnoticed. Smaller:
/// long runs at ordinary tolerances, which lose a little in every step, warn.
inline constexpr double kUnbalancedEnergy = 1e-3;
/// A share of a component's largest power that may be missing at one instant: what loops solved to tolerance and cancelling forces leave.
inline constexpr double kUnbalancedPower = 1e-5;

/// So many events in so short a part of the run are chatter, not physics: ordinary bouncing to rest separates them more.
inline constexpr int kChatterEvents = 1000;
inline constexpr double kChatterSpan = 1e-9;
/// The same of algebraic loops that jump from one solution to another. Bouncing comes to rest by ever more events in ever less time; the
/// solution that a loop jumps to goes on for a part of the motion, unless rounding decides which one it is on.
inline constexpr int kChatterJumps = 50;

/// So many steps that bring a run forward by less than this share of its span mean that it will not end: to its end it would take more than
/// 1e14. Transients that need as short steps are over in fewer.
inline constexpr std::int64_t kPaceSteps = 300'000;
inline constexpr double kLeastPace = 1e-9;

/// Where steps go to and fro around a jump that is no event, and this many are left at their pace, the run is refused: minutes of work for
/// a small system, and errors of that many steps add up.
inline constexpr double kStepsAroundJump = 1e8;

}  // namespace stribeck
