#pragma once

namespace stribeck::test {

/// How often operator new ran in this process.
long allocations();

}  // namespace stribeck::test
