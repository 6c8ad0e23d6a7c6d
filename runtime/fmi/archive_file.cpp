#include "fmi/archive_file.h"

#include <minizip/zip.h>

namespace stribeck::fmi {

bool write_archive(const std::string& path, const std::vector<ArchivedFile>& files) {
  zipFile archive = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  if (archive == nullptr) return false;
  bool good = true;
  for (const ArchivedFile& file : files) {
    const zip_fileinfo no_times{};
    good = good && zipOpenNewFileInZip64(archive, file.path.c_str(), &no_times, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                                         Z_DEFAULT_COMPRESSION, 0) == ZIP_OK;
    good = good && zipWriteInFileInZip(archive, file.bytes.data(), static_cast<unsigned>(file.bytes.size())) == ZIP_OK;
    good = good && zipCloseFileInZip(archive) == ZIP_OK;
  }
  return zipClose(archive, nullptr) == ZIP_OK && good;
}

}  // namespace stribeck::fmi
