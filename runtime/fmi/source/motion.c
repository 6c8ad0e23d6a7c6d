/* The motion of the model above: C99 and its mathematics alone, without any other file. */

enum { kMade, kInitialising, kRunning };
enum { kTime, kParameter, kInput, kOutput, kState, kDerivative };

typedef struct {
  double registers[REGISTERS + 1], parameters[PARAMETERS + 1], states[STATES + 1];
  double levels[INPUTS + 1], slopes[INPUTS + 1], since_s[INPUTS + 1], next_slopes[INPUTS + 1];
  double time_s, step_s, rtol;
  int phase, has_outputs;
} Motion;

static void take_parameters(Motion* m) {
  int i;
  for (i = 0; i < PARAMETER_REGISTERS; ++i) m->registers[parameter_registers[2 * i]] = m->parameters[parameter_registers[2 * i + 1]];
  parameters(m->registers);
  m->has_outputs = 0;
}

static void begin(Motion* m) {
  int i;
  memset(m, 0, sizeof *m);
  memcpy(m->registers, first_registers, sizeof m->registers);
  memcpy(m->parameters, first_parameters, sizeof m->parameters);
  memcpy(m->states, first_states, sizeof m->states);
  memcpy(m->levels, first_levels, sizeof m->levels);
  m->time_s = START_S;
  m->rtol = RTOL;
  for (i = 0; i < INPUTS; ++i) m->since_s[i] = START_S;
  take_parameters(m);
}

static double input_at(const Motion* m, int i, double time_s) { return m->levels[i] + m->slopes[i] * (time_s - m->since_s[i]); }

static void derivatives_at(Motion* m, double time_s, const double* states, double* derivatives) {
  int i;
  m->registers[TIME_REGISTER] = time_s;
  for (i = 0; i < STATES; ++i) m->registers[FIRST_STATE + i] = states[i];
  for (i = 0; i < INPUTS; ++i) {
    m->registers[input_registers[3 * i]] = m->levels[i];
    m->registers[input_registers[3 * i + 1]] = m->slopes[i];
    m->registers[input_registers[3 * i + 2]] = m->since_s[i];
  }
  dynamics(m->registers);
  for (i = 0; i < STATES; ++i) derivatives[i] = m->registers[derivative_registers[i]];
  m->has_outputs = 0;
}

/* One step of Dormand and Prince (1980), of order 5(4); its error as a share of what is allowed. */
static double try_step(Motion* m, double h, double* end) {
  static const double at[7] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  static const double a[7][6] = {{0, 0, 0, 0, 0, 0},
                                 {1. / 5, 0, 0, 0, 0, 0},
                                 {3. / 40, 9. / 40, 0, 0, 0, 0},
                                 {44. / 45, -56. / 15, 32. / 9, 0, 0, 0},
                                 {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729, 0, 0},
                                 {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656, 0},
                                 {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  static const double e[7] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
  double k[7][STATES + 1], worst = 0;
  int stage, i, j;
  for (stage = 0; stage < 7; ++stage) {
    for (i = 0; i < STATES; ++i) {
      end[i] = m->states[i];
      for (j = 0; j < stage; ++j) end[i] += h * a[stage][j] * k[j][i];
    }
    derivatives_at(m, m->time_s + at[stage] * h, end, k[stage]);
  }
  for (i = 0; i < STATES; ++i) {
    double error = 0;
    const double size = fmax(fabs(m->states[i]), fabs(end[i]));
    for (j = 0; j < 7; ++j) error += h * e[j] * k[j][i];
    error = fabs(error) / (m->rtol * (ATOL / RTOL * nominals[i] + size)); /* both follow what the host asks for */
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/* False where no step is short enough. */
static int go_to(Motion* m, double until_s) {
  double end[STATES + 1];
  memcpy(end, m->states, sizeof end);
  if (m->step_s <= 0) m->step_s = (until_s - m->time_s) / 16;
  while (m->time_s < until_s) {
    const double left = until_s - m->time_s;
    const int is_last = m->step_s >= left * (1 - 1e-12);
    const double h = is_last ? left : m->step_s;
    const double error = try_step(m, h, end);
    const double factor = error > 0 ? 0.9 * pow(error, -0.2) : 5;
    if (error <= 1) {
      memcpy(m->states, end, sizeof end);
      m->time_s = is_last ? until_s : m->time_s + h;
      if (!is_last || factor < 1) m->step_s = h * fmin(5, factor);
    } else {
      m->step_s = h * (factor >= 0.2 ? factor : 0.2);
      if (m->step_s <= 1e-15 * fmax(1e-3, fabs(m->time_s))) return 0;
    }
  }
  m->has_outputs = 0;
  return 1;
}

/* False for what the model does not have. */
static int get_value(Motion* m, unsigned reference, double* value) {
  const unsigned kind = reference >> 24;
  const int i = (int)(reference & 0xffffff);
  double rates[STATES + 1];
  switch (kind) {
    case kTime:
      if (i > 0) return 0;
      *value = m->time_s;
      return 1;
    case kParameter:
      if (i >= PARAMETERS) return 0;
      *value = m->parameters[i];
      return 1;
    case kInput:
      if (i >= INPUTS) return 0;
      *value = input_at(m, i, m->time_s);
      return 1;
    case kOutput:
      if (i >= OUTPUTS || output_registers[i] < 0) return 0;
      if (!m->has_outputs) {
        derivatives_at(m, m->time_s, m->states, rates);
        outputs(m->registers);
        m->has_outputs = 1;
      }
      *value = m->registers[output_registers[i]] + 0.0;
      return 1;
    case kState:
      if (i >= STATES) return 0;
      *value = m->states[i];
      return 1;
    case kDerivative:
      if (i >= STATES) return 0;
      derivatives_at(m, m->time_s, m->states, rates);
      *value = rates[i];
      return 1;
    default:
      return 0;
  }
}

static int set_value(Motion* m, unsigned reference, double value) {
  const unsigned kind = reference >> 24;
  const int i = (int)(reference & 0xffffff);
  if (!(fabs(value) <= DBL_MAX)) return 0;
  m->has_outputs = 0;
  if (kind == kParameter && i < PARAMETERS && is_tunable[i]) {
    if (!(value >= lowest[i] && value <= highest[i])) return 0;
    m->parameters[i] = value;
    take_parameters(m);
    return 1;
  }
  if (kind == kInput && i < INPUTS) {
    m->levels[i] = value, m->slopes[i] = m->next_slopes[i], m->since_s[i] = m->time_s;
    return 1;
  }
  if (kind == kState && i < STATES) {
    m->states[i] = value;
    return 1;
  }
  return 0;
}

static int step(Motion* m, double from_s, double length_s) {
  int i;
  const double rounding = 1e-12 * fmax(length_s, fmax(fabs(from_s), fabs(m->time_s)));
  if (m->phase != kRunning || !(fabs(from_s - m->time_s) <= rounding) || !(length_s >= 0)) return 0;
  if (!go_to(m, fmax(m->time_s, from_s + length_s))) return 0;
  for (i = 0; i < INPUTS; ++i) m->next_slopes[i] = 0;
  return 1;
}
