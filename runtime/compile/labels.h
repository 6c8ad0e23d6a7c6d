#pragma once
// The labels of a program that has just been compiled, which look names up in the sorted system.
#include <cstdint>
#include <map>
#include <memory>

#include "program/labels.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// `sorted` must outlive the labels. `origins`: of conditions that the compiler made, by node.
std::shared_ptr<const Labels> labels_of(const SortedSystem& sorted, std::map<std::int32_t, ConditionOrigin> origins);

}  // namespace stribeck
