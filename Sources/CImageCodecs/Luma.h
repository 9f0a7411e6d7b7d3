// BT.601 luma of eight-bit values: 299, 587 and 114 thousandths in 256ths, which sixteen bits can hold, so that
// compilers turn the loops over it into vector code.
#pragma once
#include <stdint.h>

static inline uint8_t ic_luma(uint8_t red, uint8_t green, uint8_t blue) {
    return (uint8_t)((uint16_t)(77 * red + 150 * green + 29 * blue + 128) >> 8);
}
