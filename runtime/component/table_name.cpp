#include "component/table_name.h"

namespace stribeck {

std::string table_name(const ComponentRecord& record, std::int32_t table) {
  const TableDeclaration& own = record.tables[static_cast<std::size_t>(table)];
  if (own.is_past()) return "past";
  const std::string& list = record.lists[static_cast<std::size_t>(own.ordinates)].name;
  return own.rows > 1 ? list + "[" + std::to_string(own.row + 1) + "]" : list;
}

}  // namespace stribeck
