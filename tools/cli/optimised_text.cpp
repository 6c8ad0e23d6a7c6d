// The linker takes the first definition of a template's functions that it meets. The other sources of this folder are not optimised, and
// stand before the library: this one, which is optimised, stands before them, so that the library's texts are handled by its code. Reading
// a diagram takes two thirds of the time with it.
#include <string>

template class std::basic_string<char>;
