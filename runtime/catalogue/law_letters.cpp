#include "catalogue/law_letters.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <string_view>

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
                                {"coulomb_force", "F_C"},
                                {"coulomb_torque", "T_C"},
                                {"crank_radius", "r"},
                                {"current_time_constant", "tau"},
                                {"curvature_factor", "E"},
                                {"cutoff_frequency", "f_c"},
                                {"d_inductance", "L_d"},
                                {"damping", "d"},
                                {"damping_ratio", "D"},
                                {"dead_speed", "v_d w_d"},
                                {"derivative_time", "T_d"},
                                {"diameter", "d"},
                                {"distance_ratio", "eta"},
                                {"drag_torque", "T_drag"},
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
                                {"gain", "k"},
                                {"gravity_acceleration", "g"},
                                {"inertance", "B"},
                                {"inertia", "J"},
                                {"input_damping", "d_S"},
                                {"integral_time", "T_i"},
                                {"joint_angle", "beta"},
                                {"least_position", "x_0 phi_0"},
                                {"length", "L"},
                                {"low_speed", "v_0 w_0"},
                                {"mass", "m"},
                                {"natural_angle", "phi_0"},
                                {"natural_length", "x_0"},
                                {"normal_distance", "b"},
                                {"normal_force", "N"},
                                {"output_damping", "d_O"},
                                {"overshoot", "h"},
                                {"peak_coefficient", "D"},
                                {"peak_force", "F_p"},
                                {"peak_torque", "T_p"},
                                {"pin_radius", "R"},
                                {"play", "b"},
                                {"pole_pairs", "p"},
                                {"q_inductance", "L_q"},
                                {"radius", "r"},
                                {"ratio", "N"},
                                {"restitution", "e"},
                                {"ring_to_sun_ratio", "g"},
                                {"rod_length", "l"},
                                {"rolling_coefficient", "c_r"},
                                {"rotor_inertia", "J"},
                                {"set_point_derivative_weight", "w_d"},
                                {"set_point_weight", "w_p"},
                                {"shape_factor", "C"},
                                {"sliding_resistance", "F_r"},
                                {"static_force", "F_s"},
                                {"static_friction_coefficient", "mu_s"},
                                {"static_torque", "T_s"},
                                {"stiffness", "k"},
                                {"stiffness_factor", "B"},
                                {"stribeck_force", "F_S"},
                                {"stribeck_velocity", "v_S w_S"},
                                {"temperature_coefficient", "alpha"},
                                {"time_constant", "T"},
                                {"torque_constant", "k"},
                                {"transition_region", "h"},
                                {"viscous_coefficient", "f"},
                                {"width", "b"}};

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

LawLetters::LawLetters(const std::string& comment) {
  for (const Paragraph& paragraph : prose_of(comment).paragraphs) {
    if (!paragraph.is_formula) continue;
    read_definitions(paragraph.text);
    std::string word;
    for (const char c : paragraph.text + " ") {
      if (is_of_name(c))
        word += c;
      else if (!word.empty())
        words_.insert(std::move(word)), word.clear();
    }
  }
}

/// "h = transition_region", on its own or at the end of a list: the law gives the letter itself.
void LawLetters::read_definitions(const std::string& law) {
  constexpr std::string_view kIs = " = ";
  for (std::size_t is = law.find(kIs); is != std::string::npos; is = law.find(kIs, is + 1)) {
    std::size_t begin = is, end = is + kIs.size();
    while (begin > 0 && is_of_name(law[begin - 1])) --begin;
    while (end < law.size() && is_of_name(law[end])) ++end;
    const bool is_whole = end == law.size() || law[end] == '\n' || law[end] == ',' || law[end] == ';';
    const std::string name = law.substr(is + kIs.size(), end - is - kIs.size());
    if (begin < is && is_whole && name.find('_') != std::string::npos) defined_.emplace(name, law.substr(begin, is - begin));
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

}  // namespace stribeck
