#pragma once
#include <stdbool.h>

/// Whether Tesseract calls the functions of this module in place of its libraries' ones: a program's own functions come
/// before those of the shared libraries that it is linked with.
bool cst_is_in_force(void);
