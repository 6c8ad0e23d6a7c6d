#pragma once
// The one door to fmt: every source that formats text includes this.
#include <fmt/format.h>  // IWYU pragma: export
