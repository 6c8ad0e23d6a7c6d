"""The C interface of the kernel, include/stribeck/kernel.h, as Python sees it through ctypes."""
import ctypes
import math
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_size_t, c_void_p

PARAMETER, INPUT, OUTPUT, STATE = range(4)
STEPS, EQUATIONS = range(2)
OK, REFUSED, FAILED, ENDED, UNDEFINED = range(5)


class Message(ctypes.Structure):
    _fields_ = [("code", c_char * 48), ("text", c_char * 1456)]


class Variable(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("doc", c_char_p), ("value", c_double), ("shapes", c_int)]


class Experiment(ctypes.Structure):
    _fields_ = [
        ("start_s", c_double),
        ("stop_s", c_double),
        ("rtol", c_double),
        ("atol", c_double),
        ("step_s", c_double),
        ("solver", c_char * 24),
    ]


class KernelError(Exception):
    def __init__(self, status, message):
        super().__init__(f"{message.code.decode()}: {message.text.decode()}")
        self.status, self.code = status, message.code.decode()


class Library:
    def __init__(self, path):
        self.c = c = ctypes.CDLL(str(path))
        for name, result in (
            ("stribeck_count", c_size_t),
            ("stribeck_find", c_size_t),
            ("stribeck_count_indicators", c_size_t),
            ("stribeck_time", c_double),
            ("stribeck_next_event", c_double),
            ("stribeck_instance_new", c_void_p),
            ("stribeck_why", POINTER(Message)),
        ):
            getattr(c, name).restype = result
        c.stribeck_step_to.argtypes = [c_void_p, c_double, c_int]
        c.stribeck_place.argtypes = [c_void_p, c_double, c_void_p]


class Program:
    def __init__(self, library, content, name="the program"):
        self.library, self.pointer = library, c_void_p()
        message = Message()
        status = library.c.stribeck_program_read(content, c_size_t(len(content)), name.encode(), byref(self.pointer), byref(message))
        if status != OK:
            raise KernelError(status, message)

    def __del__(self):
        self.library.c.stribeck_program_free(self.pointer)

    def count(self, kind):
        return self.library.c.stribeck_count(self.pointer, kind)

    def variables(self, kind):
        return [self.variable(kind, number) for number in range(self.count(kind))]

    def variable(self, kind, number):
        variable = Variable()
        assert self.library.c.stribeck_describe(self.pointer, kind, c_size_t(number), byref(variable)) == OK
        return variable

    def names(self, kind):
        return [variable.name.decode() for variable in self.variables(kind)]

    def find(self, kind, name):
        number = self.library.c.stribeck_find(self.pointer, kind, name.encode())
        assert number < self.count(kind), name
        return number

    def experiment(self):
        experiment = Experiment()
        self.library.c.stribeck_program_experiment(self.pointer, byref(experiment))
        return experiment


class Instance:
    def __init__(self, program):
        self.program, self.c = program, program.library.c
        self.pointer = c_void_p(self.c.stribeck_instance_new(program.pointer))

    def __del__(self):
        self.c.stribeck_instance_free(self.pointer)

    def done(self, status):
        if status in (REFUSED, FAILED, UNDEFINED):
            raise KernelError(status, self.c.stribeck_why(self.pointer).contents)
        return status == OK

    def _set(self, call, kind, values, *more):
        numbers = (c_size_t * len(values))(*(self.program.find(kind, name) for name in values))
        given = (c_double * len(values))(*values.values())
        self.done(call(self.pointer, c_size_t(len(values)), numbers, given, *more))

    def set_experiment(self, experiment):
        self.done(self.c.stribeck_set_experiment(self.pointer, byref(experiment)))

    def set_parameters(self, **values):
        self._set(self.c.stribeck_set_parameters, PARAMETER, {name.replace("__", "."): value for name, value in values.items()})

    def set_inputs(self, values, slopes=None):
        slopes = None if slopes is None else (c_double * len(values))(*(slopes.get(name, 0) for name in values))
        self._set(self.c.stribeck_set_inputs, INPUT, values, slopes)

    def initialise(self, way=STEPS):
        self.done(self.c.stribeck_initialise(self.pointer, way))

    def reset(self):
        self.c.stribeck_reset(self.pointer)

    def time(self):
        return self.c.stribeck_time(self.pointer)

    def get(self, kind, numbers):
        values = (c_double * len(numbers))()
        self.done(self.c.stribeck_get(self.pointer, kind, c_size_t(len(numbers)), (c_size_t * len(numbers))(*numbers), values))
        return list(values)

    def outputs(self):
        return self.get(OUTPUT, range(self.program.count(OUTPUT)))

    def output(self, name):
        return self.get(OUTPUT, [self.program.find(OUTPUT, name)])[0]

    def states(self):
        return self.get(STATE, range(self.program.count(STATE)))

    def step_to(self, time_s, stops_at_event=False):
        """False once the motion goes no further."""
        return self.done(self.c.stribeck_step_to(self.pointer, time_s, int(stops_at_event)))

    def save(self):
        content, size = c_void_p(), c_size_t()
        self.done(self.c.stribeck_save(self.pointer, byref(content), byref(size)))
        return ctypes.string_at(content, size.value)

    def restore(self, content):
        self.done(self.c.stribeck_restore(self.pointer, content, c_size_t(len(content))))

    # The caller integrates.
    def place(self, time_s, states):
        self.done(self.c.stribeck_place(self.pointer, time_s, (c_double * len(states))(*states)))

    def derivatives(self):
        values = (c_double * self.program.count(STATE))()
        self.done(self.c.stribeck_derivatives(self.pointer, values))
        return list(values)

    def jacobian_times(self, direction):
        product = (c_double * len(direction))()
        self.done(self.c.stribeck_jacobian_times(self.pointer, (c_double * len(direction))(*direction), product))
        return list(product)

    def indicators(self):
        values = (c_double * self.c.stribeck_count_indicators(self.pointer))()
        self.done(self.c.stribeck_indicators(self.pointer, values))
        return list(values)

    def complete_step(self):
        is_event = c_int()
        self.done(self.c.stribeck_complete_step(self.pointer, byref(is_event)))
        return is_event.value != 0

    def happen(self):
        """When the next event comes, and whether the motion goes on."""
        next_event = c_double(math.inf)
        goes_on = self.done(self.c.stribeck_happen(self.pointer, byref(next_event)))
        return next_event.value, goes_on
