#pragma once
// How tightly a piece of text binds: the parser climbs the ladder that the printer puts parentheses by.

namespace stribeck {

enum Precedence { kWhole, kOr, kAnd, kNot, kCompare, kSum, kProduct, kSign, kPower, kAtom };

}  // namespace stribeck
