#include "paths/scenario.h"

#include <type_traits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status.h"
#include "ops/get.h"
#include "ops/set.h"
#include "ops/ttl.h"
#include "wire/errors.h"

namespace bridle::test {
namespace {

using internal::Duration;
using internal::invalidArgument;
using internal::toAbsl;
using internal::toStd;

template <typename Op>
internal::Taken decodeBy(std::string_view bytes, std::string& value) {
  typename Op::Result result{};
  const internal::Taken taken = Op::decode(bytes, result);
  if constexpr (std::is_same_v<Op, internal::GetOp>) value = result.value_or("");
  return taken;
}

template <typename Op>
constexpr TestOp opOf() {
  return {Op::kSpec, decodeBy<Op>};
}

const std::map<std::string_view, TestOp>& operations() {
  static const std::map<std::string_view, TestOp> all = {
      {"get", opOf<internal::GetOp>()}, {"exist", opOf<internal::ExistOp>()},
      {"ttl", opOf<internal::TtlOp>()}, {"set", opOf<internal::SetOp>()},
      {"del", opOf<internal::DelOp>()}, {"incr", kIncr},
  };
  return all;
}

std::vector<std::string> words(std::string_view text, char separator = ' ') {
  std::vector<std::string> result;
  for (absl::string_view word : absl::StrSplit(toAbsl(text), separator, absl::SkipWhitespace())) {
    result.emplace_back(absl::StripAsciiWhitespace(word));
  }
  return result;
}

// "2.5ms".
absl::StatusOr<Duration> parseDuration(std::string_view text) {
  double value = 0;
  absl::string_view number = toAbsl(text);
  if (!absl::ConsumeSuffix(&number, "ms") || !absl::SimpleAtod(number, &value) || value < 0) {
    return invalidArgument("\"", text, "\" is no time such as 2.5ms");
  }
  return internal::fromMillis(value);
}

// "what@3ms"; without a time it is at once.
absl::StatusOr<Happening> parseHappening(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return Happening{std::string(text), {}};
  const auto time = parseDuration(text.substr(at + 1));
  if (!time.ok()) return time.status();
  return Happening{std::string(text.substr(0, at)), *time};
}

absl::StatusOr<Answer> parseAnswer(std::string_view text) {
  static const std::map<std::string_view, Answer> kPlain = {
      {"ok", good()},
      {"absent", absent()},
      {"silent", does(Answer::Kind::kSilence)},
      {"empty", does(Answer::Kind::kEmpty)},
      {"garbage", does(Answer::Kind::kGarbage)},
      {"noise", does(Answer::Kind::kNoise)},
      {"reset", does(Answer::Kind::kReset)},
  };
  const auto parts = parseHappening(text);
  if (!parts.ok()) return parts.status();
  Answer answer;
  int status = 0;
  absl::string_view number = parts->what;
  if (const auto plain = kPlain.find(parts->what); plain != kPlain.end()) {
    answer = plain->second;
  } else if (absl::ConsumePrefix(&number, "storage") && absl::SimpleAtoi(number, &status)) {
    answer = storage(status);
  } else if (internal::wire::errorFromName(parts->what) !=
             internal::wire::ServerError::kUnrecognised) {
    answer = error(parts->what);
  } else {
    return invalidArgument("\"", parts->what, "\" is nothing that a server can do");
  }
  answer.after = parts->at;
  return answer;
}

absl::Status parseServer(std::string_view text, Scenario& scenario) {
  const std::size_t colon = text.find(':');
  const std::string name(text.substr(0, colon));
  if (colon == std::string_view::npos || (name != "P" && name != "S1" && name != "S2")) {
    return invalidArgument("\"", text, "\" does not begin with P:, S1: or S2:");
  }
  Scenario::Server& server = scenario.servers[name];
  for (const std::string& word : words(text.substr(colon + 1))) {
    if (word == "down") {
      server.down = true;
      continue;
    }
    auto answer = parseAnswer(word);
    if (!answer.ok()) return answer.status();
    server.answers.push_back(*std::move(answer));
  }
  return absl::OkStatus();
}

absl::Status keep(const absl::StatusOr<Duration>& value, Duration& into) {
  if (value.ok()) into = *value;
  return value.status();
}

absl::Status parseMeta(std::string_view value, Scenario& scenario) {
  const std::size_t at = value.find('@');
  const auto after = parseDuration(value.substr(at == std::string_view::npos ? 0 : at + 1));
  if (!after.ok()) return after.status();
  scenario.meta_after = *after;
  if (at != std::string_view::npos) scenario.meta_answer = value.substr(0, at);
  return absl::OkStatus();
}

absl::Status parseOption(std::string_view text, Scenario& scenario) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : text.substr(equals + 1);
  if (name == "backup") return keep(parseDuration(value), scenario.backup_delay);
  if (name == "deadline") return keep(parseDuration(value), scenario.deadline);
  if (name == "meta") return parseMeta(value, scenario);
  if (name == "primary") {
    scenario.first_primary = value;
  } else if (name == "budget") {
    if (!absl::SimpleAtod(toAbsl(value), &scenario.budget)) {
      return invalidArgument("budget \"", value, "\" is no number");
    }
  } else {
    const auto happening = parseHappening(text);
    if (!happening.ok()) return happening.status();
    scenario.happenings.push_back(*happening);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Scenario> parseScenario(std::string_view line) {
  const std::vector<std::string> parts = words(line, '|');
  if (parts.size() != 4 || !parts[2].starts_with("path ")) {
    return invalidArgument("not of the form: operation and options | servers | path ... | outcome");
  }
  const std::vector<std::string> given = words(parts[0]);
  const auto op = operations().find(given.empty() ? "" : given.front());
  if (op == operations().end()) return invalidArgument("\"", parts[0], "\" names no operation");
  Scenario scenario;
  scenario.op = op->second;
  for (std::size_t i = 1; i < given.size(); ++i) {
    if (absl::Status bad = parseOption(given[i], scenario); !bad.ok()) return bad;
  }
  for (const std::string& server : words(parts[1], ',')) {
    if (absl::Status bad = parseServer(server, scenario); !bad.ok()) return bad;
  }
  scenario.path = absl::StrJoin(words(parts[2].substr(5)), " ");
  scenario.outcome = parts[3];
  return scenario;
}

std::string millis(Duration duration) {
  return absl::StrFormat("%g", internal::toMillis(duration));
}

}  // namespace bridle::test
