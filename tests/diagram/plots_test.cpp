#include <catch2/catch.hpp>

#include "reading_helpers.h"

using namespace stribeck;
using namespace stribeck::test;

namespace {

constexpr const char* kOne = R"("m": {"type": "mass", "parameters": {"mass": 1}})";

}  // namespace
