#include "program_source.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "base/file_kinds.h"
#include "base/index.h"
#include "equations/retune.h"
#include "expression/formula.h"
#include "expression/print.h"

namespace stribeck {

std::string plugins_of(const Registry& registry, const Diagram& diagram) {
  std::set<std::string> contents;
  for (const Instance& instance : diagram.instances)
    if (registry.contains(instance.record->type)) contents.insert(registry.content(instance.record->type));
  Fingerprint fingerprint;
  for (const std::string& content : contents) fingerprint.add(content);
  return fingerprint.to_text();
}

std::string to_bytes(const ProgramSource& source) {
  ProgramSource copy = source;
  Archive archive;
  archive(copy.version, copy.plugins, copy.file, copy.overrides, *copy.sources);
  return archive.take();
}

ProgramSource program_source(const std::string& bytes, const std::string& path) {
  ProgramSource source;
  source.sources = std::make_shared<Sources>();
  try {
    Archive archive(bytes);
    archive(source.version, source.plugins, source.file, source.overrides, *source.sources);
  } catch (const Failure& failure) {
    Diagnostic diagnostic = failure.diagnostics().front();
    diagnostic.code = ErrorCode::program_unreadable;
    diagnostic.where.file = path;
    throw Failure(std::move(diagnostic));
  }
  return source;
}

ProgramSource source_of(const std::string& file) {
  if (is_program_file(file)) return program_source(read_image(content_of(file), file).source, file);
  return {.version = {}, .plugins = {}, .file = file, .overrides = {}, .sources = std::make_shared<Sources>()};
}

bool begins_as_program_file(std::string_view bytes) { return bytes.starts_with(kProgramFileBegin); }

bool is_program_file(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  std::string begin(kProgramFileBegin.size(), ' ');
  std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begins_as_program_file(begin);
}

std::vector<ProgramParameter> program_parameters(const Diagram& diagram) {
  std::vector<ProgramParameter> parameters;
  for (const Instance& instance : diagram.instances) {
    const std::vector<bool> shapes = shaping_parameters(*instance.record);
    for (std::size_t p = 0; p < instance.parameters.size(); ++p) {
      const ParameterDeclaration& declared = instance.record->parameters[p];
      parameters.push_back({instance.name + "." + declared.name, declared.unit, instance.parameters[p], shapes[p]});
    }
  }
  return parameters;
}

std::vector<ProgramLimit> program_limits(const Diagram& diagram) {
  std::vector<ProgramLimit> limits;
  std::size_t first = 0;  // parameter of the instance, among those of the program
  for (const Instance& instance : diagram.instances) {
    const ComponentRecord& record = *instance.record;
    std::vector<std::ptrdiff_t> symbols;
    for (const RecordSymbol& symbol : record.symbols)
      symbols.push_back(symbol.kind == SymbolKind::parameter ? static_cast<std::ptrdiff_t>(first + at(symbol.index)) : -1);
    const auto name_of = [&](std::int32_t symbol) {
      const RecordSymbol& meaning = record.symbols[at(symbol)];
      return meaning.kind == SymbolKind::parameter ? record.parameters[at(meaning.index)].name : std::string("?");
    };
    for (std::size_t p = 0; p < instance.parameters.size(); ++p) {
      const ParameterDeclaration& declared = record.parameters[p];
      for (const LimitDeclaration& limit : declared.limits) {
        const bool is_number = record.pool.is_constant(limit.bound);
        limits.push_back({first + p, limit.relation, is_number ? std::string() : to_text(record.pool, limit.bound, name_of),
                          formula_of(record.pool, limit.bound), is_number ? std::vector<std::ptrdiff_t>() : symbols});
      }
      if (declared.list < 0) continue;
      for (const EntryLimit& limit : record.lists[at(declared.list)].limits)
        limits.push_back({first + p, limit.relation, {}, Formula({{Operator::constant, -1, -1, -1, limit.bound}}), {}});
    }
    first += instance.parameters.size();
  }
  return limits;
}

ProgramExperiment program_experiment(const Experiment& e) {
  return {e.start_s, e.stop_s, e.interval_s, e.solver, e.rtol, e.atol, e.has_atol, e.step_s, e.max_step_s, e.steady_state};
}

InitialTargets initial_targets(const Diagram& diagram) {
  InitialTargets targets;
  for (const Instance& instance : diagram.instances)
    for (const Target& target : instance.targets) targets.push_back({targets.size(), target.value, target.priority});
  return targets;
}

}  // namespace stribeck
