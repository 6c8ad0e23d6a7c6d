#include "session.h"

#include <utility>

#include "component/plugin.h"

namespace stribeck {

Session::Session(std::string file, std::string text, const std::vector<std::string>& plugins, RunOptions options,
                 const std::function<void(Registry&)>& add_types)
    : file_(std::move(file)), text_(std::move(text)), options_(std::move(options)) {
  add_builtin_components(registry_);
  for (const std::string& plugin : plugins)
    for (const std::string& library : plugins_of_path(plugin)) load_plugin(registry_, library);
  if (add_types) add_types(registry_);
  build();
}

void Session::build() {
  model_ = load(registry_, file_, options_, &text_);
  ++built_;
  retuned_ = false;
}

void Session::take(RunOptions options, std::string text) {
  // What else is compiled than the equations is no matter of values.
  const bool same_request = options.columns == options_.columns && options.verify == options_.verify;
  bool anew = true;
  if (same_request)
    anew = reload(model_, registry_, file_, options, &text);
  else
    model_ = load(registry_, file_, options, &text);
  built_ += anew ? 1 : 0;
  retuned_ = !anew;
  options_ = std::move(options);
  text_ = std::move(text);
}

}  // namespace stribeck
