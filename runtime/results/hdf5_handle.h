#pragma once
// An HDF5 identifier that closes itself.
#include <hdf5.h>

#include <string>
#include <string_view>
#include <utility>

namespace stribeck {

/// Before anything else is asked of the library. What goes wrong is told by us; and at the end of the program the library is not to clear
/// up by itself: after a write that failed it does so in memory that it has given back, and crashes.
inline void prepare_hdf5() {
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

/// A slash separates groups: in the name of a dataset the division slash U+2215 stands for it.
inline constexpr std::string_view kSlash = "/", kDivisionSlash = "\xE2\x88\x95";
inline std::string with_replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) text.replace(at, what.size(), by);
  return text;
}
inline std::string hdf5_name(const std::string& column) { return with_replaced(column, kSlash, kDivisionSlash); }
inline std::string column_of_hdf5(const std::string& name) { return with_replaced(name, kDivisionSlash, kSlash); }

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
