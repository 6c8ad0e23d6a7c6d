#pragma once
// Where the files of an unpacked FMU are.
#include <string>

namespace stribeck::fmi {

/// The path of a URI "file:///tmp/a%20b/resources"; empty if it is none of a file. A path is taken as it is.
std::string path_of_uri(const std::string& uri);
/// What the model description of the FMU with these resources gives as GUID or instantiation token: a fingerprint of its program, which
/// stands in a file beside it. Empty if there is none.
std::string token_of(const std::string& resources);

}  // namespace stribeck::fmi
