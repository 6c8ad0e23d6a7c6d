#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/diagnostic.h"
#include "results/hdf5_file.h"
#include "results/hdf5_handle.h"

namespace stribeck {
namespace {

constexpr hsize_t kBlock = 1024;  // rows that are written at once

[[noreturn]] void fail(const std::string& path) {
  const int error = errno;
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::output_unwritable;
  diagnostic.message =
      "cannot write to " + path + ": " + (error != 0 ? std::generic_category().message(error) : "the HDF5 library refuses");
  diagnostic.where.file = path;
  diagnostic.remedy = "free some space, write to another disk, or ask for fewer rows with --interval";
  throw Failure(std::move(diagnostic));
}

/// Objects without the times at which they were made.
Hdf5Handle timeless(hid_t kind) {
  Hdf5Handle list(H5Pcreate(kind), H5Pclose);
  H5Pset_obj_track_times(list, false);
  return list;
}

Hdf5Handle text_type(std::size_t bytes, H5T_cset_t characters) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, bytes);
  H5Tset_cset(type, characters);
  return type;
}

bool write_text(hid_t object, const char* name, const std::string& text) {
  const Hdf5Handle type = text_type(H5T_VARIABLE, H5T_CSET_UTF8), space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const char* pointer = text.c_str();
  return H5Awrite(attribute, type, &pointer) >= 0;
}

bool describe(hid_t dataset, const OutputColumn& column) {
  return write_text(dataset, "unit", column.unit) && write_text(dataset, "description", column.doc);
}

}  // namespace

struct Hdf5Writer::Open {
  Hdf5Handle file;
  std::vector<Hdf5Handle> datasets;
};

Hdf5Writer::Hdf5Writer(std::string path, ResultHead head)
    : file_(std::move(path)), head_(std::move(head)), open_(std::make_unique<Open>()) {
  prepare_hdf5();
  const std::string name = file_.lend();
  errno = 0;
  open_->file = Hdf5Handle(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  if (!open_->file.is_open()) fail(file_.path());
}

Hdf5Writer::~Hdf5Writer() = default;

void Hdf5Writer::begin(const std::vector<OutputColumn>& columns) {
  const Hdf5Handle& file = open_->file;
  bool good = write_text(file, "title", head_.title) && write_text(file, "generator", "stribeck " + head_.version);
  const hsize_t none = 0, unlimited = H5S_UNLIMITED;
  const Hdf5Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose), list = timeless(H5P_DATASET_CREATE);
  H5Pset_chunk(list, 1, &kBlock);
  std::vector<OutputColumn> all{head_.first};
  all.insert(all.end(), columns.begin(), columns.end());
  for (const OutputColumn& column : all) {
    const std::string name = hdf5_name(column.name);
    const Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    if (name != column.name) H5Pset_char_encoding(links, H5T_CSET_UTF8);
    open_->datasets.emplace_back(H5Dcreate2(file, name.c_str(), H5T_IEEE_F64LE, space, links, list, H5P_DEFAULT), H5Dclose);
    good = good && open_->datasets.back().is_open() && describe(open_->datasets.back(), column);
  }
  const Hdf5Handle group_list = timeless(H5P_GROUP_CREATE), scalar_list = timeless(H5P_DATASET_CREATE),
                   scalar(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle group(H5Gcreate2(file, "parameters", H5P_DEFAULT, group_list, H5P_DEFAULT), H5Gclose);
  for (const ResultConstant& constant : head_.constants) {
    const Hdf5Handle dataset(H5Dcreate2(group, constant.column.name.c_str(), H5T_IEEE_F64LE, scalar, H5P_DEFAULT, scalar_list, H5P_DEFAULT),
                             H5Dclose);
    good = good && H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &constant.value) >= 0 &&
           describe(dataset, constant.column);
  }
  if (!good) fail(file_.path());
  buffers_.assign(all.size(), {});
}

void Hdf5Writer::row(double time_s, const double* values) {
  buffers_[0].push_back(time_s);
  for (std::size_t i = 1; i < buffers_.size(); ++i) buffers_[i].push_back(values[i - 1]);
  ++rows_;
  if (buffers_[0].size() == kBlock) write_block();
}

void Hdf5Writer::write_block() {
  const auto begin = static_cast<hsize_t>(written_), end = static_cast<hsize_t>(rows_), count = end - begin;
  if (count == 0) return;
  errno = 0;
  const Hdf5Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const Hdf5Handle& dataset = open_->datasets[i];
    bool good = H5Dset_extent(dataset, &end) >= 0;
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
    good = good && H5Sselect_hyperslab(space, H5S_SELECT_SET, &begin, nullptr, &count, nullptr) >= 0 &&
           H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, buffers_[i].data()) >= 0;
    if (!good) fail(file_.path());
    buffers_[i].clear();
  }
  written_ = rows_;
}

/// Writes what is still missing and lets go of the file.
void Hdf5Writer::complete() {
  write_block();
  errno = 0;
  const Hdf5Handle group_list = timeless(H5P_GROUP_CREATE), list = timeless(H5P_DATASET_CREATE);
  {
    const Hdf5Handle group(H5Gcreate2(open_->file, "events", H5P_DEFAULT, group_list, H5P_DEFAULT), H5Gclose);
    const hsize_t count = events_.size();
    const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    // All labels are as long as the longest, and of ASCII where they can be: GNU Octave loads no other datasets of texts.
    std::size_t longest = 0;
    H5T_cset_t characters = H5T_CSET_ASCII;
    for (const EventRecord& event : events_) {
      longest = std::max(longest, event.label.size());
      if (std::any_of(event.label.begin(), event.label.end(), [](char c) { return static_cast<unsigned char>(c) > 127; }))
        characters = H5T_CSET_UTF8;
    }
    ++longest;  // each ends with a zero
    std::vector<double> times;
    std::string labels;
    for (const EventRecord& event : events_) {
      times.push_back(event.time_s);
      labels.append(event.label).append(longest - event.label.size(), '\0');
    }
    const Hdf5Handle type = text_type(longest, characters);
    const Hdf5Handle time(H5Dcreate2(group, "time", H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose);
    const Hdf5Handle label(H5Dcreate2(group, "label", type, space, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose);
    const bool good = time.is_open() && label.is_open() &&
                      (count == 0 || (H5Dwrite(time, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()) >= 0 &&
                                      H5Dwrite(label, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, labels.data()) >= 0));
    if (!good) fail(file_.path());
  }
  bool good = H5Fflush(open_->file, H5F_SCOPE_GLOBAL) >= 0;
  for (Hdf5Handle& dataset : open_->datasets) good = dataset.close() && good;
  good = open_->file.close() && good;
  if (!good) fail(file_.path());
}

void Hdf5Writer::finish() {
  complete();
  file_.commit();
}

std::string Hdf5Writer::keep_partial() {
  complete();
  return file_.keep_partial();
}

}  // namespace stribeck
