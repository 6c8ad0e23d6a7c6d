#pragma once
// Labels of a program that has just been compiled: looked up in what it was made from.
#include <memory>

#include "program/labels.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// `sorted` must outlive them.
std::shared_ptr<const Labels> labels_of(const SortedSystem& sorted);

}  // namespace stribeck
