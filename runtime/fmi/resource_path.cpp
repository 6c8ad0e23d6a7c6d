#include "fmi/resource_path.h"

#include <cstdlib>
#include <fstream>

#include "fmi/layout.h"

namespace stribeck::fmi {

std::string path_of_uri(const std::string& uri) {
  const std::string scheme = "file:";
  if (uri.rfind(scheme, 0) != 0) return uri.find("://") == std::string::npos ? uri : std::string();
  std::string rest = uri.substr(scheme.size());
  if (rest.rfind("//", 0) == 0) {  // an authority: none, or this machine
    const std::size_t slash = rest.find('/', 2);
    const std::string host = rest.substr(2, slash == std::string::npos ? std::string::npos : slash - 2);
    if (slash == std::string::npos || !(host.empty() || host == "localhost")) return {};
    rest = rest.substr(slash);
  }
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool is_escape = rest[i] == '%' && i + 2 < rest.size();
    char* end = nullptr;
    const std::string digits = is_escape ? rest.substr(i + 1, 2) : std::string();
    const long code = is_escape ? std::strtol(digits.c_str(), &end, 16) : 0;
    if (is_escape && end == digits.c_str() + 2 && code > 0) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += rest[i];
    }
  }
#ifdef _WIN32
  if (path.size() > 2 && path[0] == '/' && path[2] == ':') path.erase(0, 1);  // of file:///C:/Users/...
#endif
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string token_of(const std::string& resources) {
  std::ifstream file(resources + "/" + kTokenFile);
  std::string token;
  std::getline(file, token);
  return token;
}

}  // namespace stribeck::fmi
