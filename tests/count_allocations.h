#pragma once

namespace stribeck::test {

/// How often memory was asked for in this thread.
long allocations();

}  // namespace stribeck::test
