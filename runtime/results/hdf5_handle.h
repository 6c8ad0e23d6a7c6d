#pragma once
// An HDF5 identifier that closes itself.
#include <hdf5.h>

#include <utility>

namespace stribeck {

/// Before anything else is asked of the library. What goes wrong is told by us; and at the end of the program the library is not to clear
/// up by itself: after a write that failed it does so in memory that it has given back, and crashes.
inline void prepare_hdf5() {
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close closing) : id_(id), close_(closing) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() { static_cast<void>(close()); }
  /// False if the library could not complete what it held.
  bool close() {
    const hid_t id = std::exchange(id_, -1);
    return id < 0 || close_(id) >= 0;
  }
  bool is_open() const { return id_ >= 0; }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor): it stands for the identifier in every call

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

}  // namespace stribeck
