// Pictures as PNG by libdeflate, which has no longjmps and compresses all rows at once. The file holds IHDR, IDAT and IEND.
#include "CImageCodecs.h"

#include <errno.h>
#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANNELS = 3,
    /// Level 6 of 12 compresses a screenshot of 3 megapixels in 0.1 s, to a tenth more than level 9.
    LEVEL = 6,
    /// The bytes of a chunk's length, name and checksum.
    CHUNK_OVERHEAD = 12,
    HEADER = 13,
};

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};

static uint8_t *put_number(uint8_t *target, size_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) *target++ = (uint8_t)(value >> shift);
    return target;
}

/// Writes a chunk around its contents, which may stand in their place already.
static uint8_t *put_chunk(uint8_t *target, const char *name, const uint8_t *contents, size_t count) {
    uint8_t *start = put_number(target, count);
    memcpy(start, name, 4);
    if (count > 0 && contents != start + 4) memcpy(start + 4, contents, count);
    return put_number(start + 4 + count, libdeflate_crc32(0, start, 4 + count));
}

static unsigned distance(uint8_t value) { return value < 128 ? value : 256u - value; }

/// Writes a row as differences from the pixels at its left or above it, whichever are smaller (PNG, section 9).
static void filter_row(const uint8_t *row, const uint8_t *above, size_t count, uint8_t *target) {
    uint64_t left_sum = 0, up_sum = 0;
    for (size_t i = 0; i < count; i++) {
        left_sum += distance((uint8_t)(row[i] - (i < CHANNELS ? 0 : row[i - CHANNELS])));
        up_sum += distance((uint8_t)(row[i] - above[i]));
    }
    int is_left = left_sum < up_sum;
    *target++ = is_left ? 1 : 2;
    for (size_t i = 0; i < count; i++)
        target[i] = (uint8_t)(row[i] - (is_left ? (i < CHANNELS ? 0 : row[i - CHANNELS]) : above[i]));
}

static int filter_rows(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint32_t width, uint32_t height, uint8_t *target) {
    size_t count = (size_t)width * CHANNELS;
    uint8_t *rows = calloc(2, count);
    if (!rows) return -ENOMEM;
    for (uint32_t y = 0; y < height; y++, red += width, green += width, blue += width, target += count + 1) {
        uint8_t *row = rows + (y % 2) * count, *above = rows + (1 - y % 2) * count;
        for (uint32_t x = 0; x < width; x++) {
            row[x * CHANNELS] = red[x];
            row[x * CHANNELS + 1] = green[x];
            row[x * CHANNELS + 2] = blue[x];
        }
        filter_row(row, above, count, target);
    }
    free(rows);
    return 0;
}

static int write_file(const uint8_t *raw, size_t size, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count) {
    struct libdeflate_compressor *deflater = libdeflate_alloc_compressor(LEVEL);
    if (!deflater) return -ENOMEM;
    size_t room = libdeflate_zlib_compress_bound(deflater, size);
    uint8_t *file = malloc(sizeof signature + 3 * CHUNK_OVERHEAD + HEADER + room);
    int result = -ENOMEM;
    if (file) {
        memcpy(file, signature, sizeof signature);
        // Eight bits a sample, three colours, deflate, the filters of each row, not interlaced.
        uint8_t header[HEADER] = {[8] = 8, [9] = 2};
        put_number(put_number(header, width), height);
        uint8_t *next = put_chunk(file + sizeof signature, "IHDR", header, sizeof header);
        size_t written = libdeflate_zlib_compress(deflater, raw, size, next + 8, room);
        result = written > 0 && written <= INT_MAX ? 0 : -EBADMSG;
        if (result == 0) {
            next = put_chunk(put_chunk(next, "IDAT", next + 8, written), "IEND", NULL, 0);
            *bytes = file;
            *count = (size_t)(next - file);
        } else {
            free(file);
        }
    }
    libdeflate_free_compressor(deflater);
    return result;
}

int ic_encode_png(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint32_t width, uint32_t height, uint8_t **bytes,
    size_t *count) {
    size_t size = ((size_t)width * CHANNELS + 1) * height;
    uint8_t *raw = malloc(size);
    if (!raw) return -ENOMEM;
    int result = filter_rows(red, green, blue, width, height, raw);
    if (result == 0) result = write_file(raw, size, width, height, bytes, count);
    free(raw);
    return result;
}
