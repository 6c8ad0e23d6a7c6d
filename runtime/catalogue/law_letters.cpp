#include "catalogue/law_letters.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "catalogue/prose.h"

namespace stribeck {
namespace {

/// What parameters are called in laws, in one or the other of them.
struct Letters {
  std::string_view parameter, letters;
};
constexpr Letters kLetters[] = {{"ac_arm_length", "a"},
                                {"actuator_distance", "a"},
                                {"air_density", "rho"},
                                {"angular_frequency", "w"},
                                {"anti_windup_ratio", "N_i"},
                                {"armature_inductance", "L"},
                                {"armature_resistance", "R_a"},
                                {"back_efficiency", "eta_2"},
                                {"bc_arm_length", "b"},
                                {"bearing_torque", "T_b"},
                                {"breakaway_force", "F_brk"},
                                {"breakaway_torque", "T_brk"},
                                {"breakaway_velocity", "v_brk w_brk v_B w_B"},
                                {"bristle_damping", "sigma_1"},
                                {"bristle_stiffness", "sigma_0"},
                                {"characteristic_velocity", "v_0"},
                                {"coefficient", "c_r"},
                                {"conductance", "G"},
                                {"coulomb_force", "F_C F_c"},
                                {"coulomb_torque", "T_C T_c"},
                                {"crank_radius", "r"},
                                {"cubic_stiffness", "k_3"},
                                {"current_time_constant", "tau"},
                                {"curvature_factor", "E"},
                                {"cutoff_frequency", "f_c"},
                                {"d_inductance", "L_d"},
                                {"damping", "d d_1"},
                                {"damping_ratio", "D"},
                                {"damping_velocity", "v_d w_d"},
                                {"dead_speed", "v_d w_d eta"},
                                {"denominator", "a"},
                                {"derivative_time", "T_d"},
                                {"detent_torque", "T_d"},
                                {"diameter", "d"},
                                {"distance_ratio", "eta"},
                                {"drag_coefficient", "c_w"},
                                {"drag_torque", "T_drag T_p"},
                                {"drum_radius", "r"},
                                {"dwell_time", "tau"},
                                {"effective_radius", "r"},
                                {"efficiency", "eta_1"},
                                {"exponent", "n i"},
                                {"filter_ratio", "N_d"},
                                {"flank_angle", "alpha"},
                                {"flux_linkage", "psi"},
                                {"friction_coefficient", "mu"},
                                {"friction_distance", "c"},
                                {"frontal_area", "A"},
                                {"gain", "k"},
                                {"gravity_acceleration", "g"},
                                {"guide_length", "L"},
                                {"heat_capacity", "C"},
                                {"holding_torque", "T_h"},
                                {"inertance", "B"},
                                {"inertia", "J"},
                                {"inertia_c", "J_c"},
                                {"inertia_r", "J_r"},
                                {"inner_radius", "r_i"},
                                {"input_damping", "d_S"},
                                {"integral_time", "T_i"},
                                {"joint_angle", "beta"},
                                {"lead_angle", "lambda"},
                                {"least_position", "x_0 phi_0"},
                                {"length", "L"},
                                {"linear_velocity", "v_th w_th"},
                                {"low_speed", "v_0 w_0"},
                                {"mass", "m"},
                                {"mass_c", "m_c"},
                                {"mass_r", "m_r"},
                                {"maximum_friction_force", "F_max"},
                                {"moment_factor_1", "alpha_1"},
                                {"moment_factor_2", "alpha_2"},
                                {"moment_factor_3", "alpha_3"},
                                {"natural_angle", "phi_0"},
                                {"natural_length", "x_0 L_0"},
                                {"nominal_force", "F_n"},
                                {"nominal_torque", "T_n"},
                                {"nominal_velocity", "v_n w_n"},
                                {"normal_distance", "b"},
                                {"normal_force", "N"},
                                {"numerator", "b"},
                                {"outer_radius", "r_o"},
                                {"output_damping", "d_O"},
                                {"overshoot", "h"},
                                {"peak_coefficient", "D"},
                                {"peak_force", "F_p F_n"},
                                {"peak_torque", "T_p T_n"},
                                {"peak_velocity", "v_n w_n v_p w_p"},
                                {"period", "T"},
                                {"pin_radius", "R"},
                                {"pitch", "p"},
                                {"play", "b"},
                                {"pole_pairs", "p"},
                                {"pressure_angle", "alpha"},
                                {"q_inductance", "L_q"},
                                {"quadratic_damping", "d_2"},
                                {"radius", "r"},
                                {"radius_a", "r_A"},
                                {"radius_b", "r_B"},
                                {"rated_current", "I"},
                                {"ratio", "N"},
                                {"reference", "d_0"},
                                {"reference_temperature", "theta_0"},
                                {"rest_time", "tau"},
                                {"restitution", "e"},
                                {"ring_to_sun_ratio", "g"},
                                {"rod_length", "l"},
                                {"rolling_coefficient", "c_r"},
                                {"rotor_inertia", "J"},
                                {"set_point_derivative_weight", "w_d"},
                                {"set_point_weight", "w_p"},
                                {"shape_exponent", "n"},
                                {"shape_factor", "C"},
                                {"sliding_coefficient", "mu_s"},
                                {"sliding_resistance", "F_r"},
                                {"start_frequency", "f_1"},
                                {"start_temperature", "theta_s"},
                                {"static_force", "F_s"},
                                {"static_friction_coefficient", "mu_s"},
                                {"static_torque", "T_s"},
                                {"stator_resistance", "R_s"},
                                {"step", "q"},
                                {"stiffness", "k"},
                                {"stiffness_factor", "B"},
                                {"stop_frequency", "f_2"},
                                {"stribeck_decay", "a"},
                                {"stribeck_force", "F_S"},
                                {"stribeck_velocity", "v_S w_S"},
                                {"temperature_coefficient", "alpha"},
                                {"time_constant", "T"},
                                {"torque_constant", "k"},
                                {"transition_coefficient", "c_v"},
                                {"transition_force", "N_t"},
                                {"transition_region", "h"},
                                {"transverse_load", "W"},
                                {"viscous_coefficient", "f"},
                                {"width", "b"}};

/// Between names or parentheses: "c x F", "w x (r - s)".
bool is_between_factors(const std::string& law, std::size_t at) {
  const auto begins = [](char c) { return is_of_name(c) || c == '('; };
  const auto ends = [](char c) { return is_of_name(c) || c == ')'; };
  return at > 1 && at + 2 < law.size() && law[at - 1] == ' ' && law[at + 1] == ' ' && ends(law[at - 2]) && begins(law[at + 2]);
}

/// "h = transition_region" that stands on its own or at the end of a list.
struct Definition {
  std::size_t begin = std::string::npos, is = 0, end = 0;  // npos: there is none
};
Definition next_definition(const std::string& law, std::size_t from) {
  constexpr std::string_view kIs = " = ";
  for (std::size_t is = law.find(kIs, from); is != std::string::npos; is = law.find(kIs, is + 1)) {
    std::size_t begin = is, end = is + kIs.size();
    while (begin > 0 && is_of_name(law[begin - 1])) --begin;
    while (end < law.size() && is_of_name(law[end])) ++end;
    const bool is_whole = end == law.size() || law[end] == '\n' || law[end] == ',' || law[end] == ';';
    if (begin < is && is_whole && law.find('_', is) < end) return {begin, is, end};
  }
  return {};
}

std::string definition_in(const std::string& law, const Definition& own) {
  constexpr std::size_t kIs = 3;  // " = "
  return law.substr(own.is + kIs, own.end - own.is - kIs);
}

}  // namespace

bool is_article(const std::string& text, std::size_t at) {
  const auto is_lower = [&](std::size_t place) {
    return place < text.size() && std::islower(static_cast<unsigned char>(text[place])) != 0;
  };
  const bool begins_word = is_lower(at + 2) && is_lower(at + 3);
  if ((text[at] != 'a' && text[at] != 'A') || at + 1 >= text.size() || text[at + 1] != ' ' || !begins_word) return false;
  std::size_t end = at + 2;
  while (end < text.size() && is_of_name(text[end])) ++end;
  const std::string word = text.substr(at + 2, end - at - 2);
  const bool is_link = word == "the" || word == "is" || word == "are" || word == "and" || word == "or";
  return !is_link && (end == text.size() || text[end] != '(');
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

LawLetters::LawLetters(const std::string& comment) {
  const Prose prose = prose_of(comment);
  for (const Paragraph& paragraph : prose.paragraphs) {
    if (!paragraph.is_formula) continue;
    read_definitions(paragraph.text);
    const std::string& law = paragraph.text;
    for (std::size_t at = 0; at < law.size();) {
      std::size_t end = at;
      while (end < law.size() && is_of_name(law[end])) ++end;
      const bool is_product = end == at + 1 && law[at] == 'x' && is_between_factors(law, at);
      has_vector_product_ = has_vector_product_ || is_product;
      if (end > at && !is_product && !(end == at + 1 && is_article(law, at))) words_.insert(law.substr(at, end - at));
      at = std::max(end, at + 1);
    }
  }
  if (has("x")) has_vector_product_ = false;
  for (const Paragraph& paragraph : prose.paragraphs)
    if (!paragraph.is_formula) read_sentences(paragraph.text);
}

void LawLetters::read_definitions(const std::string& law) {
  for (Definition own = next_definition(law, 0); own.begin != std::string::npos; own = next_definition(law, own.end))
    defined_.emplace(definition_in(law, own), law.substr(own.begin, own.is - own.begin));
}

std::string LawLetters::without_definitions(const std::string& law, const std::function<bool(const std::string&)>& is_parameter) {
  constexpr std::string_view kSeparators = " ,;";
  std::string left = law;
  for (Definition own = next_definition(left, 0); own.begin != std::string::npos;) {
    std::size_t begin = own.begin;
    while (begin > 0 && kSeparators.find(left[begin - 1]) != std::string_view::npos) --begin;
    const bool goes = is_parameter(definition_in(left, own)), follows = begin > 0 && begin < own.begin && left[begin - 1] != '\n';
    std::size_t end = own.end;
    while (goes && !follows && end < left.size() && kSeparators.find(left[end]) != std::string_view::npos) ++end;
    if (goes && !follows && end < left.size() && left[end] == '\n') ++end;  // nothing else stands in that line
    if (goes) left.erase(begin, end - begin);
    own = next_definition(left, goes ? begin : own.end);
  }
  return left.substr(0, left.find_last_not_of(" \n") + 1);
}

/// "R_m the mean_radius of the pads", "k is bristle_stiffness": the sentences below the law say what its letters are.
void LawLetters::read_sentences(const std::string& text) {
  std::vector<std::pair<std::string, bool>> words;  // and whether the one before stands beside it, a space between
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end > at) words.emplace_back(text.substr(at, end - at), at > 1 && text[at - 1] == ' ' && is_of_name(text[at - 2]));
    at = std::max(end, at + 1);
  }
  for (std::size_t k = 0; k + 2 < words.size(); ++k) {
    if (!has(words[k].first)) continue;
    std::size_t next = k + 1;
    for (const std::string_view link : {"is", "the"})
      if (next + 1 < words.size() && words[next].second && words[next].first == link) ++next;
    const std::string after = next + 1 < words.size() && words[next + 1].second ? words[next + 1].first : "of";
    const bool goes_on = after != "of" && after != "about";  // "the torque ratio" is no torque
    const bool is_name = words[next].first.find('_') != std::string::npos || !goes_on;
    if (next > k + 1 && words[next].second && is_name) defined_.emplace(words[next].first, words[k].first);
  }
}

std::string LawLetters::of_parameter(const std::string& name) const {
  if (const auto own = defined_.find(name); own != defined_.end()) return own->second;
  if (has(name)) return "";  // the law has it in full
  const auto found = std::find_if(std::begin(kLetters), std::end(kLetters), [&](const Letters& own) { return own.parameter == name; });
  if (found == std::end(kLetters)) return "";
  std::istringstream letters{std::string(found->letters)};
  std::string chosen;
  for (std::string letter; letters >> letter;) {
    if (!has(letter)) continue;
    if (!chosen.empty()) return "";
    chosen = letter;
  }
  return chosen;
}

std::pair<std::string, int> LawLetters::of_list(const std::string& name) const {
  const auto found = std::find_if(std::begin(kLetters), std::end(kLetters), [&](const Letters& own) { return own.parameter == name; });
  if (found == std::end(kLetters)) return {};
  const std::string letter(found->letters);
  for (const int first : {0, 1})
    if (has(letter + "_" + std::to_string(first))) return {letter, first};
  return {};
}

}  // namespace stribeck
