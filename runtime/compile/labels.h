#pragma once
// The labels of a program that has just been compiled, which look names up in the sorted system.
#include <memory>

#include "program/labels.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// `sorted` must outlive the labels.
std::shared_ptr<const Labels> labels_of(const SortedSystem& sorted);

}  // namespace stribeck
