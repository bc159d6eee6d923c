#include "tools/bench/client_options.h"

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_split.h"
#include "base/option_list.h"
#include "base/status.h"

namespace bridle::internal::bench {
namespace {

// One overload per type of an option.
struct Setter {
  const Properties& properties;
  std::string_view name;

  void operator()(double& option) const { option = properties.number(name); }
  void operator()(int& option) const { option = static_cast<int>(properties.whole(name)); }
  void operator()(bool& option) const { option = properties.flag(name); }
  void operator()(unsigned long long& option) const {
    option = static_cast<unsigned long long>(properties.whole(name));
  }
  void operator()(std::vector<std::string>& option) const {
    const std::string list = properties.text(name);
    option = absl::StrSplit(list, ',', absl::SkipWhitespace());
    for (std::string& item : option) absl::StripAsciiWhitespace(&item);
  }
};

template <typename Options, typename Field>
void apply(const Properties& properties, std::span<const Field> fields, Options& options) {
  for (const Field& field : fields) {
    if (!properties.isSet(field.name)) continue;
    const Setter set{properties, field.name};
    std::visit([&](auto member) { set(options.*member); }, field.member);
  }
}

}  // namespace

void applyTo(const Properties& properties, ClientOptions& client, TableOptions& table) {
  apply(properties, clientOptionList(), client);
  apply(properties, tableOptionList(), table);
}

}  // namespace bridle::internal::bench
