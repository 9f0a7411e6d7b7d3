// BT.601 luma of eight-bit values: 299, 587 and 114 thousandths, given in 256ths so that sixteen bits can hold the sum and
// compilers turn loops over it into vector code.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "CImageCodecs.h"

static inline uint8_t ic_luma(uint8_t red, uint8_t green, uint8_t blue) {
    return (uint8_t)((uint16_t)(77 * red + 150 * green + 29 * blue + 128) >> 8);
}

/// The value of a pixel that a decoder was asked for.
static inline uint8_t ic_value(enum ic_sample sample, uint8_t red, uint8_t green, uint8_t blue) {
    return sample == IC_LUMA ? ic_luma(red, green, blue) : sample == IC_RED ? red : sample == IC_GREEN ? green : blue;
}

/// Widens luma as video has it, from 16 to 235, to the full range from 0 to 255.
static inline void ic_widen_range(uint8_t *grey, size_t count) {
    uint8_t table[256];
    for (int value = 0; value < 256; value++) {
        int inside = value < 16 ? 16 : value > 235 ? 235 : value;
        table[value] = (uint8_t)(((inside - 16) * 255 + 109) / 219);
    }
    for (size_t index = 0; index < count; index++) grey[index] = table[grey[index]];
}
