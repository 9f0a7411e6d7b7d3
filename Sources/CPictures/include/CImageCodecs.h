// The image libraries whose errors are longjmps or whose structures are macros, each behind one function that writes one byte for
// each pixel: its grey, or one of its colours. Grey is luma as JPEG has it (BT.601, full range, of the values as stored), the same
// for every format. A picture in colour is decoded three times, so that all that is known of planes holds for colours too.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// What is decoded of each pixel.
enum ic_sample { IC_LUMA, IC_RED, IC_GREEN, IC_BLUE };

/// All functions return 0; -EBADMSG if the library gave up on the bytes or they have another size than the caller says; or
/// -ENOMEM. After an error the buffers' contents mean nothing. The caller must have held sizes against its limits; buffers have
/// width × height bytes. The functions keep no state and print nothing, except that AV1's decoder complains on the standard
/// error stream.

/// Decodes a PNG that was taken apart: `head` holds the signature and the whole chunks IHDR, PLTE and tRNS, and `data` the
/// contents of all IDAT chunks. `alpha` may be null if there is neither an alpha channel nor a tRNS chunk.
int ic_decode_png(
    const uint8_t *head, size_t head_count, const uint8_t *data, size_t data_count, uint32_t width, uint32_t height,
    enum ic_sample sample, uint8_t *grey, uint8_t *alpha);

/// Decodes a JPEG of one, three or four components, scaled to `eighths`/8 (1, 2, 4 or 8) of its size; `width` and `height` are
/// those of the result, rounded up. A file may lack its end marker but no part of the picture.
int ic_decode_jpeg(
    const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height,
    enum ic_sample sample, uint8_t *grey);

/// Decodes a still WebP, scaled to `width` × `height`. `alpha` may be null if the picture is opaque.
int ic_decode_webp(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, enum ic_sample sample, uint8_t *grey,
    uint8_t *alpha);
/// Whether a still WebP has an alpha channel: 1 or 0; -EBADMSG if its header is damaged.
int ic_webp_has_alpha(const uint8_t *bytes, size_t count);

struct ic_heif_limits {
    uint64_t max_pixels;
    uint32_t max_side;
};

/// Pixels that the caller must free; `alpha` is null for opaque pictures.
struct ic_planes {
    uint32_t width, height;
    uint8_t *grey, *alpha;
};

/// Whether HEIC and AVIF are read: 1 if this was built with libheif.
int ic_reads_heif(void);
/// Decodes the primary image of a HEIF file, upright; -ENOSYS if HEIF isn't read. `planes` is empty except on success.
int ic_decode_heif(
    const uint8_t *bytes, size_t count, struct ic_heif_limits limits, enum ic_sample sample, struct ic_planes *planes);

/// Writes a PNG of eight bits for each of three colours, which holds nothing but the pixels. `bytes` must be freed by the caller.
int ic_encode_png(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint32_t width, uint32_t height, uint8_t **bytes,
    size_t *count);

/// Finds the lowest and the highest value in each cell of a plane, of `side` × `side` pixels; cells at the right and the lower edge
/// may be smaller. `low` and `high` have one byte for each cell.
void ic_find_ranges(
    const uint8_t *plane, uint32_t width, uint32_t height, uint32_t side, uint8_t *low, uint8_t *high);
