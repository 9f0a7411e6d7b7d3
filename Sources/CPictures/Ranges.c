// The lowest and the highest value of each cell of a plane: a loop over all pixels, which an unoptimised build of Swift would take
// seconds for.
#include "CImageCodecs.h"

#include <string.h>

void ic_find_ranges(
    const uint8_t *plane, uint32_t width, uint32_t height, uint32_t side, uint8_t *low, uint8_t *high) {
    size_t columns = (width + side - 1) / side, rows = (height + side - 1) / side;
    memset(low, UINT8_MAX, columns * rows);
    memset(high, 0, columns * rows);
    for (uint32_t y = 0; y < height; y++, plane += width) {
        uint8_t *lowest = low + y / side * columns, *highest = high + y / side * columns;
        for (uint32_t x = 0; x < width; x++) {
            size_t cell = x / side;
            if (plane[x] < lowest[cell]) lowest[cell] = plane[x];
            if (plane[x] > highest[cell]) highest[cell] = plane[x];
        }
    }
}
