// The picture libraries whose errors are longjmps or whose structures are macros, each behind one function that writes
// grey bytes. Grey is luma as JPEG has it (BT.601, full range, of the values as stored): the same for every format.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// All return 0, -EBADMSG where the library gave up on the bytes or they show another size than was said, or -ENOMEM.
/// Then what was written means nothing. Sizes must have been held against limits before; buffers are width × height
/// bytes. None keeps anything. Nothing is printed, but that AV1's decoder complains on the standard error stream.

/// A PNG taken apart: `head` holds the signature and the chunks IHDR, PLTE and tRNS whole, `data` what all its IDAT
/// chunks hold. `alpha` may be null where there is neither an alpha channel nor a tRNS chunk.
int ic_decode_png(
    const uint8_t *head, size_t head_count, const uint8_t *data, size_t data_count, uint32_t width, uint32_t height,
    uint8_t *grey, uint8_t *alpha);

/// A JPEG of one, three or four components, scaled to `eighths`/8 (1, 2, 4 or 8) of its size; `width` and `height` are
/// those of the result, rounded up. A file may lack its end marker but no part of the picture.
int ic_decode_jpeg(
    const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height, uint8_t *grey);

/// A still WebP, scaled to `width` × `height`. `alpha` may be null; the picture is then opaque.
int ic_decode_webp(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *grey, uint8_t *alpha);
/// Whether a still WebP has an alpha channel: 1 or 0; -EBADMSG where its header is damaged.
int ic_webp_has_alpha(const uint8_t *bytes, size_t count);

struct ic_heif_limits {
    uint64_t max_pixels;
    uint32_t max_side;
};

/// What the caller frees: `alpha` is null for opaque pictures.
struct ic_planes {
    uint32_t width, height;
    uint8_t *grey, *alpha;
};

/// Whether HEIC and AVIF are read: 1 where this was built with libheif.
int ic_reads_heif(void);
/// The primary image of a HEIF file, upright; -ENOSYS where it isn't read. `planes` is empty but on success.
int ic_decode_heif(const uint8_t *bytes, size_t count, struct ic_heif_limits limits, struct ic_planes *planes);
